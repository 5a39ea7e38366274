/**
 * Compares two packs. Besides the manifests, it reads only changed members whose contents are compared: reports, for their outcome, and
 * lockfiles, for their own diff.
 *
 *     diffPacks({ given: 'november', place }, { given: 'december', place })     shifts: rvl NO_REAL_CHANGE -> REAL_CHANGE
 */
import { compareUtf8 } from '#core/bytes/order';
import { newHasher } from '#hashing/hashers';
import { heapLimit } from '#threads/heap-limit';
import { diffManifests, type LockChange, type MemberPair, type OutcomeChange, type PackDiff } from '../diff.ts';
import { type ReadManifest, readManifest } from '../read.ts';
import type { ReportOutcome } from '../report-outcome.ts';
import { requireDiffable } from '../require-diffable.ts';
import { lockChange, type OpenedLock, openSealedLock } from './lock-change.ts';
import { type OpenPack, readMembers } from './read-members.ts';
import { readOutcome } from './read-outcome.ts';

/** Throws `E_BAD_PACK` if a pack does not match its manifest, and `E_IO` if it cannot be read. */
export function diffPacks(a: OpenPack, b: OpenPack): PackDiff {
  const diff = diffManifests(trustedManifest(a), trustedManifest(b));
  return { ...diff, ...readReportsAndLocks(a, b, diff.changed) };
}

function trustedManifest({ given, place }: OpenPack): ReadManifest {
  return requireDiffable(readManifest(place.manifestBytes(), given, heapLimit), given, newHasher);
}

/** A lock of `a` is kept in memory only until the lock of `b` has been read. */
function readReportsAndLocks(a: OpenPack, b: OpenPack, changed: readonly MemberPair[]): Pick<PackDiff, 'shifts' | 'locks'> {
  const reports = new Set(changed.filter(isReport).map(({ path }) => path));
  const wanted = changed.filter((pair) => reports.has(pair.path) || isLock(pair));
  const before = { outcomes: new Map<string, ReportOutcome | null>(), locks: new Map<string, OpenedLock>() };
  const shifts: OutcomeChange[] = [];
  const locks: LockChange[] = [];
  readPart(a, hashesOf(wanted, 'a'), (path, source) => {
    if (reports.has(path)) before.outcomes.set(path, readOutcome(source));
    else before.locks.set(path, openSealedLock(a.given, path, source));
  });
  readPart(b, hashesOf(wanted, 'b'), (path, source) => {
    if (reports.has(path)) shifts.push(...outcomeChange(path, before.outcomes.get(path), readOutcome(source)));
    else {
      locks.push(lockChange(path, before.locks.get(path) as OpenedLock, openSealedLock(b.given, path, source)));
      before.locks.delete(path);
    }
  });
  return { shifts: shifts.sort(byPath), locks: locks.sort(byPath) };
}

/** An archive is read to its end even if no member is needed, because the ledger records its hash. */
function readPart(pack: OpenPack, hashes: ReadonlyMap<string, string>, read: Parameters<typeof readMembers>[2]): void {
  if (hashes.size > 0 || pack.place.input.hash === null) readMembers(pack, hashes, read);
}

function isReport({ a, b }: MemberPair): boolean {
  return [a, b].every(({ type, artifactVersion }) => (type === 'report' || type === 'artifact') && artifactVersion !== null);
}

function isLock({ a, b }: MemberPair): boolean {
  return a.type === 'lockfile' && b.type === 'lockfile';
}

function hashesOf(pairs: readonly MemberPair[], side: 'a' | 'b'): ReadonlyMap<string, string> {
  return new Map(pairs.map((pair) => [pair.path, pair[side].bytesHash]));
}

/** Reports of two different tools have no common outcome to compare: the report itself was replaced. */
function outcomeChange(path: string, old: ReportOutcome | null | undefined, now: ReportOutcome | null): readonly OutcomeChange[] {
  if (!old || now === null || old.tool !== now.tool || old.outcome === now.outcome) return [];
  return [{ path, tool: now.tool, from: old.outcome, to: now.outcome }];
}

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return compareUtf8(a.path, b.path);
}
