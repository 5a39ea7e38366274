/**
 * The lockfiles of the three spaces: the first match wins, nearest space first. A lock that exists but cannot be read is an error; it is never
 * skipped in favour of the next one. Folders are listed once, so that a missing lock costs nothing.
 *
 *     const locks = openLocks(roots);
 *     locks.find(id, '1.0.0')              { space: 'user', file: '/home/u/.ai/lockfiles/web/scraper@1.0.0.lock.json', id, version }
 *     readLock(locks.find(id, '1.0.0'))    the same, with its bytes and what they say
 */

import { errorCode, osText } from '#disk/os-error';
import { withSeparator } from '#disk/path/below';
import { readRegularFile } from '#disk/read/regular-file';
import { type DirectoryEntry, type EntryKind, readDirectory } from '#disk/walk/directory';
import { type ChainLock, parseChainLock } from '../document.ts';
import { isLockSuffix, parseLockName, type ToolId } from '../id.ts';
import { badLock, cannotAccess } from '../refusals.ts';
import { SPACES, type Space } from '../space.ts';
import { distinctFolders, locksFolder, type SpaceRoots } from './spaces.ts';

/** A lock known by its file name only, not yet read. */
export interface NamedLock {
  readonly space: Space;
  readonly file: string;
  readonly id: ToolId;
  readonly version: string;
  readonly kind: EntryKind;
}

export interface FoundLock extends NamedLock {
  /** The bytes of the file. */
  readonly bytes: Uint8Array;
  readonly lock: ChainLock;
}

export interface Locks {
  /** Returns the first match over the spaces, or null. */
  find(id: ToolId, version: string): NamedLock | null;
  /** Returns the lock in this space, or null. */
  findIn(space: Space, id: ToolId, version: string): NamedLock | null;
  /** Returns the locks of one tool, for all versions, nearest space first. */
  named(id: ToolId): readonly NamedLock[];
  /** Returns all locks, nearest space first. */
  all(): readonly NamedLock[];
  /** Paths, as shown to the user, of files with the ending of a lock whose names are not UTF-8. */
  unnameable(): readonly string[];
}

export function openLocks(roots: SpaceRoots): Locks {
  const distinct = distinctFolders(roots, locksFolder);
  const folders = SPACES.flatMap((space) => {
    const folder = distinct.folders[space];
    return folder === null ? [] : [{ space, folder: withSeparator(folder), listings: new Map<string, Listing>() }];
  });
  const findIn = (space: Space, id: ToolId, version: string): NamedLock | null => {
    const opened = folders.find((each) => each.space === distinct.owner[space]);
    return opened === undefined ? null : (locksOf(opened, id).find((lock) => lock.version === version) ?? null);
  };
  return {
    findIn,
    find(id, version) {
      for (const { space } of folders) {
        const lock = findIn(space, id, version);
        if (lock !== null) return lock;
      }
      return null;
    },
    named(id) {
      // Fast path: nearly every tool has its locks in one space, and that list is returned as it is.
      let found = NONE;
      for (const opened of folders) {
        const here = locksOf(opened, id);
        if (here.length > 0) found = found.length === 0 ? here : [...found, ...here];
      }
      return found;
    },
    all: () => folders.flatMap((opened) => locksBelow(opened, '')),
    unnameable: () => folders.flatMap((opened) => unnameableBelow(opened, '')),
  };
}

interface OpenedFolder {
  readonly space: Space;
  /** The path ends with `/`. */
  readonly folder: string;
  readonly listings: Map<string, Listing>;
}

interface Listing {
  /** Locks by tool, in byte order. */
  readonly locks: ReadonlyMap<string, readonly NamedLock[]>;
  readonly folders: readonly string[];
  readonly unnameable: readonly string[];
}

const NONE: readonly NamedLock[] = [];

function locksOf(opened: OpenedFolder, id: ToolId): readonly NamedLock[] {
  return listingOf(opened, id.slice(0, id.lastIndexOf('/') + 1)).locks.get(id) ?? NONE;
}

function locksBelow(opened: OpenedFolder, below: string): readonly NamedLock[] {
  const { locks, folders } = listingOf(opened, below);
  return [...[...locks.values()].flat(), ...folders.flatMap((name) => locksBelow(opened, `${below}${name}/`))];
}

function unnameableBelow(opened: OpenedFolder, below: string): readonly string[] {
  const { unnameable, folders } = listingOf(opened, below);
  return [...unnameable, ...folders.flatMap((name) => unnameableBelow(opened, `${below}${name}/`))];
}

/** `below` is empty or ends with `/`. */
function listingOf(opened: OpenedFolder, below: string): Listing {
  const known = opened.listings.get(below) ?? list(opened, below);
  opened.listings.set(below, known);
  return known;
}

/** Everything with the name of a lock counts as one, even a folder: it exists, and is an error when it is read. */
function list({ space, folder }: OpenedFolder, below: string): Listing {
  const locks = new Map<string, NamedLock[]>();
  const folders: string[] = [];
  const unnameable: string[] = [];
  for (const { name, kind, rawName } of entriesOf(folder + below)) {
    if (rawName !== null) {
      if (kind === 'directory' || isLockSuffix(name)) unnameable.push(folder + below + name);
      continue;
    }
    const named = parseLockName(below + name);
    if (named === null) {
      if (kind === 'directory') folders.push(name);
      continue;
    }
    const lock = { space, file: folder + below + name, kind, ...named };
    const others = locks.get(named.id);
    if (others === undefined) locks.set(named.id, [lock]);
    else others.push(lock);
  }
  return { locks, folders, unnameable };
}

function entriesOf(folder: string): readonly DirectoryEntry[] {
  try {
    return readDirectory(folder);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return [];
    if (code === undefined) throw error;
    throw cannotAccess(`cannot list lockfiles: ${osText(error)}`, folder, osText(error));
  }
}

/** The longest possible lock: a chain has at most ten elements. */
const MAX_LENGTH = 1 << 24;

/** Throws `E_BAD_LOCK` or `E_IO`. */
export function readLock(named: NamedLock): FoundLock {
  const { file } = named;
  const bytes = read(file);
  return { ...named, bytes, lock: requireNamed(parseChainLock(bytes, file), named) };
}

function read(file: string): Uint8Array {
  try {
    return readRegularFile(file, { maxBytes: MAX_LENGTH, follow: true });
  } catch (error) {
    throw cannotAccess(`cannot read lockfile ${file}: ${osText(error)}`, file, osText(error));
  }
}

/** A lock states its tool and version; under another file name it is not a lock for that name. */
function requireNamed(lock: ChainLock, { file, id, version }: NamedLock): ChainLock {
  const root = lock.chain[0]?.itemId;
  if (root === id && lock.version === version) return lock;
  throw badLock(file, `it is for ${root} ${lock.version}, and its name says ${id} ${version}`);
}
