/**
 * Signatures that are checked once, however often a credential is judged: at the time of the lock, and at the one that was asked for. A check
 * costs more than all else that is judged, and the time has no part in it.
 *
 *     const verify = rememberedVerify(verifyEd25519);
 */
import type { VerifyEd25519 } from '../inputs/facts.ts';

export function rememberedVerify(verify: VerifyEd25519): VerifyEd25519 {
  /** Of one signature there are seldom two, so that the message, which is long, is compared and not looked up. */
  const known = new Map<string, { readonly message: Uint8Array; readonly holds: boolean }[]>();
  return (publicKey, message, signature) => {
    // With the length of the first, so that no two pairs have one key.
    const key = `${publicKey.length} ${Buffer.from(publicKey).toString('latin1')}${Buffer.from(signature).toString('latin1')}`;
    const before = known.get(key) ?? [];
    const found = before.find((each) => Buffer.compare(each.message, message) === 0);
    if (found !== undefined) return found.holds;
    const holds = verify(publicKey, message, signature);
    known.set(key, [...before, { message, holds }]);
    return holds;
  };
}
