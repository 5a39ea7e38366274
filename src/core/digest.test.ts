import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { encodeUtf8 } from './bytes/utf8.ts';
import { ALGORITHMS, algorithmOf, type Digest, digestOf, hasKnownAlgorithm, hexOf, isAlgorithm, isSha256Digest } from './digest.ts';
import type { NewHasher } from './ports.ts';

test.each([
  ['sha256:00', 'sha256'],
  ['blake3:', 'blake3'],
  ['a:b:c', 'a'],
  [':00', ''],
  ['sha256', 'sha256'],
  ['', ''],
])('algorithmOf() of %j is %j', (bytesHash, algorithm) => expect(algorithmOf(bytesHash)).toBe(algorithm));

test.each([
  ['sha256:00', true],
  ['blake3:', true],
  ['sha256', false],
  ['md5:00', false],
  [':sha256', false],
  ['SHA256:00', false],
])('hasKnownAlgorithm() of %j is %j', (bytesHash, expected) => expect(hasKnownAlgorithm(bytesHash)).toBe(expected));

test.each(['sha256', 'blake3'])('isAlgorithm() accepts %s', (name) => expect(isAlgorithm(name)).toBe(true));

test.each(['SHA256', 'sha-256', 'md5', '', 'toString', 'blake3 '])('isAlgorithm() refuses %j', (name) =>
  expect(isAlgorithm(name)).toBe(false),
);

test('isAlgorithm() accepts exactly what ALGORITHMS lists', () => expect(ALGORITHMS.filter(isAlgorithm)).toEqual(['sha256', 'blake3']));

const hex = '0123456789abcdef'.repeat(4);

test('hexOf() returns the digits of what isSha256Digest() accepts', () => {
  expect(isSha256Digest(`sha256:${hex}`)).toBe(true);
  expect(hexOf(`sha256:${hex}`)).toBe(hex);
});

test.each([
  hex,
  `blake3:${hex}`,
  `sha256:${hex.slice(1)}`,
  `sha256:${hex}0`,
  `sha256:${hex.toUpperCase()}`,
  `sha256:${hex}\n`,
  'sha256:../..',
])('hexOf() gives none of %j', (text) => {
  expect(isSha256Digest(text)).toBe(false);
  expect(() => hexOf(text as Digest)).toThrow('expected sha256: and 64 hex digits');
});

const asked: string[] = [];
const newHasher: NewHasher = (algorithm) => {
  asked.push(algorithm);
  const hash = createHash('sha256');
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('hex') };
};

test('digestOf() hashes the runs in sequence, and names the algorithm', () => {
  const runs = ['a', '', 'bc'].map(encodeUtf8);
  expect(digestOf(newHasher, 'sha256', runs)).toBe('sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(digestOf(newHasher, 'blake3', [])).toMatch(/^blake3:e3b0c442/);
  expect(asked).toEqual(['sha256', 'blake3']);
});
