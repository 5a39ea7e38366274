/**
 * Caches the verification of signatures, because a credential is judged at the time of the lock and at the requested time. The verification is the
 * most expensive step, and does not depend on the time.
 *
 *     const verify = cachedVerify(verifyEd25519);
 */
import type { VerifyEd25519 } from '../inputs/facts.ts';

export function cachedVerify(verify: VerifyEd25519): VerifyEd25519 {
  /** Two messages with one key and signature are rare, so the long message is compared and is not part of the key. */
  const known = new Map<string, { readonly message: Uint8Array; readonly holds: boolean }[]>();
  return (publicKey, message, signature) => {
    // The length of the public key makes the combined key unambiguous.
    const key = `${publicKey.length} ${Buffer.from(publicKey).toString('latin1')}${Buffer.from(signature).toString('latin1')}`;
    const before = known.get(key) ?? [];
    const found = before.find((each) => Buffer.compare(each.message, message) === 0);
    if (found !== undefined) return found.holds;
    const holds = verify(publicKey, message, signature);
    known.set(key, [...before, { message, holds }]);
    return holds;
  };
}
