/**
 * Every entry below one root that is not a directory, in byte order of its path under the root: regular files as files, all that
 * cannot be read as what it is as skips, so that nothing below the root goes unmentioned.
 *
 *     [...walk('/data', { follow: true })].map((entry) => entry.relativePath)   ['a-b', 'a/b', 'ab']
 *
 * Links are followed, and known under their own name. A link to a directory above it, or above the root, is a loop, and a skip; so is a second
 * way to a directory (M6), so that a few links cannot make a tree without end. Pipes, sockets and devices are never opened. One directory for
 * each level is in memory, and no regular file is asked for its metadata.
 */
import { readlinkSync, statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { compareUtf8 } from '#core/bytes/order';
import { isRelPath } from '#core/path/rel-path';
import { withSeparator } from '../path/below.ts';
import { exactRealPath, isNotUtf8 } from '../path/real-path.ts';
import { type DirectoryEntry, kindOf, readDirectory } from './directory.ts';
import { SeenFolders } from './seen-folders.ts';
import { badName, loop, notRegular, type SkipEntry, unreadable, visited } from './skipped-entry.ts';

export type Entry = FileEntry | SkipEntry;

export interface FileEntry {
  readonly kind: 'file';
  /** Under the root, joined with `/`; a link keeps its own name. */
  readonly relativePath: string;
  /** The root as given, then the way to the entry. */
  readonly absolutePath: string;
  /** Free of links; with `follow` off the same as `absolutePath`. */
  readonly realPath: string;
  readonly viaLink: boolean;
}

export interface WalkOptions {
  readonly follow: boolean;
  /** What will stand before the path of every entry, with a slash at its end: names are safe or not with it. */
  readonly prefix?: string;
  /** Asked with the path of each directory under the root; true leaves it and all below it out. */
  readonly prune?: (relativeDirectory: string) => boolean;
  /** Told of each directory under the root before it is read; what it throws ends the walk. */
  readonly onDirectory?: (relativeDirectory: string, path: string) => void;
  /** Told of the real path of every file that a link leads to, and of every directory that is listed through one. */
  readonly onLink?: (realPath: string) => void;
}

/** A directory on the way from the root to the current entry. Its paths end with a separator, so that a name can follow. */
interface Level {
  /** Empty for the root. */
  readonly relative: string;
  readonly walked: string;
  readonly real: string;
  readonly entries: readonly DirectoryEntry[];
  next: number;
  /** Directories read already whose turn comes later: what is below `a` follows `a-b`, but if `a` cannot be read, that precedes it. */
  readonly waiting: Level[];
  /** It was reached through a link, so that it may be reached in another way too. */
  readonly isLinked: boolean;
  identity?: string;
}

/** What a walk knows on its way. */
interface Tour {
  readonly options: WalkOptions;
  readonly branch: Level[];
  /** Null where links are not followed. */
  readonly seen: SeenFolders | null;
}

/** The root is read when the first entry is asked for; that throws the system's error when it cannot be. */
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

/** The same as a function that gives the next entry, or undefined at the end: no more than the hot path of a scan needs. */
export function walker(root: string, options: WalkOptions): () => Entry | undefined {
  let tour: Tour | undefined;
  return function nextOfWalk() {
    tour ??= openWalk(root, options);
    return nextEntry(tour);
  };
}

function openWalk(root: string, options: WalkOptions): Tour {
  const walked = withSeparator(root);
  const real = options.follow ? withSeparator(exactRealPath(root)) : walked;
  const seen = options.follow ? new SeenFolders(real, (directory) => options.prune?.(directory) === true) : null;
  return { options, branch: [openLevel({ relative: '', walked, real, isLinked: false })], seen };
}

function nextEntry(tour: Tour): Entry | undefined {
  const { branch } = tour;
  for (let level = branch.at(-1); level !== undefined; level = branch.at(-1)) {
    const entry = level.entries[level.next];
    const waiting = level.waiting.at(-1);
    if (waiting !== undefined && (entry === undefined || compareUtf8(waiting.relative, level.relative + entry.name) < 0)) {
      level.waiting.pop();
      branch.push(waiting);
    } else if (entry === undefined) {
      branch.pop();
    } else {
      level.next++;
      const found = visit(tour, entry);
      if (found !== null) return found;
    }
  }
  return undefined;
}

/** What becomes of one entry of the last level; null for a directory, which is pruned or waits for its turn. */
function visit(tour: Tour, entry: DirectoryEntry): Entry | null {
  const { options } = tour;
  const level = tour.branch.at(-1) as Level;
  const place = { relativePath: level.relative + entry.name, path: level.walked + entry.name };
  if (entry.kind === 'directory' && isPruned(place, options)) return null;
  if (entry.rawName !== null) return badName(place, entry.rawName, 'Name is not UTF-8', entry.kind);
  // No name is empty, `.` or `..`, so only these two characters can make it unsafe; asking always costs a quarter of the walk.
  if (/[\\:]/.test(entry.name) && !isRelPath(`${options.prefix ?? ''}${place.relativePath}`)) {
    return badName(place, Buffer.from(entry.name), 'Name is not safe in a relative path', entry.kind);
  }
  switch (entry.kind) {
    case 'file':
      return fileAt(place, level.real + entry.name, false);
    case 'directory':
      return level.isLinked ? enterOnce(tour, place, level.real + entry.name) : enter(tour, place, level.real + entry.name, false);
    case 'link':
      return options.follow ? followLink(tour, place) : notRegular(place, 'link, not followed');
    default:
      return notRegular(place, entry.kind);
  }
}

type Place = Pick<SkipEntry, 'relativePath' | 'path'>;

function fileAt(place: Place, realPath: string, viaLink: boolean): FileEntry {
  return { kind: 'file', relativePath: place.relativePath, absolutePath: place.path, realPath, viaLink };
}

function followLink(tour: Tour, place: Place): Entry | null {
  const { options, branch, seen } = tour;
  try {
    const target = statSync(place.path, { bigint: true });
    const kind = kindOf(target);
    if (kind !== 'file' && kind !== 'directory') return notRegular(place, kind);
    if (kind === 'directory' && isPruned(place, options)) return null;
    const real = exactRealPath(place.path);
    if (kind === 'file') {
      options.onLink?.(real);
      return fileAt(place, real, true);
    }
    const identity = `${target.dev}:${target.ino}`;
    const ancestor = branch.find((above) => (above.identity ??= identityOf(above.walked)) === identity);
    if (ancestor !== undefined) return loop(place, ancestor.relative.slice(0, -1) || '.');
    if (seen?.holdsRoot(real)) return loop(place, relative((branch[0] as Level).real, real));
    const skip = enterOnce(tour, place, real, identity);
    if (skip === null) options.onLink?.(real);
    return skip;
  } catch (error) {
    return unfollowed(place, error);
  }
}

/** A directory that may be reached in another way too. */
function enterOnce(tour: Tour, place: Place, real: string, known?: string): SkipEntry | null {
  try {
    const identity = known ?? identityOf(place.path);
    const way = tour.seen?.wayTo(real, identity) ?? null;
    if (way !== null) return visited(place, way);
    const found = enter(tour, place, real, true);
    if (found === null) tour.seen?.note(identity, place.relativePath);
    return found;
  } catch (error) {
    return unfollowed(place, error);
  }
}

function isPruned(place: Place, options: WalkOptions): boolean {
  return options.prune?.(place.relativePath) === true;
}

function enter({ options, branch }: Tour, place: Place, real: string, isLinked: boolean): SkipEntry | null {
  const walked = place.path + sep;
  options.onDirectory?.(place.relativePath, place.path);
  try {
    const level = openLevel({ relative: `${place.relativePath}/`, walked, real: options.follow ? withSeparator(real) : walked, isLinked });
    (branch.at(-1) as Level).waiting.push(level);
    return null;
  } catch (error) {
    return { ...unfollowed(place, error), isFolder: true };
  }
}

/** What a link leads to under a name that is not UTF-8 can be said in no record (V5); it is known by what the link says. */
function unfollowed(place: Place, error: unknown): SkipEntry {
  return isNotUtf8(error)
    ? badName(place, readlinkSync(place.path, 'buffer'), 'Target of the link is not UTF-8', 'link')
    : unreadable(place, error);
}

function openLevel(place: Pick<Level, 'relative' | 'walked' | 'real' | 'isLinked'>): Level {
  return { ...place, entries: readDirectory(place.walked), next: 0, waiting: [] };
}

function identityOf(directory: string): string {
  const stats = statSync(directory, { bigint: true });
  return `${stats.dev}:${stats.ino}`;
}
