/**
 * did:key with an Ed25519 key: `z`, base58btc of ED 01 and the 32 bytes of the key. One key has one DID.
 *
 *     parseDidKey('did:key:z6Mk…')                        the 32 bytes
 *     parseVerificationMethod('did:key:z6Mk…#key-1')      { did: 'did:key:z6Mk…', publicKey }
 */
import { readDidKey, writeDidKey } from '#core/did-key';

export interface VerificationMethod {
  readonly did: string;
  readonly publicKey: Uint8Array;
}

export function formatDidKey(publicKey: Uint8Array): string {
  return writeDidKey('ed25519', publicKey);
}

/** The verification method that `did:key` defines: its fragment repeats the key. */
export function verificationMethodOf(did: string): string {
  return `${did}#${did.slice('did:key:'.length)}`;
}

/** Returns null unless it is an Ed25519 key. The verifier decides whether the bytes are a valid point. */
export function parseDidKey(did: string): Uint8Array | null {
  const found = readDidKey(did);
  return found?.type === 'ed25519' ? found.bytes : null;
}

/** A DID of one key has one method: its fragment is the key again, or `key-1`. Returns null for any other. */
export function parseVerificationMethod(text: string): VerificationMethod | null {
  const did = baseDid(text);
  const fragment = text.slice(did.length + 1);
  const publicKey = parseDidKey(did);
  if (publicKey === null || (fragment !== 'key-1' && fragment !== did.slice('did:key:'.length))) return null;
  return { did, publicKey };
}

/** The text before `#`, whatever it is. */
export function baseDid(text: string): string {
  const hash = text.indexOf('#');
  return hash < 0 ? text : text.slice(0, hash);
}
