import { base58 } from '@scure/base';
import { expect, it } from 'vitest';
import { readDidKey, writeDidKey } from './did-key.ts';

it.each([
  ['ed25519', 32, 'z6Mk'],
  ['p256', 33, 'zDn'],
  ['p384', 49, 'z82'],
  ['p521', 67, 'z2J9'],
] as const)('readDidKey() and writeDidKey() are inverse functions for %s', (type, length, start) => {
  const bytes = Uint8Array.from({ length }, (_, index) => (index === 0 ? 2 : index * 3));
  const did = writeDidKey(type, bytes);
  expect(did.startsWith(`did:key:${start}`)).toBe(true);
  expect(readDidKey(did)).toEqual({ type, bytes });
});

it.each([
  ['another length', `did:key:z${base58.encode(Uint8Array.from([0x80, 0x24, ...new Uint8Array(32)]))}`],
  ['another code', `did:key:z${base58.encode(Uint8Array.from([0xe7, 0x01, ...new Uint8Array(33)]))}`],
  ['another base', 'did:key:f00'],
  ['another method', 'did:web:example.com'],
  ['nothing', 'did:key:z'],
])('readDidKey() refuses %s', (_what, text) => expect(readDidKey(text)).toBeNull());
