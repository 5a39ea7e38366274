import canonicalize from 'canonicalize';
import { expect, it } from 'vitest';
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { parseJson } from '#core/json/read';
import { newHasher, sha256Hex } from '#hashing/hashers';
import { payloadBytes, payloadDigest } from './payload.ts';

const read = (text: string) => parseJson(encodeUtf8(text));
const textOf = (text: string): string => {
  const payload = payloadBytes(read(text));
  return payload.ok ? decodeUtf8(payload.value) : payload.faults.map(({ at, message }) => `${at}: ${message}`).join('; ');
};

it('payloadBytes() leaves out only the top-level proof', () =>
  expect(textOf('{"proof":{"jws":1.5},"b":{"proof":1},"a":[]}')).toBe('{"a":[],"b":{"proof":1}}'));

it('payloadBytes() sorts keys by UTF-16 units, not by code points', () => {
  const text = '{"\\ufb33":1,"\\ud83d\\ude00":2}';
  expect(textOf(text)).toBe('{"\u{1f600}":2,"\u{fb33}":1}');
  expect(textOf(text)).toBe(canonicalize(JSON.parse(text)));
});

it('payloadBytes() keeps a key called __proto__', () => expect(textOf('{"__proto__":{"a":1},"proof":0}')).toBe('{"__proto__":{"a":1}}'));

it.each([
  ['{"a":[{"b":1.5}]}', '/a/0/b: expected an integer, found the number 1.5'],
  ['{"a":1.0}', '/a: expected an integer, found the number 1'],
  ['{"a":1e2}', '/a: expected an integer, found the number 100'],
  ['{"a":-0}', '/a: expected an integer, found the number 0'],
  ['{"a":9007199254740992}', '/a: expected an integer of at most 2^53-1, found 9007199254740992'],
  ['{"a":-9007199254740992}', '/a: expected an integer of at most 2^53-1, found -9007199254740992'],
  ['{"a/b":{"~":0.1}}', '/a~1b/~0: expected an integer, found the number 0.1'],
  ['[]', ': expected an object'],
  ['"text"', ': expected an object'],
])('payloadBytes() refuses %s', (text, fault) => expect(textOf(text)).toBe(fault));

it('payloadBytes() names all numbers that are not allowed', () => {
  expect(textOf('{"a":0.1,"b":[0.2]}')).toBe(
    '/a: expected an integer, found the number 0.1; /b/0: expected an integer, found the number 0.2',
  );
});

it('payloadDigest() is the SHA-256 of the canonical payload', () => {
  const digest = sha256Hex(encodeUtf8('{"a":9007199254740991}'));
  expect(payloadDigest(read('{ "proof": [], "a": 9007199254740991 }'), newHasher)).toEqual({ ok: true, value: digest });
});
