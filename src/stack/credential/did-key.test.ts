import { base58 } from '@scure/base';
import { expect, it } from 'vitest';
import { formatDidKey, parseDidKey, parseVerificationMethod, verificationMethodOf } from './did-key.ts';

const key = Uint8Array.from({ length: 32 }, (_, index) => index * 7);
const did = formatDidKey(key);
const encoded = (...bytes: readonly number[]): string => `did:key:z${base58.encode(Uint8Array.from(bytes))}`;

it('formatDidKey() and parseDidKey() are inverse functions', () => {
  expect(did).toMatch(/^did:key:z6Mk/);
  expect(parseDidKey(did)).toEqual(key);
});

it.each([
  ['another method', did.replace('did:key', 'did:web')],
  ['upper-case', did.toUpperCase()],
  ['another base', did.replace(':z', ':f')],
  ['a prefix of one byte', encoded(0xed, ...key)],
  ['the prefix of X25519', encoded(0xec, 0x01, ...key)],
  ['a byte too few', encoded(0xed, 0x01, ...key.slice(1))],
  ['a byte too many', encoded(0xed, 0x01, ...key, 0)],
  ['a leading zero byte', encoded(0, 0xed, 0x01, ...key)],
  ['a letter too many', `${did}1`],
  ['nothing', ''],
])('formatDidKey() and parseDidKey() refuse %s', (_what, text) => expect(parseDidKey(text)).toBeNull());

it('parseVerificationMethod() accepts the only method of a key by its two names', () => {
  expect(parseVerificationMethod(`${did}#key-1`)).toEqual({ did, publicKey: key });
  expect(parseVerificationMethod(verificationMethodOf(did))).toEqual({ did, publicKey: key });
});

const other = formatDidKey(key.map((byte) => byte ^ 1)).slice('did:key:'.length);
it.each([
  did,
  `${did}#`,
  `${did}#key-2`,
  `${did}#${other}`,
  `${did}#key-1#key-1`,
  `${did}?x#key-1`,
  `${did}/p#key-1`,
  ` ${did}#key-1`,
  '#key-1',
])('parseVerificationMethod() refuses %s', (method) => expect(parseVerificationMethod(method)).toBeNull());
