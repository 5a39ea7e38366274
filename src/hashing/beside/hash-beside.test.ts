import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { NewHasher } from '#core/ports';
import { newHasher } from '../hashers.ts';
import { HashesBeside, shareHashes, withHashesBeside } from './hash-beside.ts';

/** Pieces of all lengths around those that are collected, passed on whole, and divided; more than the shared memory holds. */
const LENGTHS = [0, 1, 63, 64, 4095, 4096, 4097, 100_000, (1 << 17) - 8, 1 << 17, (1 << 20) + 13, 3];
const source = Buffer.alloc(1 << 21, 'bytes that do not repeat at a power of two; ');

/** Hashes pieces by three hashers in turns, from memory that is overwritten after each call. */
function digests(by: NewHasher, rounds: number): readonly string[] {
  const reused = new Uint8Array(source.length);
  const hashers = [0, 1, 2].map(() => by('sha256'));
  for (let i = 0; i < rounds * LENGTHS.length; i++) {
    const [length, at] = [LENGTHS[i % LENGTHS.length] as number, (i * 37) % 1000];
    reused.set(source.subarray(i % 5, (i % 5) + length), at);
    hashers[i % 3]?.update(reused.subarray(at, at + length));
    reused.fill(0xff, at, at + length);
  }
  return hashers.map((hasher) => hasher.digest());
}

it('hashes in another thread as in this one, also what is short or nothing', () => {
  const expected = digests(newHasher, 5);
  expect(withHashesBeside((by) => digests(by, 5))).toEqual(expected);
  const [empty, short] = withHashesBeside((by) => [by('sha256'), by('sha256')] as const);
  short.update(source.subarray(0, 5));
  expect([empty.digest(), short.digest()]).toEqual([0, 5].map((end) => createHash('sha256').update(source.subarray(0, end)).digest('hex')));
});

it('hashes BLAKE3 in this thread', () => {
  const [beside, own] = withHashesBeside((by) => [by('blake3'), newHasher('blake3')] as const);
  for (const hasher of [beside, own]) hasher.update(source);
  expect(beside.digest()).toBe(own.digest());
});

it('hashes all of it in this thread if no other one begins', () => {
  const hashes = new HashesBeside(shareHashes());
  expect(digests(hashes.newHasher, 5)).toEqual(digests(newHasher, 5));
  hashes.close();
});

it('an error of the other thread is an error here', () => {
  const shared = shareHashes();
  new Int32Array(shared.cells)[0] = 3;
  expect(() => digests(new HashesBeside(shared).newHasher, 5)).toThrow('a thread that hashes has failed');
});

it('an error of this thread ends the other one', () => {
  expect(() =>
    withHashesBeside((by) => {
      by('sha256').update(source);
      throw new Error('a bad part');
    }),
  ).toThrow('a bad part');
});
