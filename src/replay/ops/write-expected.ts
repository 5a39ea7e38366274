/**
 * Replaces the placeholder by the hash (R5). It takes a lock in the bundle folder, reads and judges everything again, checks once more right
 * before the rename, and writes atomically. If several processes write at the same time, one writes and the others find its hash.
 */
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { compareBytes } from '#core/bytes/order';
import { JSON_LIMITS } from '#core/json/limits';
import { lockBeside } from '#disk/lock/lock-beside';
import { errorCode, osText } from '#disk/os-error';
import { readRegularFile } from '#disk/read/regular-file';
import { writeWhole } from '#disk/write/whole-file';
import { SNAPSHOT_FILE } from '../bundle.ts';
import type { Verdict } from '../result.ts';
import type { JudgedBundle } from '../verify.ts';
import { replaceExpected } from '../write-back.ts';
import { notWritten, written } from '../write-outcome.ts';
import type { BundlePlace } from './load.ts';

/** Limits the wait for the lock, so that a suspended process does not block all others forever. */
const LOCK_WAIT_MS = 30_000;

class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
}

export interface WriteBack {
  /** The judged bundle whose hash is to be written. */
  readonly judged: JudgedBundle;
  /** Reads and judges the bundle as it is now. */
  readonly judgeAgain: () => JudgedBundle;
  readonly sync: boolean;
}

export interface WriteResult {
  readonly verdict: Verdict;
  /** The bundle as it was judged last; the verdict describes this state. */
  readonly latest: JudgedBundle;
}

export function writeExpected({ path }: BundlePlace, { judged, judgeAgain, sync }: WriteBack): WriteResult {
  const file = join(path, SNAPSHOT_FILE);
  let lock: ReturnType<typeof lockBeside>;
  try {
    lock = lockBeside(file, LOCK_WAIT_MS);
  } catch (error) {
    return { verdict: notWritten(judged, `cannot lock: ${osText(error)}`), latest: judged };
  }
  let latest = judged;
  try {
    latest = judgeAgain();
    if (latest.toWrite === null) return { verdict: latest, latest };
    requireWritable(file);
    putInPlace(file, latest, { sync, judgeAgain });
    return { verdict: written(latest), latest };
  } catch (error) {
    if (error instanceof ChangedMeanwhile) {
      latest = judgeAgain();
      return { verdict: latest.toWrite === null ? latest : notWritten(latest, 'the bundle changed during the run'), latest };
    }
    if (errorCode(error) === undefined) throw error;
    return { verdict: notWritten(latest, osText(error)), latest };
  } finally {
    lock.release();
  }
}

/** A rename also replaces a read-only file, so the permission is checked first. */
function requireWritable(file: string): void {
  try {
    accessSync(file, constants.W_OK);
  } catch (error) {
    throw errorCode(error) === 'ENOENT' ? new ChangedMeanwhile() : error;
  }
}

function putInPlace(file: string, { parsed, toWrite }: JudgedBundle, { sync, judgeAgain }: Omit<WriteBack, 'judged'>): void {
  const before = snapshotBytes(parsed);
  const beforeRename = (): void => {
    // The snapshot is checked last: reading the claims takes time, and a value that somebody wrote meanwhile must stay.
    if (judgeAgain().toWrite !== toWrite || !isStill(file, before)) throw new ChangedMeanwhile();
  };
  writeWhole(file, replaceExpected(before, toWrite as string), { sync, beforeRename });
}

function isStill(file: string, before: Uint8Array): boolean {
  try {
    return compareBytes(before, readRegularFile(file, { maxBytes: JSON_LIMITS.document.bytes, follow: true })) === 0;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}

function snapshotBytes({ files }: JudgedBundle['parsed']): Uint8Array {
  return files.find(({ collection }) => collection === null)?.bytes ?? new Uint8Array();
}
