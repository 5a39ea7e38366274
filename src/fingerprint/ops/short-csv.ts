/**
 * A short CSV that needs no parser is judged by whoever has read it, in less time than a thread takes to be asked: a few passes over its
 * bytes, whatever they are, and memory that is bounded by their number, so that no file can do harm.
 *
 *     answeringAtOnce([csv.v0], { diagnose: false })?.(question, bytes)      the answer of `fingerprintFile`, or null
 */

import { findPlainCsv } from '#codecs/grid/csv-plain';
import { reusedHashers } from '#hashing/hashers';
import { csvText } from '../builtin/csv-text.ts';
import type { Candidate } from '../candidate.ts';
import type { AnswerAtOnce } from './question.ts';

/** For a longer one a thread pays: it is read on here meanwhile. */
const LONGEST = 1 << 14;

/** Null where not only built-in fingerprints are asked for, since definitions have expressions of their own, and for a diagnosis. */
export function answeringAtOnce(asked: readonly Candidate[], { diagnose }: { readonly diagnose: boolean }): AnswerAtOnce | null {
  if (diagnose || !asked.every(({ source }) => source === 'builtin')) return null;
  const newHasher = reusedHashers();
  return ({ formats, only }, bytes) => {
    if (bytes.length > LONGEST || only !== null || formats.length !== 1 || formats[0] !== 'csv') return null;
    const plain = findPlainCsv(bytes);
    const fingerprint = plain === null ? null : csvText(plain, newHasher);
    return fingerprint === null ? null : { kind: 'judged', fingerprint, isMatched: true, bytesHash: null };
  };
}
