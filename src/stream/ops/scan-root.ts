/**
 * The roots of a scan, and the entries below a root that the filters keep. `lock --scan` uses the same code.
 *
 *     for (const found of scanRoot(root, { filter, follow: true })) …
 */
import { isAbsolute, relative, sep } from 'node:path';
import { isInRange, mayHoldBelow, type PathRange } from '#core/path-range';
import { Refusal } from '#core/refusal';
import { type Scope, scopeOf } from '#core/scope';
import { errorCode } from '#disk/os-error';
import { withSeparator } from '#disk/path/below';
import { isInside, realPath } from '#disk/path/real-path';
import { type Extent, sumSizes } from '#disk/read/sum-sizes';
import { probeRoot, rootProblem } from '#disk/walk/check-root';
import { NeedsWholeWalk, type WalkOptions } from '#disk/walk/options';
import { type Entry, walker } from '#disk/walk/walk';
import { keepsBelow, keepsPath, type PathFilter, prunesDirectory } from '../filter.ts';
import { noRootRefusal, rootRefusal } from '../refusals.ts';

export interface ScanRoot {
  /** The root as it was typed. */
  readonly given: string;
  /** The absolute path, otherwise unchanged: `./data` becomes `/here/./data`. */
  readonly path: string;
}

/** An entry with the path of its root, as in records. */
export type Found = Entry & { readonly root: string };

/** Refuses with the first root that cannot be scanned. */
export function openRoots(roots: readonly string[], cwd: string): ScanRoot[] {
  if (roots.length === 0) throw noRootRefusal();
  return roots.map((given) => {
    const path = isAbsolute(given) ? given : withSeparator(cwd) + given;
    const problem = given === '' ? ({ kind: 'missing' } as const) : probeRoot(path);
    if (problem !== null) throw rootRefusal(given, problem);
    return { given, path };
  });
}

export interface ScanOptions {
  readonly filter: PathFilter;
  readonly follow: boolean;
  /** Whether an entry with this path below the root belongs to the shard that is scanned; absent if all do. */
  readonly keeps?: (relativePath: string) => boolean;
  /** The paths that belong to the shard that is scanned; absent if all do. Folders that hold none of them are not opened. */
  readonly range?: PathRange;
  /** Called with the real path of everything that a link leads to. */
  readonly onLink?: (realPath: string) => void;
}

/** The number of files and bytes below a root, for progress displays; null if it takes too long to count. */
export function measureRoot(root: ScanRoot, options: ScanOptions): Extent | null {
  try {
    return sumSizes(filesBelow(root, options));
  } catch (error) {
    // The scan itself will report the problem.
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** A skipped entry counts as one file, and none of its bytes are read. */
const NO_FILE = '';

function* filesBelow(root: ScanRoot, options: ScanOptions): Generator<string, void, undefined> {
  const next = rootWalker(root, options);
  for (let entry = next(); entry !== undefined; entry = next()) yield entry.kind === 'skip' ? NO_FILE : entry.realPath;
}

/** Returns the rules that were given, as a lock records them, or null for the default rules. */
export function scanScope({ filter: { include, exclude }, follow }: ScanOptions): Scope | null {
  return scopeOf({ include: include.map(({ text }) => text), exclude: exclude.map(({ text }) => text), follow });
}

/** Whether a scan of the root would find this file, which may not exist yet. Both paths are absolute; links are resolved. */
export function isScanned(root: string, filter: PathFilter, path: string): boolean {
  if (!isInside(root, path)) return false;
  const inner = relative(realPath(root), realPath(path)).split(sep);
  const isPruned = inner.some((_, length) => length > 0 && prunesDirectory(filter, inner.slice(0, length).join('/')));
  return !isPruned && keepsPath(filter, inner.join('/'));
}

export function* scanRoot(root: ScanRoot, options: ScanOptions): Generator<Found, void, undefined> {
  const next = rootWalker(root, options);
  for (let entry = next(); entry !== undefined; entry = next()) yield { ...entry, root: root.path };
}

/** Returns a function that returns the next entry that the filters keep, or undefined at the end. Refuses a root that cannot be listed. */
export function rootWalker(
  { given, path }: ScanRoot,
  { filter, follow, keeps, range, onLink = () => {} }: ScanOptions,
): () => Entry | undefined {
  const isFiltered = filter.include.length + filter.exclude.length > 0;
  const options = { follow, onLink, ...(isFiltered ? { prune: (directory: string) => prunesDirectory(filter, directory) } : {}) };
  const next = range === undefined ? walker(path, options) : rangeWalker(path, options, range);
  const first = refusing(next, given);
  if (!isFiltered && keeps === undefined) return first;
  return function nextKept() {
    let entry = first();
    while (entry !== undefined && !(keepsEntry(filter, entry) && keeps?.(entry.relativePath) !== false)) entry = first();
    return entry;
  };
}

/** The entries of a range. Where links lead to folders, the whole tree is walked: which of them counts is known only then (M6). */
function rangeWalker(path: string, options: WalkOptions, range: PathRange): () => Entry | undefined {
  let next = walker(path, { ...options, mayHold: (place) => mayHoldBelow(place, range) });
  let given = 0;
  let toPass = 0;
  return function nextInRange() {
    for (;;) {
      try {
        const entry = next();
        if (entry !== undefined && (!isInRange(entry.relativePath, range) || toPass-- > 0)) continue;
        given++;
        return entry;
      } catch (error) {
        if (!(error instanceof NeedsWholeWalk)) throw error;
        next = walker(path, options);
        toPass = given;
      }
    }
  };
}

/** Whether the rules of a scan keep the entry. A folder that could not be listed is kept if something in it might be kept. */
export function keepsEntry(filter: PathFilter, entry: Entry): boolean {
  if (keepsPath(filter, entry.relativePath)) return true;
  return entry.kind === 'skip' && entry.isFolder === true && keepsBelow(filter, entry.relativePath);
}

/** The first call lists the root, which may have changed since it was checked. */
function refusing(next: () => Entry | undefined, given: string): () => Entry | undefined {
  return function nextOrRefusal() {
    try {
      return next();
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
      throw rootRefusal(given, rootProblem(error));
    }
  };
}
