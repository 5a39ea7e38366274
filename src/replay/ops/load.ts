/**
 * Loads a bundle from its folder: each folder is listed once and each file is read once. Only regular files are opened, and a link that leads out
 * of the bundle is not followed. A file that cannot be read is reported, and the rest is still loaded (C7, C8).
 *
 *     loadBundle({ given: 'snapshots/demo', path: '/data/snapshots/demo' })     { root, trace, files, problems, folders: [] }
 */
import { statSync } from 'node:fs';
import { JSON_LIMITS } from '#core/json/limits';
import { errorCode, isMissing, osText, UnusableFile } from '#disk/os-error';
import { isBelow, withSeparator } from '#disk/path/below';
import { exactRealPath } from '#disk/path/real-path';
import { readRegularFile, readShortFile } from '#disk/read/regular-file';
import { type DirectoryEntry, type EntryKind, readDirectory } from '#disk/walk/directory';
import {
  type BundleFile,
  COLLECTIONS,
  type Collection,
  isBundleFileName,
  type LoadedBundle,
  type Problem,
  SNAPSHOT_FILE,
} from '../bundle.ts';

export interface BundlePlace {
  /** The path as shown to the user, with forward slashes. */
  readonly given: string;
  /** Absolute path. */
  readonly path: string;
}

export interface FolderBundle extends LoadedBundle {
  /** Other folders in the bundle root that are not part of the bundle. */
  readonly folders: readonly string[];
  /** Links in the bundle root that are not part of the bundle, whatever their targets. */
  readonly links: readonly string[];
}

export function loadBundle({ given, path }: BundlePlace): FolderBundle {
  const shown = given === '.' ? '' : withSlash(given);
  const inside = withSeparator(path);
  const trace = [shown + SNAPSHOT_FILE];
  const files: BundleFile[] = [];
  const problems: Problem[] = [];
  const folders: string[] = [];
  const links: string[] = [];
  const bundle = { root: given, trace, files, problems, folders, links };

  const take = (file: string, collection: Collection | null, kind: EntryKind): void => {
    try {
      files.push({ file, collection, bytes: readCarefully(path, inside + file, kind) });
    } catch (error) {
      const message = `${collection === null ? `read ${file}` : `read file ${shown}${file}`}: ${osText(error)}`;
      problems.push({ file, kind: problemKind(error), message });
    }
  };
  const takeFolder = (name: Collection, kind: EntryKind): void => {
    try {
      if (kind === 'link' && !leadsToFolder(path, inside + name)) return;
      for (const entry of readDirectory(inside + name)) {
        if (entry.kind === 'directory') folders.push(`${name}/${entry.name}`);
        else if (isBundleFileName(entry.name)) {
          const file = `${name}/${requireText(entry)}`;
          trace.push(shown + file);
          take(file, name, entry.kind);
        } else if (entry.kind === 'link') links.push(`${name}/${entry.name}`);
      }
    } catch (error) {
      problems.push({ file: name, kind: problemKind(error), message: `read dir ${shown}${name}: ${osText(error)}` });
    }
  };

  let entries: readonly DirectoryEntry[];
  try {
    entries = readDirectory(path);
  } catch (error) {
    problems.push({ file: SNAPSHOT_FILE, kind: problemKind(error), message: `read dir ${given}: ${osText(error)}` });
    return bundle;
  }
  const kindOf = (name: string): EntryKind | undefined => entries.find((entry) => entry.name === name)?.kind;
  const snapshot = kindOf(SNAPSHOT_FILE);
  if (snapshot === undefined)
    problems.push({ file: SNAPSHOT_FILE, kind: 'missing', message: `read ${SNAPSHOT_FILE}: No such file or directory` });
  else take(SNAPSHOT_FILE, null, snapshot);
  for (const name of COLLECTIONS) {
    const kind = kindOf(name);
    if (kind === 'directory' || kind === 'link') takeFolder(name, kind);
  }
  for (const { name, kind } of entries) {
    if (isCollection(name)) continue;
    if (kind === 'directory') folders.push(name);
    else if (kind === 'link' && name !== SNAPSHOT_FILE) links.push(name);
  }
  return bundle;
}

export function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

function isCollection(name: string): boolean {
  return (COLLECTIONS as readonly string[]).includes(name);
}

/** Throws the system's error, or an error that says why the file is not acceptable. */
function readCarefully(root: string, path: string, kind: EntryKind): Uint8Array {
  if (kind === 'file') return readShortFile(path) ?? readLong(path);
  if (kind === 'link') return readLong(requireInside(root, path));
  throw new Error(kind === 'directory' ? 'Is a directory' : `not a regular file: a ${kind}`);
}

function readLong(path: string): Uint8Array {
  return readRegularFile(path, { maxBytes: JSON_LIMITS.document.bytes, follow: false });
}

/** Returns the target of the link. */
function requireInside(root: string, link: string): string {
  const target = exactRealPath(link);
  if (!isBelow(exactRealPath(root), target)) throw new Error('a link that leads out of the bundle');
  return target;
}

/** A plain file with the name of a collection is not a collection. A broken link is an error, not an empty collection. */
function leadsToFolder(root: string, link: string): boolean {
  return statSync(requireInside(root, link)).isDirectory();
}

function requireText({ name, rawName }: DirectoryEntry): string {
  if (rawName === null) return name;
  throw new Error(`the name of a file is not UTF-8: ${name}`);
}

function problemKind(error: unknown): Problem['kind'] {
  if (errorCode(error) === undefined || error instanceof UnusableFile) return 'invalid';
  return isMissing(error) ? 'missing' : 'unreadable';
}
