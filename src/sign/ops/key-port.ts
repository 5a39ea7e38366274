/** The cryptography that seals and envelopes are judged with. A key that signs a thousand times is read once. */
import { BadKey } from '#keys/bad-key';
import { isSignature, keyOfSignature, type VerifyingKey } from '#keys/public-key';
import type { KeyPort } from '../judge-envelope.ts';
import { sealTime } from './time/seal-time.ts';
import { NO_AUTHORITIES } from './time/trust.ts';

/** What the timestamps over a signature say, by the authorities that are trusted. */
export type TimeOf = KeyPort['timeOf'];

const MAX_HELD = 10_000;

export function keyPort(known: readonly VerifyingKey[], timeOf: TimeOf = sealTime(NO_AUTHORITIES, Date.now())): KeyPort<VerifyingKey> {
  const held = new Map<string, VerifyingKey | null>();
  return {
    known,
    read(spki) {
      const name = Buffer.from(spki.buffer, spki.byteOffset, spki.length).toString('latin1');
      const before = held.get(name);
      if (before !== undefined) return before;
      const key = keyOrNull(spki);
      if (held.size < MAX_HELD) held.set(name, key);
      return key;
    },
    verifies: (key, message, sig) => isSignature(key, message, sig),
    timeOf,
  };
}

function keyOrNull(spki: Uint8Array): VerifyingKey | null {
  try {
    return keyOfSignature(spki);
  } catch (error) {
    if (error instanceof BadKey) return null;
    throw error;
  }
}
