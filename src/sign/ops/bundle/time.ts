/**
 * When the signature of a bundle existed, by the timestamps of authorities in it that are over the bytes of the signature. One by an authority
 * that nothing here names only claims a time. One that was changed, or is over something else, makes the signature a bad one.
 */
import { hash } from 'node:crypto';
import { parseInstant } from '#core/time';
import type { Fault } from '../../foreign.ts';
import type { Bundle } from '../../sigstore/bundle.ts';
import type { JudgedFile } from '../judge-file.ts';
import { judgeTimestampBytes } from '../time/judge.ts';
import type { Trust } from '../trust.ts';

export interface BundleTime {
  readonly trusted_time: string | null;
  readonly claimed_time: string | null;
  readonly fault: Fault | null;
  readonly notes: JudgedFile['notes'];
}

export function timeInBundle(
  { content, timestamps }: Bundle,
  path: string,
  { authorities, at }: Pick<Trust, 'authorities' | 'at'>,
): BundleTime {
  const wanted = { digestBy: (algorithm: string) => hash(algorithm, content.signature), nonce: null, policy: null, at };
  const judged = timestamps.map((token) => judgeTimestampBytes(token, wanted, authorities));
  const bad = judged.find(({ state }) => state === 'bad')?.fault ?? null;
  const times = (isTrusted: boolean): readonly string[] =>
    judged.flatMap(({ state, time }) => ((state === 'trusted') === isTrusted && time !== null ? [time] : []));
  return {
    trusted_time: earliest(times(true)),
    claimed_time: earliest(times(false)),
    fault: bad === null ? null : { ...bad, message: `a timestamp in ${path} is not good: ${bad.message}` },
    notes: judged.flatMap(({ notes }) => notes.map((reason) => ({ what: path, reason }))),
  };
}

function earliest(times: readonly string[]): string | null {
  return times.toSorted((a, b) => (parseInstant(a) ?? 0) - (parseInstant(b) ?? 0))[0] ?? null;
}
