import { describe, expect, test } from 'vitest';
import { digestOf } from '#core/digest';
import type { Algorithm } from '#core/ports';
import { vectors } from '../../tests/vectors/vector-file.ts';
import { newBlake3, newHasher } from './hashers.ts';

const patterned = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => i % 251);

describe('newHasher()', () => {
  test.each(vectors('digests.tsv'))('gives the %s of %s bytes, in one piece and in many', (algorithm = '', length = '', hex = '') => {
    const bytes = patterned(Number(length));
    const runs = Array.from({ length: Math.ceil(bytes.length / 1000) }, (_, i) => bytes.subarray(i * 1000, i * 1000 + 1000));
    expect(digestOf(newHasher, algorithm as Algorithm, [bytes])).toBe(`${algorithm}:${hex}`);
    expect(digestOf(newHasher, algorithm as Algorithm, runs)).toBe(`${algorithm}:${hex}`);
  });

  test.each<Algorithm>(['sha256', 'blake3'])(
    'by %s hashes the bytes during the call: the caller may change them afterwards',
    (algorithm) => {
      const bytes = patterned(5000);
      const hasher = newHasher(algorithm);
      hasher.update(bytes);
      bytes.fill(0);
      expect(`${algorithm}:${hasher.digest()}`).toBe(digestOf(newHasher, algorithm, [patterned(5000)]));
    },
  );

  test('keeps the states of two hashers separate', () => {
    const [one, other] = [newHasher('blake3'), newHasher('blake3')];
    one.update(patterned(1));
    other.update(patterned(2));
    expect(one.digest()).not.toBe(other.digest());
  });
});

describe('newBlake3()', () => {
  test('forgets everything on reset()', () => {
    const hasher = newBlake3();
    hasher.update(patterned(3000));
    hasher.reset();
    hasher.update(patterned(1024));
    expect(`blake3:${hasher.digest('hex')}`).toBe(digestOf(newHasher, 'blake3', [patterned(1024)]));
  });
});
