/**
 * Judges whether an element of a chain is signed by a trusted key (K5, K6): it has a signature, over this content, by a trusted key, and the
 * signature is valid. The first condition that fails is reported.
 *
 *     judgeSignature(element, trusted)     'valid', or { kind: 'UNTRUSTED', message: 'signed by f0ff50dacf109dea, a key that is not trusted' }
 */

import { type PublicKey, verifyHex } from '#keys/ed25519';
import type { FoundTool } from '../resolve.ts';
import type { SignatureLine } from '../signature-line.ts';
import { orKeyRefusal } from './keys.ts';
import type { SpaceRoots } from './spaces.ts';
import { openTrustStore, type TrustStore } from './trust-store.ts';

export interface TrustedKeys extends Pick<TrustStore, 'find' | 'warnings'> {
  /** True if the key made this signature; cached for a runtime that many chains use. */
  holds(key: PublicKey, signature: SignatureLine): boolean;
}

export interface SignatureFault {
  readonly kind: 'UNSIGNED' | 'BAD_SIGNATURE' | 'UNTRUSTED';
  readonly message: string;
}

/** Returns null if there is no trust folder, unless `always` is set: then no key is trusted. */
export function trustedKeys({ user }: SpaceRoots, { always }: { always: boolean }): TrustedKeys | null {
  const store = orKeyRefusal(() => openTrustStore(user));
  if (!store.isThere && !always) return null;
  const held = new Map<string, boolean>();
  return {
    warnings: store.warnings,
    find: (fingerprint) => orKeyRefusal(() => store.find(fingerprint)),
    holds(key, { hash, signature }) {
      const question = `${key.fingerprint} ${hash} ${signature}`;
      const answer = held.get(question) ?? verifyHex(key, hash, signature);
      held.set(question, answer);
      return answer;
    },
  };
}

export function judgeSignature(
  { signature, integrity }: Pick<FoundTool, 'signature' | 'integrity'>,
  trusted: TrustedKeys,
): 'valid' | SignatureFault {
  if (signature === null) return { kind: 'UNSIGNED', message: 'unsigned item' };
  if (signature.hash !== integrity)
    return { kind: 'BAD_SIGNATURE', message: `signed content has changed: ${hashes(signature.hash, integrity)}` };
  const key = trusted.find(signature.fingerprint);
  if (key === null) return { kind: 'UNTRUSTED', message: `signed by ${signature.fingerprint}, a key that is not trusted` };
  if (!trusted.holds(key, signature))
    return { kind: 'BAD_SIGNATURE', message: `signature is not by the key ${signature.fingerprint} that it names` };
  return 'valid';
}

function hashes(expected: string, actual: string): string {
  return `expected ${expected.slice(0, 16)}…, found ${actual.slice(0, 16)}…`;
}
