/**
 * The texts by which evidence could mean the path that is asked for: the path as it was typed, and what it is below the folder that the
 * evidence describes. The layout alone decides, as for `custody verify`: the folder of a pack or bundle; the folder that a lock lies in, the one
 * beside it with its name or any other one, or the one above.
 *
 *     wantedPaths({ given: 'dec/tape/a.csv', path: '/data/dec/tape/a.csv' }).in({ path: '/data/dec.lock.json', … })
 *       dec/tape/a.csv, tape/a.csv
 */
import { basename, dirname, join } from 'node:path';
import { isBelow, withSeparator } from '#disk/path/below';
import { statIfThere } from '#disk/path/stat-if-there';
import type { Place } from '../../contract.ts';
import { plainPath } from '../../why/question.ts';
import { isStoreUrl } from '../store-url.ts';

export interface WantedPaths {
  in(evidence: Place): ReadonlySet<string>;
  readonly inRuns: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** Null if no path is asked for. */
export function wantedPaths(asked: Place | null): WantedPaths {
  if (asked === null) return { in: () => NONE, inRuns: NONE };
  const { given, path } = asked;
  const typed = plainPath(given);
  return {
    in: (evidence) => new Set([typed, ...rootsOf(evidence).flatMap((root) => below(root, path)), ...besides(evidence, path)]),
    inRuns: new Set([typed, path]),
  };
}

function below(root: string, path: string): readonly string[] {
  return isBelow(root, path) ? [path.slice(withSeparator(root).length)] : [];
}

function rootsOf({ given, path }: Place): readonly string[] {
  if (isStoreUrl(given)) return [];
  const folder = dirname(path);
  return [path, folder, ownFolder(path), dirname(folder)];
}

function ownFolder(path: string): string {
  return join(dirname(path), basename(path).replace(/(?:\.lock)?(?:\.json)?$/, ''));
}

/** In another folder beside the evidence, unless there is one with its name. */
function besides({ given, path }: Place, asked: string): readonly string[] {
  if (isStoreUrl(given) || statIfThere(ownFolder(path))?.isDirectory() === true) return [];
  return below(dirname(path), asked).flatMap((name) => (name.includes('/') ? [name.slice(name.indexOf('/') + 1)] : []));
}
