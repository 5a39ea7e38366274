/**
 * Finds the folder that a lock describes by the layout: the folder that the lock lies in, a folder beside it (as `lock --scan` leaves it), a
 * folder of its own name in one of those, or the folder one level up. A few members are looked for in each, by name and size; the first folder that has them all is taken, else
 * the one with the most, else none.
 *
 *     findRoot({ given: 'dec.lock.json', path: '/data/dec.lock.json' }, sample)     { path: '/data/dec', root: { path: 'dec', how: 'scanned' } }
 */
import { type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { shownBelow } from '#disk/path/below';
import { readDirectory } from '#disk/walk/directory';
import type { Place } from '../contract.ts';
import type { Root } from '../verdict.ts';

export interface SampleMember {
  readonly path: string;
  readonly size: number | bigint | null;
}

export interface FoundRoot {
  /** Absolute. */
  readonly path: string;
  readonly root: Root;
}

const MAX_FOLDERS = 200;

/** The sample is of the members of the lock; an empty one fits everywhere. */
export function findRoot({ given, path }: Place, sample: readonly SampleMember[]): FoundRoot | null {
  let best: { readonly found: FoundRoot; readonly score: number } | null = null;
  for (const found of candidates(given, path)) {
    const score = scoreIn(found.path, sample);
    if (score === 2 * sample.length) return found;
    if (score > (best?.score ?? 0)) best = { found, score };
  }
  return best?.found ?? null;
}

function* candidates(given: string, path: string): Generator<FoundRoot> {
  const [folder, shown] = [dirname(path), dirname(given)];
  yield { path: folder, root: { path: shown, how: 'beside' } };
  const stem = stemOf(path);
  const names = foldersIn(folder, stem);
  for (const name of names) yield { path: join(folder, name), root: { path: shownBelow(shown, name), how: 'scanned' } };
  // `lock --scan examples/delivery --output delivery.lock.json`
  for (const name of names) yield { path: join(folder, name, stem), root: { path: shownBelow(shown, name, stem), how: 'scanned' } };
  if (dirname(folder) !== folder) yield { path: dirname(folder), root: { path: shownBelow(shown, '..'), how: 'above' } };
}

/** `dec.lock.json` and `dec.lock` are most likely of `dec`. */
function stemOf(path: string): string {
  return (path.split('/').at(-1) as string).replace(/(?:\.lock)?(?:\.json)?$/, '');
}

function foldersIn(folder: string, first: string): readonly string[] {
  try {
    const names = readDirectory(folder).flatMap(({ name, kind, rawName }) => (kind === 'directory' && rawName === null ? [name] : []));
    return [...names.filter((name) => name === first), ...names.filter((name) => name !== first)].slice(0, MAX_FOLDERS);
  } catch {
    return [];
  }
}

/** One for each member that is there, one more if it has the right size. */
function scoreIn(folder: string, sample: readonly SampleMember[]): number {
  let score = 0;
  for (const { path, size } of sample) {
    const found = statOf(join(folder, path));
    if (found?.isFile() === true) score += size === null || BigInt(found.size) === BigInt(size) ? 2 : 1;
    // Nearly every wrong folder has none of them.
    else if (score === 0) return 0;
  }
  return score;
}

function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
