/**
 * Hints that explain missing members, found with a few cheap checks: another root was meant, or files were moved.
 *
 *     {path: '.', found: '2025-12', message: 'all 4003 members are missing here; 4003 of 4003 lie under 2025-12: is that the root?'}
 *     {path: 'a.csv', found: 'old/a.csv', message: 'its bytes are in another file: old/a.csv'}
 */
import { join } from 'node:path';
import { algorithmOf } from '#core/digest';
import type { Algorithm } from '#core/ports';
import { isFileThere } from '#disk/path/stat-if-there';
import { readDirectoryIfThere } from '#disk/walk/directory';
import { FileHasher, HASHED } from '#hashing/hash-file';
import type { Entries } from '../entries/sorted-entries.ts';
import type { EntryTable } from '../entry-table.ts';
import type { Hint } from '../report.ts';
import { weakerSum } from '../strength.ts';
import type { MemberTally } from '../verify.ts';
import { type MembersPlace, NOWHERE, rootHint } from '../wrong-root.ts';

const MAX_FOLDERS = 100;
const MAX_MEMBERS = 10_000;

/** If all members that were checked are missing, looks for them in the parent folder of the root and in the folders in the root. */
export function rootHints(root: string, members: EntryTable, tally: MemberTally): readonly Hint[] {
  const missing = tally.failures.count - tally.extras;
  const place = placeIfAllMissing(root, members, tally);
  return place === null ? [] : rootHint(missing, place);
}

/** Null if some member is here. With no member at all there is nothing to look for. */
export function placeIfAllMissing(root: string, members: EntryTable, tally: MemberTally): MembersPlace | null {
  const { verified, weaker, failures, skips, extras } = tally;
  if (verified + weakerSum(weaker) + skips.count > 0 || !isAllMissing(failures)) return null;
  if (failures.count === extras) return NOWHERE;
  for (const folder of foldersNear(root)) {
    const there = countThere(join(root, folder), members);
    if (there > 0) return { found: folder, there, looked: Math.min(members.count, MAX_MEMBERS) };
  }
  return NOWHERE;
}

function isAllMissing(failures: Entries): boolean {
  for (let index = 0; index < failures.count; index++) {
    const { reason } = failures.value(index);
    if (reason !== 'MISSING' && reason !== 'EXTRA') return false;
  }
  return true;
}

function foldersNear(root: string): readonly string[] {
  try {
    const below = readDirectoryIfThere(root).filter(({ kind, rawName }) => kind === 'directory' && rawName === null);
    return ['..', ...below.slice(0, MAX_FOLDERS).map(({ name }) => name)];
  } catch {
    return ['..'];
  }
}

/** Counts only if the first member exists there. */
function countThere(folder: string, members: EntryTable): number {
  if (!isFileThere(join(folder, members.path(0)))) return 0;
  let there = 0;
  for (let index = 0; index < members.count && index < MAX_MEMBERS; index++) if (isFileThere(join(folder, members.path(index)))) there++;
  return there;
}

/** The limit for the bytes of extra files that are read to find moved files. */
const MAX_BYTES = 1 << 26;

/** With `--closed`: finds missing members whose bytes are in an extra file. Only files of the same size are read, up to a limit. */
export function movedHints(folder: string, failures: Entries, confine: string | null): Hint[] {
  const missing = missingBySize(failures);
  const hasher = new FileHasher();
  const hints: Hint[] = [];
  let read = 0;
  for (const index of missing.size === 0 ? [] : failures.order()) {
    const { reason, path, actual_size } = failures.value(index) as { reason: string; path: string; actual_size: number | bigint | null };
    const size = Number(actual_size ?? 0);
    const alike = reason === 'EXTRA' ? missing.get(size) : undefined;
    if (alike === undefined || read + size > MAX_BYTES) continue;
    read += size;
    const { algorithm, byHash } = alike;
    if (hasher.ask({ path: folder + path, algorithm, expectedSize: size, isKnownRegular: false, confine }) !== HASHED) continue;
    const from = byHash.get(`${algorithm}:${hasher.hex}`)?.pop();
    if (from !== undefined) hints.push({ path: from, found: path, message: `its bytes are in another file: ${path}` });
  }
  return hints;
}

interface Alike {
  readonly algorithm: Algorithm;
  readonly byHash: Map<string, string[]>;
}

/** Empty members are left out: all empty files are equal, so an empty extra file shows nothing. */
function missingBySize(failures: Entries): ReadonlyMap<number, Alike> {
  const sizes = new Map<number, Alike>();
  for (const index of failures.order().toReversed()) {
    const { reason, path, expected, expected_size } = failures.value(index) as {
      reason: string;
      path: string;
      expected: string;
      expected_size: number | bigint;
    };
    if (reason !== 'MISSING' || Number(expected_size) === 0) continue;
    const alike = sizes.get(Number(expected_size)) ?? {
      algorithm: algorithmOf(expected) as Algorithm,
      byHash: new Map<string, string[]>(),
    };
    sizes.set(Number(expected_size), alike);
    const paths = alike.byHash.get(expected) ?? [];
    alike.byHash.set(expected, paths);
    paths.push(path);
  }
  return sizes;
}
