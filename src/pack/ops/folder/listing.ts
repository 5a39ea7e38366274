/**
 * Whether a folder holds the files of some rows and nothing else, told folder by folder: each must hold, name for name, what the rows say.
 * Where one does not, nothing more is told.
 *
 *     const listing = exactListing('/data/december', rows, ['manifest.json']);
 *     listing.next()         { from: 0, to: 12 }: the files of the first twelve rows are there, and regular
 *     listing.next()         undefined at the end, and where something else is there
 */

import { compareBytes } from '#core/bytes/order';
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { type FileRows, PATH_END, PATH_START, ROW_CELLS, rowPath } from '#core/file-rows';
import { errorCode } from '#disk/os-error';
import { type Names, readNames } from '#disk/walk/directory';

export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface ExactListing {
  next(): Range | undefined;
  /** How many rows were told of. */
  seen(): number;
  /** Once the end is reached: nothing else is there. */
  isExact(): boolean;
}

/** On the way from the folder itself to the current row. */
interface OpenFolder {
  /** As all paths below it begin, in bytes. */
  readonly prefix: Uint8Array;
  readonly files: readonly string[];
  nextFile: number;
  /** Those that no row has led into yet. */
  readonly folders: Set<string>;
}

/** The rows ascend by their paths, all of which may be read; `beside` are files that may lie in the folder itself. */
export function exactListing(folder: string, rows: FileRows, beside: readonly string[]): ExactListing {
  const { bytes, cells, count } = rows;
  const branch: OpenFolder[] = [];
  let at = 0;
  let isExact: boolean | null = null;

  function next(): Range | undefined {
    if (isExact !== null) return undefined;
    if (branch.length === 0 && !open('')) return end(false);
    for (let here = branch.at(-1); here !== undefined; here = branch.at(-1)) {
      const from = at;
      goAlong(here);
      if (at > from) return { from, to: at };
      if (at < count && isBelow(here) ? !enter(here) : !close()) return end(false);
    }
    return end(at === count);
  }

  /** As far as its files and the rows are the same. */
  function goAlong(here: OpenFolder): void {
    const { files, prefix } = here;
    for (; at < count && here.nextFile < files.length; at++) {
      const row = at * ROW_CELLS;
      const start = (cells[row + PATH_START] as number) + prefix.length;
      if (!isName(files[here.nextFile] as string, bytes, start, cells[row + PATH_END] as number) || !isBelow(here)) return;
      here.nextFile++;
    }
  }

  function isBelow({ prefix }: OpenFolder): boolean {
    const start = cells[at * ROW_CELLS + PATH_START] as number;
    for (let i = 0; i < prefix.length; i++) if (bytes[start + i] !== prefix[i]) return false;
    return true;
  }

  function enter({ prefix, folders }: OpenFolder): boolean {
    const path = encodeUtf8(rowPath(rows, at));
    const slash = path.indexOf(SLASH, prefix.length);
    if (slash < 0) return false;
    const below = decodeUtf8(path.subarray(0, slash));
    return folders.delete(below.slice(below.lastIndexOf('/') + 1)) && open(`${below}/`);
  }

  function open(path: string): boolean {
    const names = namesIn(`${folder}/${path}`);
    if (names === null) return false;
    const files = path === '' ? names.files.filter((name) => !beside.includes(name)) : names.files;
    branch.push({ prefix: encodeUtf8(path), files, nextFile: 0, folders: names.folders });
    return true;
  }

  function close(): boolean {
    const left = branch.pop() as OpenFolder;
    return left.nextFile === left.files.length && left.folders.size === 0;
  }

  function end(exact: boolean): undefined {
    isExact = exact;
  }

  return { next, seen: () => at, isExact: () => isExact === true };
}

const SLASH = 0x2f;

/** Character by character while they are ASCII, which nearly all are. */
function isName(name: string, bytes: Uint8Array, start: number, end: number): boolean {
  if (name.length > end - start) return false;
  for (let i = 0; i < name.length; i++) {
    const unit = name.charCodeAt(i);
    if (unit > 0x7f) return compareBytes(encodeUtf8(name), bytes.subarray(start, end)) === 0;
    if (unit !== bytes[start + i]) return false;
  }
  return name.length === end - start;
}

function namesIn(path: string): Names | null {
  try {
    return readNames(path);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return null;
  }
}
