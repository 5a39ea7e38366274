/**
 * The middle step of `vacuum | hash | lock`: reads records and returns the same records with the hash of their files, in the same order.
 *
 *     const { skipped } = hashRecords(source, { algorithm: 'sha256', cwd: '/data', version: '0.1.0' }, (line) => …);
 *
 * The first records are all parsed before any file is hashed or any line is output, and a refusal among them is thrown at once. A later
 * refusal is thrown after all records before it have been output (V1).
 */
import { isAbsolute } from 'node:path';
import type { Algorithm, ByteSource } from '#core/ports';
import { osTextOfErrno } from '#disk/os-error';
import { CHANGED_DURING_READ, HASHED, NOT_REGULAR, SIZE_DIFFERS } from '#hashing/hash-file';
import { type Answer, hashFiles, type NextHashItem } from '#hashing/pool';
import { formatHashed, type HashInput, type HashOutcome, parseHashInput } from '../hash.ts';
import { badInput } from '../refusals.ts';
import { changedSinceScan, changedWhileRead } from '../warnings.ts';
import { openRecordQueue, type RecordQueue } from './record-queue.ts';

export interface Hashing {
  readonly algorithm: Algorithm;
  /** The folder that relative paths start from. */
  readonly cwd: string;
  /** The version for `tool_versions`. */
  readonly version: string;
  readonly threads?: number | undefined;
  readonly onFailure?: (path: string, error: string) => void;
}

/** `skipped` counts all records without a hash, whichever tool skipped them. Lines have no newline. */
export function hashRecords(source: ByteSource, options: Hashing, onLine: (line: string) => void): { readonly skipped: number } {
  const hashing = openHashing(source, options, onLine);
  hashing.hashFiles(() => false);
  return hashing.finish();
}

/** The steps of `hashRecords`, for a caller that hashes some records in another way. */
export interface RecordHashing {
  /** Hashes files until `isOther` is true of a record, and returns that record; undefined at the end. */
  hashFiles(isOther: (record: HashInput) => boolean): HashInput | undefined;
  /** The next record, undefined while too many wait for `deliver` and at the end. */
  next(): HashInput | undefined;
  /** The record comes next again. */
  putBack(record: HashInput): void;
  /** The records must be delivered in their order. */
  deliver(record: HashInput, outcome: HashOutcome): void;
  /** Throws the refusal that ended the stream. */
  finish(): { readonly skipped: number };
}

export function openHashing(source: ByteSource, options: Hashing, onLine: (line: string) => void): RecordHashing {
  const { algorithm, threads } = options;
  const queue = openRecordQueue(source, { parse: parseHashInput, badInput });
  let skipped = 0;
  let back: HashInput | undefined;
  const nextOf = (): HashInput | undefined => {
    const record = back ?? queue.next();
    back = undefined;
    return record;
  };
  const deliver = (record: HashInput, outcome: HashOutcome): void => {
    queue.release(record);
    if (outcome.kind !== 'hashed') skipped++;
    if (outcome.kind === 'failed') options.onFailure?.(record.path, outcome.error);
    onLine(formatHashed(record, outcome, options.version));
  };
  return {
    next: nextOf,
    putBack(record) {
      back = record;
    },
    deliver,
    hashFiles(isOther) {
      let other: HashInput | undefined;
      const next = (): HashInput | undefined => {
        const record = other === undefined ? nextOf() : undefined;
        if (record === undefined || !isOther(record)) return record;
        other = record;
        return undefined;
      };
      const questions = asking(next, options);
      while (other === undefined && (back !== undefined || !queue.hasEnded()))
        hashFiles(questions, { threads }, (record, answer) => deliver(record, outcomeOf(record, answer, algorithm)));
      return other;
    },
    finish() {
      const refusal = queue.refusal();
      if (refusal !== null) throw refusal;
      return { skipped };
    },
  };
}

function asking(next: RecordQueue<HashInput>['next'], { algorithm, cwd }: Hashing): NextHashItem<HashInput> {
  return function nextRecord() {
    const item = next();
    if (item === undefined) return undefined;
    if (item.isSkipped || item.path.includes('\0')) return { item, question: null };
    const path = isAbsolute(item.path) || item.path === '' ? item.path : `${cwd}/${item.path}`;
    const expectedSize = item.size === null ? -1 : Number(item.size);
    return { item, question: { path, algorithm, expectedSize, isKnownRegular: false, confine: null } };
  };
}

function outcomeOf(record: HashInput, answer: Answer | null, algorithm: Algorithm): HashOutcome {
  if (record.isSkipped) return { kind: 'skipped upstream' };
  if (answer === null) return { kind: 'failed', error: 'No path may hold a NUL' };
  if (answer.status === HASHED) return { kind: 'hashed', bytesHash: `${algorithm}:${answer.hex}`, algorithm };
  return { kind: 'failed', error: describeReadFailure(answer, record.size) };
}

/**
 * Returns the text of the warning for a file without a hash.
 *
 *     describeReadFailure({ status: UNREADABLE, errno: -13, … }, 12)   Permission denied
 *
 * `scannedSize` is the size in the record.
 */
export function describeReadFailure(answer: Answer, scannedSize: number | bigint | null): string {
  switch (answer.status) {
    case NOT_REGULAR:
      return 'Not a regular file';
    case SIZE_DIFFERS:
      return changedSinceScan(scannedSize ?? 0, answer.size);
    case CHANGED_DURING_READ:
      return changedWhileRead;
    default:
      return osTextOfErrno(answer.errno);
  }
}
