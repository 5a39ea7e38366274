/**
 * Finds the folder of a bundle (R6). `--bundle` names it directly, whatever its parent folder is called. Otherwise it is searched below the
 * fixtures, then below the data, or in the opposite order. If a folder has no snapshot.json, the next root is tried.
 *
 *     findBundle({ ref: 'demo', … })     { place: { given: 'data/snapshots/demo', … }, attempted: ['data/test-fixtures/snapshots/demo', 'data/snapshots/demo'] }
 */
import { lstatSync, statSync } from 'node:fs';
import { basename, join, normalize } from 'node:path';
import { errorCode, isMissing, osText } from '#disk/os-error';
import { hasParent, shownBelow, withSeparator } from '#disk/path/below';
import { tryJoinPath } from '#disk/path/join-path';
import { SNAPSHOT_FILE } from '../bundle.ts';
import { refFault } from '../ref.ts';
import type { BundlePlace } from './load.ts';

export interface BundleRequest {
  readonly ref?: string | undefined;
  readonly bundle?: string | undefined;
  /** Default `./data`. */
  readonly data?: string | undefined;
  /** Default `data/test-fixtures`. */
  readonly fixtureRoot?: string | undefined;
  readonly preferData?: boolean;
  /** Absolute path; relative paths start here. */
  readonly cwd: string;
}

export interface FoundBundle {
  readonly ref: string;
  readonly attempted: readonly string[];
  readonly place: BundlePlace | null;
  /** Why no bundle was found, or null. */
  readonly problem: string | null;
  /** True if the reference itself is invalid. */
  readonly isBadRef: boolean;
}

export function findBundle(asked: BundleRequest): FoundBundle {
  const { ref, bundle, cwd } = asked;
  const fault = ref === undefined ? null : refFault(ref);
  if (fault !== null) return { ref: ref as string, attempted: [], place: null, problem: fault, isBadRef: true };
  if (bundle !== undefined) return foundIn(ref ?? nameOf(cwd, bundle), [placeAt(cwd, bundle)], { needsSnapshot: false });
  if (ref === undefined) throw new RangeError('expected a ref or a bundle, found neither');
  const roots = [asked.fixtureRoot || 'data/test-fixtures', asked.data || './data'];
  if (asked.preferData === true) roots.reverse();
  return foundIn(
    ref,
    roots.map((root) => placeAt(cwd, shownBelow(root, 'snapshots', ref))),
    { needsSnapshot: true },
  );
}

function nameOf(cwd: string, bundle: string): string {
  return basename(pathOf(cwd, bundle));
}

/** The path as given, normalised if that cannot change which folder it means. An invalid path leads to no folder. */
export function placeAt(cwd: string, given: string): BundlePlace {
  const short = given === '' || hasParent(given) ? given : normalize(given);
  return { given: short.replace(/(?<=.)[/\\]+$/, ''), path: pathOf(cwd, given) };
}

/** A path that does not resolve is returned as it is; the caller that opens it reports the error. */
function pathOf(cwd: string, given: string): string {
  if (given.includes('\0')) return '';
  try {
    return tryJoinPath(cwd, given);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return withSeparator(cwd) + given;
  }
}

function foundIn(ref: string, places: readonly BundlePlace[], { needsSnapshot }: { readonly needsSnapshot: boolean }): FoundBundle {
  const attempted: string[] = [];
  let last = '';
  for (const place of places) {
    attempted.push(place.given);
    const problem = problemAt(place, needsSnapshot);
    if (problem === null) return { ref, attempted, place, problem: null, isBadRef: false };
    last = problem.message;
    // A folder that exists but cannot be read must not be replaced silently by another bundle.
    if (!problem.isAbsent) break;
  }
  const count = `${attempted.length} ${attempted.length === 1 ? 'root' : 'roots'}`;
  const problem = `no bundle root found (attempted ${count}); last error: ${last}`;
  return { ref, attempted, place: null, problem, isBadRef: false };
}

function problemAt({ given, path }: BundlePlace, needsSnapshot: boolean): { message: string; isAbsent: boolean } | null {
  let shown = given;
  try {
    if (!statSync(path).isDirectory()) return { message: `stat ${shown}: Not a directory`, isAbsent: true };
    shown = `${given}/${SNAPSHOT_FILE}`;
    if (needsSnapshot) lstatSync(join(path, SNAPSHOT_FILE));
    return null;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return { message: `stat ${shown}: ${osText(error)}`, isAbsent: isMissing(error) };
  }
}
