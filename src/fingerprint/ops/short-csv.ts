/**
 * Judges a short CSV on the main thread, which is faster than asking a worker thread. Its reader takes a few linear passes over the bytes and
 * bounded memory, so no file can do harm.
 *
 *     mainThreadJudge([csv.v0], { diagnose: false })?.(question, bytes)      the answer of `fingerprintFile`, or null
 */

import { readCsv } from '#codecs/grid/csv';
import { memorySource } from '#core/bytes/source';
import { ParseFailure } from '#core/parsed';
import type { NewHasher } from '#core/ports';
import { reusedHashers } from '#hashing/hashers';
import { csvText } from '../builtin/csv-text.ts';
import type { Candidate } from '../candidate.ts';
import type { MainThreadJudge } from './question.ts';

/** A longer file is judged by a thread, while the main thread reads the next ones. */
const MAX_LENGTH = 1 << 14;

/** Returns null for a diagnosis, or if a definition is requested, because definitions have patterns of their own. */
export function mainThreadJudge(asked: readonly Candidate[], { diagnose }: { readonly diagnose: boolean }): MainThreadJudge | null {
  if (diagnose || !asked.every(({ source }) => source === 'builtin')) return null;
  const newHasher = reusedHashers();
  return ({ formats, only }, bytes) => {
    if (bytes.length > MAX_LENGTH || only !== null || formats.length !== 1 || formats[0] !== 'csv') return null;
    const fingerprint = judged(bytes, newHasher);
    return fingerprint === null ? null : { kind: 'judged', fingerprint, isMatched: true, bytesHash: null };
  };
}

/** Null for a file that is not a CSV: a thread reports it. */
function judged(bytes: Uint8Array, newHasher: NewHasher): string | null {
  try {
    return csvText(readCsv(memorySource(bytes)), newHasher);
  } catch (error) {
    if (error instanceof ParseFailure) return null;
    throw error;
  }
}
