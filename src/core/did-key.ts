/**
 * did:key: `z`, base58btc of a code of two bytes for the type of the key, and the key.
 *
 *     readDidKey('did:key:z6Mk…')     { type: 'ed25519', bytes: the 32 bytes of the key }
 *     readDidKey('did:key:zDn…')      { type: 'p256', bytes: the 33 bytes of a compressed point }
 */
import { decodeBase58, encodeBase58 } from './bytes/base58.ts';

const START = 'did:key:z';

/** The codes as their two bytes, and the length of the key: for the curves of NIST that of a compressed point. */
const TYPES = {
  ed25519: { code: [0xed, 0x01], length: 32 },
  p256: { code: [0x80, 0x24], length: 33 },
  p384: { code: [0x81, 0x24], length: 49 },
  p521: { code: [0x82, 0x24], length: 67 },
} as const;

export type DidKeyType = keyof typeof TYPES;

export function writeDidKey(type: DidKeyType, bytes: Uint8Array): string {
  return START + encodeBase58(Uint8Array.from([...TYPES[type].code, ...bytes]));
}

/** Returns null for any other text. The caller decides whether the bytes are a valid point. */
export function readDidKey(did: string): { readonly type: DidKeyType; readonly bytes: Uint8Array } | null {
  if (!did.startsWith(START)) return null;
  const bytes = decodeBase58(did.slice(START.length));
  if (bytes === null) return null;
  for (const [type, { code, length }] of Object.entries(TYPES))
    if (bytes[0] === code[0] && bytes[1] === code[1] && bytes.length === code.length + length)
      return { type: type as DidKeyType, bytes: bytes.subarray(code.length) };
  return null;
}
