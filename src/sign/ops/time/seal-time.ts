/**
 * The time at which a signature of a seal existed for certain, by the timestamps that lie with it. One that was changed, or is over something
 * else, is a fault of the seal, whoever is trusted.
 *
 *     keyPort(keys, sealTime(trust, Date.now()))
 */
import { hash } from 'node:crypto';
import { parseInstant } from '#core/time';
import type { KeyPort } from '../../judge-envelope.ts';
import { judgeTimestampBytes } from './judge.ts';
import type { TimestampTrust } from './trust.ts';

export function sealTime(trust: TimestampTrust, now: number): KeyPort['timeOf'] {
  return (sig, timestamps) => {
    const wanted = { digestBy: (algorithm: string) => hash(algorithm, sig), nonce: null, policy: null, at: now };
    const judged = timestamps.map((bytes) => judgeTimestampBytes(bytes, wanted, trust));
    const times = judged.flatMap(({ state, time }) => (state === 'trusted' && time !== null ? [time] : []));
    const earliest = times.toSorted((a, b) => (parseInstant(a) ?? 0) - (parseInstant(b) ?? 0))[0] ?? null;
    return { time: earliest, fault: judged.find(({ state }) => state === 'bad')?.fault ?? null };
  };
}
