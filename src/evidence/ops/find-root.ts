/**
 * Finds the folder that a lock describes by the layout alone:
 *
 *     dec.lock.json beside its members        the folder that the lock lies in
 *     dec.lock.json beside dec/               dec, also if no member is in it any more
 *     otherwise                               another folder beside it, a folder dec in one of those, or the folder one level up,
 *                                             if exactly one of them has members
 *
 * A folder has members if one of a few is there by its name. Neither size nor content decides: among several copies, the search would
 * otherwise find the one that is still good. A pack is no such folder: it proves its own copy.
 */
import { dirname, join } from 'node:path';
import { shownBelow } from '#disk/path/below';
import { isFileThere } from '#disk/path/stat-if-there';
import { readDirectory } from '#disk/walk/directory';
import type { Place } from '../contract.ts';
import type { Root } from '../verdict.ts';

export interface FoundRoot {
  /** Absolute. */
  readonly path: string;
  readonly root: Root;
}

/** More than one folder could be meant: their paths, as shown to the user. */
export interface SeveralRoots {
  readonly several: readonly string[];
}

const MAX_FOLDERS = 200;

/** The names are of a few members of the lock. */
export function findRoot({ given, path }: Place, names: readonly string[]): FoundRoot | SeveralRoots | null {
  const [folder, shown] = [dirname(path), dirname(given)];
  const hasMembers = (candidate: FoundRoot): boolean => names.some((name) => isFileThere(join(candidate.path, name)));
  const beside: FoundRoot = { path: folder, root: { path: shown, how: 'beside' } };
  if (hasMembers(beside)) return beside;
  const stem = stemOf(path);
  const folders = foldersIn(folder).map((name) => ({ path: join(folder, name), shown: shownBelow(shown, name), name }));
  const own = folders.find(({ name }) => name === stem);
  if (own !== undefined) return { path: own.path, root: { path: own.shown, how: 'scanned' } };
  const likely = [...others(folders, stem), ...above(folder, shown)].filter(hasMembers);
  return likely.length > 1 ? { several: likely.map(({ root }) => root.path) } : (likely[0] ?? null);
}

interface Beside {
  readonly path: string;
  readonly shown: string;
}

function* others(folders: readonly Beside[], stem: string): Generator<FoundRoot> {
  for (const { path, shown } of folders) {
    if (isFileThere(join(path, 'manifest.json'))) continue;
    yield { path, root: { path: shown, how: 'scanned' } };
    // `lock --scan examples/delivery --output delivery.lock.json`
    yield { path: join(path, stem), root: { path: shownBelow(shown, stem), how: 'scanned' } };
  }
}

function above(folder: string, shown: string): readonly FoundRoot[] {
  return dirname(folder) === folder ? [] : [{ path: dirname(folder), root: { path: shownBelow(shown, '..'), how: 'above' } }];
}

/** `dec.lock.json` and `dec.lock` are most likely of `dec`. */
function stemOf(path: string): string {
  return (path.split('/').at(-1) as string).replace(/(?:\.lock)?(?:\.json)?$/, '');
}

function foldersIn(folder: string): readonly string[] {
  try {
    const names = readDirectory(folder).flatMap(({ name, kind, rawName }) => (kind === 'directory' && rawName === null ? [name] : []));
    return names.slice(0, MAX_FOLDERS);
  } catch {
    return [];
  }
}
