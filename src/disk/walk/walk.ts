/**
 * Lists every entry below one root that is not a directory, in byte order of its path below the root: regular files as files, everything
 * else and everything unreadable as skips, so that nothing below the root is omitted.
 *
 *     [...walk('/data', { follow: true })].map((entry) => entry.relativePath)   ['a-b', 'a/b', 'ab']
 *
 * Links are followed, and keep their own name. A link to a directory above it, or above the root, is a loop and becomes a skip; so does a
 * second path to a directory (M6), so that a few links cannot make an endless tree. Pipes, sockets and devices are never opened. One
 * directory for each level is in memory, and no metadata of regular files is read.
 */
import { readlinkSync, statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { compareUtf8 } from '#core/bytes/order';
import { isRelPath } from '#core/path/rel-path';
import { withSeparator } from '../path/below.ts';
import { exactRealPath, isNotUtf8 } from '../path/real-path.ts';
import { type DirectoryEntry, kindOf, readDirectory } from './directory.ts';
import { NeedsWholeWalk, type WalkOptions } from './options.ts';
import { SeenFolders } from './seen-folders.ts';
import { badName, loop, notRegular, type SkipEntry, unreadable, visited } from './skipped-entry.ts';

export type Entry = FileEntry | SkipEntry;

export interface FileEntry {
  readonly kind: 'file';
  /** The path below the root, joined with `/`; a link keeps its own name. */
  readonly relativePath: string;
  /** The root as given, followed by the path of the entry. */
  readonly absolutePath: string;
  /** The path without links; with `follow` off, the same as `absolutePath`. */
  readonly realPath: string;
  readonly viaLink: boolean;
}

/** A directory on the path from the root to the current entry. Its paths end with a separator, so that a name can be appended. */
interface Level {
  /** Its name with a slash; empty for the root. */
  readonly name: string;
  /** Empty for the root. */
  readonly relative: string;
  readonly walked: string;
  readonly real: string;
  readonly entries: readonly DirectoryEntry[];
  next: number;
  /**
   * Directories that were read already and come later: the content of `a` follows `a-b`, but if `a` cannot be read, its skip precedes it.
   */
  readonly waiting: Level[];
  /** It was reached through a link, so another path may lead to it too. */
  readonly isLinked: boolean;
  identity?: string;
}

/** The state of a walk. */
interface WalkState {
  readonly options: WalkOptions;
  readonly branch: Level[];
  /** Null where links are not followed. */
  readonly seen: SeenFolders | null;
}

/** The root is read when the first entry is requested; the system's error is thrown if that fails. */
export function walk(root: string, options: WalkOptions): IterableIterator<Entry> {
  const next = walker(root, options);
  const iterator: IterableIterator<Entry> = {
    next() {
      const value = next();
      return value === undefined ? { done: true, value } : { done: false, value };
    },
    [Symbol.iterator]: () => iterator,
  };
  return iterator;
}

/** The same as a function that returns the next entry, or undefined at the end: the minimum for the hot path of a scan. */
export function walker(root: string, options: WalkOptions): () => Entry | undefined {
  let state: WalkState | undefined;
  return function nextOfWalk() {
    state ??= openWalk(root, options);
    return nextEntry(state);
  };
}

function openWalk(root: string, options: WalkOptions): WalkState {
  const walked = withSeparator(root);
  const real = options.follow ? withSeparator(exactRealPath(root)) : walked;
  const seen = options.follow ? new SeenFolders(real, (directory) => options.prune?.(directory) === true) : null;
  return { options, branch: [openLevel({ name: '', relative: '', walked, real, isLinked: false })], seen };
}

function nextEntry(state: WalkState): Entry | undefined {
  const { branch } = state;
  for (let level = branch.at(-1); level !== undefined; level = branch.at(-1)) {
    const entry = level.entries[level.next];
    const waiting = level.waiting.at(-1);
    if (waiting !== undefined && (entry === undefined || compareUtf8(waiting.name, entry.name) < 0)) {
      level.waiting.pop();
      branch.push(waiting);
    } else if (entry === undefined) {
      branch.pop();
    } else {
      level.next++;
      // Nearly every entry is one of these, so it is the first question, and nothing else is made for it.
      const found = entry.kind === 'file' && isPlain(entry) ? fileIn(level, entry.name, state.options.follow) : visit(state, level, entry);
      if (found !== null) return found;
    }
  }
  return undefined;
}

function fileIn(level: Level, name: string, follow: boolean): FileEntry {
  const path = level.walked + name;
  return {
    kind: 'file',
    relativePath: level.relative + name,
    absolutePath: path,
    realPath: follow ? level.real + name : path,
    viaLink: false,
  };
}

const UNSAFE = /[\\:]/;

/** No name is empty, `.` or `..`, so only these two characters can make it unsafe; a full check of each name costs a quarter of the walk. */
function isPlain({ name, rawName }: DirectoryEntry): boolean {
  return rawName === null && !UNSAFE.test(name);
}

/** Handles one entry of the last level; null for a directory, which is pruned or listed later. */
function visit(state: WalkState, level: Level, entry: DirectoryEntry): Entry | null {
  const { options } = state;
  const { name, kind } = entry;
  const place = { relativePath: level.relative + name, path: level.walked + name };
  if ((kind === 'directory' || kind === 'link') && options.mayHold?.(place.relativePath) === false) return null;
  if (kind === 'directory' && isPruned(place, options)) return null;
  if (entry.rawName !== null) return badName(place, entry.rawName, 'Name is not UTF-8', kind);
  if (!isPlain(entry) && !isRelPath((options.prefix ?? '') + place.relativePath))
    return badName(place, Buffer.from(name), 'Name is not safe in a relative path', kind);
  switch (kind) {
    case 'file':
      return fileIn(level, name, options.follow);
    case 'directory':
      return level.isLinked ? enterOnce(state, place, level.real + name) : enter(state, place, level.real + name, false);
    case 'link':
      return options.follow ? followLink(state, place) : notRegular(place, 'link, not followed');
    default:
      return notRegular(place, kind);
  }
}

type Place = Pick<SkipEntry, 'relativePath' | 'path'>;

function followLink(state: WalkState, place: Place): Entry | null {
  const { options, branch, seen } = state;
  try {
    const target = statSync(place.path, { bigint: true });
    const kind = kindOf(target);
    if (kind !== 'file' && kind !== 'directory') return notRegular(place, kind);
    if (kind === 'directory' && isPruned(place, options)) return null;
    const real = exactRealPath(place.path);
    if (kind === 'file') {
      options.onLink?.(real);
      return { kind: 'file', relativePath: place.relativePath, absolutePath: place.path, realPath: real, viaLink: true };
    }
    const identity = `${target.dev}:${target.ino}`;
    const ancestor = branch.find((above) => (above.identity ??= identityOf(above.walked)) === identity);
    if (ancestor !== undefined) return loop(place, ancestor.relative.slice(0, -1) || '.');
    if (seen?.holdsRoot(real)) return loop(place, relative((branch[0] as Level).real, real));
    const skip = enterOnce(state, place, real, identity);
    if (skip === null) options.onLink?.(real);
    return skip;
  } catch (error) {
    return unfollowed(place, error);
  }
}

/** Enters a directory that another path may lead to as well. */
function enterOnce(state: WalkState, place: Place, real: string, known?: string): SkipEntry | null {
  try {
    const identity = known ?? identityOf(place.path);
    const way = state.seen?.wayTo(real, identity) ?? null;
    if (way !== null) return visited(place, way);
    if (state.options.mayHold !== undefined) throw new NeedsWholeWalk();
    const found = enter(state, place, real, true);
    if (found === null) state.seen?.note(identity, place.relativePath);
    return found;
  } catch (error) {
    return unfollowed(place, error);
  }
}

function isPruned(place: Place, options: WalkOptions): boolean {
  return options.prune?.(place.relativePath) === true;
}

function enter({ options, branch }: WalkState, place: Place, real: string, isLinked: boolean): SkipEntry | null {
  const walked = place.path + sep;
  const parent = branch.at(-1) as Level;
  options.onDirectory?.(place.relativePath, place.path);
  try {
    const name = `${place.relativePath.slice(parent.relative.length)}/`;
    const level = openLevel({
      name,
      relative: `${place.relativePath}/`,
      walked,
      real: options.follow ? withSeparator(real) : walked,
      isLinked,
    });
    parent.waiting.push(level);
    return null;
  } catch (error) {
    return { ...unfollowed(place, error), isFolder: true };
  }
}

/** If the target of a link has a name that is not UTF-8, no record can contain it (V5); the link's own text identifies it. */
function unfollowed(place: Place, error: unknown): SkipEntry {
  if (error instanceof NeedsWholeWalk) throw error;
  return isNotUtf8(error)
    ? badName(place, readlinkSync(place.path, 'buffer'), 'Target of the link is not UTF-8', 'link')
    : unreadable(place, error);
}

function openLevel(place: Pick<Level, 'name' | 'relative' | 'walked' | 'real' | 'isLinked'>): Level {
  return { ...place, entries: readDirectory(place.walked), next: 0, waiting: [] };
}

function identityOf(directory: string): string {
  const stats = statSync(directory, { bigint: true });
  return `${stats.dev}:${stats.ino}`;
}
