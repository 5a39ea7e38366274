/**
 * `timestamp.v0`: what `custody timestamp` did.
 *
 *     {"outcome":"TIMESTAMPED","tsa":"https://tsa.example.org/","timestamps":[{"path":"dec.lock.json.seals.jsonl:1","time":"2026-06-01T12:00:00Z",…}],…}
 */
import { counted } from '#core/count-text';
import type { JsonObject } from '#core/json/value';
import type { JudgedTimestamp } from './judge.ts';

export interface TimestampReport {
  /** The URL of the authority, as it may be shown. */
  readonly tsa: string;
  readonly timestamps: readonly { readonly path: string; readonly judged: JudgedTimestamp }[];
  /** Seals that have a timestamp already. */
  readonly kept: number;
  /** Lines that other programs wrote. */
  readonly left: readonly string[];
}

export type TimestampOutcome = 'TIMESTAMPED' | 'UNCHANGED';

export function timestampOutcome({ timestamps }: TimestampReport): TimestampOutcome {
  return timestamps.length === 0 ? 'UNCHANGED' : 'TIMESTAMPED';
}

export function timestampDocument(report: TimestampReport): JsonObject {
  const { tsa, timestamps, kept, left } = report;
  return {
    version: 'timestamp.v0',
    outcome: timestampOutcome(report),
    tsa,
    timestamps: timestamps.map(({ path, judged: { state, time, accuracy, authority, root, policy, serial, notes } }) => {
      return { path, state, time, accuracy, authority, root, policy, serial, notes: [...notes] };
    }),
    kept,
    left: [...left],
  };
}

export function* timestampLines({ timestamps, kept, left }: TimestampReport): Generator<string> {
  for (const { path, judged } of timestamps) {
    const accuracy = judged.accuracy === null ? '' : ` (give or take ${judged.accuracy} s)`;
    const trust =
      judged.state === 'trusted' ? `trusted by ${judged.root}` : 'not compared with an authority that is trusted: --tsa-root names one';
    yield `${path} ${judged.time}${accuracy} by ${judged.authority}, ${trust}`;
    for (const note of judged.notes) yield `  ${note}`;
  }
  for (const path of left) yield `${path} was written by another program, and is left as it is`;
  if (kept > 0) yield `${counted(kept, 'seal')} with a timestamp already: --again adds another`;
}
