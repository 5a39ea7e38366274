/**
 * Makes a plan from a file: the lock of the same tree from before, or a listing, which is what `vacuum` writes. A listing need not be
 * sorted. And reads a plan that was made.
 *
 *     planFrom('november.lock.json', (read) => withGivenFile(path, ({ source }) => read(source)), 8)
 */
import { isBefore } from '#core/bytes/order';
import { fill, prefixedSource, readWhole } from '#core/bytes/source';
import { JsonError, parseJson } from '#core/json/read';
import { isJsonObject } from '#core/json/value';
import type { PathRange } from '#core/path-range';
import type { ByteSource } from '#core/ports';
import type { Shard } from '#core/shard';
import { listParentCommand } from '#core/shell-words';
import { errorCode, osText } from '#disk/os-error';
import { newHasher } from '#hashing/hashers';
import { type HashInput, parseHashInput } from '#stream/hash';
import { readRecords } from '#stream/ops/record-queue';
import { badInput } from '#stream/refusals';
import { MemberFacts } from '../member.ts';
import { createPlan, type PlannedFiles } from '../plan/create.ts';
import { type Plan, parsePlan, rangeOf } from '../plan/document.ts';
import { badPlan } from '../plan/refusals.ts';
import { cannotAccess, emptyPlan } from '../refusals.ts';
import { type JudgedLock, requireUntampered } from '../verify.ts';
import { openLock } from './open.ts';

type WithSource = <T>(read: (source: ByteSource) => T) => T;

/** How far the line end of the first record is looked for. */
const START = 1 << 16;
const MAX_PLAN = 1 << 30;
const RECORDS: readonly unknown[] = ['vacuum.v0', 'hash.v0', 'fingerprint.v0'];

/** `withSource` opens the file, calls back with its bytes, and closes it. A system error that it throws becomes `E_IO`. */
export function planFrom(path: string, withSource: WithSource, parts: number): Plan {
  const files = reading(path, withSource, (source) => {
    const start = new Uint8Array(START);
    const filled = start.subarray(0, fill(source, start));
    // The listing of an empty folder.
    if (filled.length === 0) throw emptyPlan(path);
    const whole = prefixedSource(filled, source);
    return isRecord(filled)
      ? listedFiles(whole)
      : lockedFiles(
          requireUntampered(
            path,
            openLock(path, (read) => read(whole)),
          ),
        );
  });
  if (files.count === 0) throw emptyPlan(path);
  return createPlan(files, parts, newHasher);
}

/** `withSource` as above. */
export function readPlan(path: string, withSource: WithSource): Plan {
  const bytes = reading(path, withSource, (source) => readWhole(source, MAX_PLAN));
  if (bytes === null) throw badPlan(path, 'it is too long');
  return parsePlan(path, bytes, newHasher);
}

function reading<T>(path: string, withSource: WithSource, read: (source: ByteSource) => T): T {
  try {
    return withSource(read);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw cannotAccess(`cannot read ${path} — ${osText(error)}`, path, osText(error), listParentCommand(path));
  }
}

/**
 * The range of a shard of the members of a lock: every task that has the lock gets the same. Null where there are no members, and so
 * nothing to divide.
 */
export function rangeOfShard(lock: Pick<JudgedLock, 'members'>, { index, count }: Shard): PathRange | null {
  return lock.members.count === 0 ? null : rangeOf(createPlan(lockedFiles(lock), count, newHasher), index);
}

function isRecord(start: Uint8Array): boolean {
  const feed = start.indexOf(0x0a);
  try {
    const value = parseJson(start, 0, feed < 0 ? start.length : feed);
    return isJsonObject(value) && RECORDS.includes(value['version']);
  } catch (error) {
    if (error instanceof JsonError) return false;
    throw error;
  }
}

function lockedFiles({ members }: Pick<JudgedLock, 'members'>): PlannedFiles {
  const facts = new MemberFacts();
  return {
    count: members.count,
    path: (index) => facts.of(members.entry(index)).path,
    size: (index) => facts.of(members.entry(index)).size,
  };
}

function listedFiles(source: ByteSource): PlannedFiles {
  const files: Pick<HashInput, 'name' | 'size'>[] = [];
  let isSorted = true;
  for (const { name, size } of readRecords(source, { parse: parseHashInput, badInput })) {
    const before = files.at(-1);
    if (before !== undefined && isBefore(name, before.name)) isSorted = false;
    files.push({ name, size });
  }
  if (!isSorted) files.sort((a, b) => (isBefore(a.name, b.name) ? -1 : isBefore(b.name, a.name) ? 1 : 0));
  const at = (index: number): Pick<HashInput, 'name' | 'size'> => files[index] as Pick<HashInput, 'name' | 'size'>;
  // A skipped record has no size.
  return { count: files.length, path: (index) => at(index).name, size: (index) => at(index).size ?? 0 };
}
