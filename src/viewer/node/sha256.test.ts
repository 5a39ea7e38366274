/** SHA-256 of the page, compared with OpenSSL's. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createSha256, type Sha256 } from './sha256.ts';

const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 2_654_435_761) >>> 13);
const expected = (message: Uint8Array): string => createHash('sha256').update(message).digest('hex');

describe('createSha256', () => {
  let hasher: Sha256;
  beforeAll(async () => {
    hasher = await createSha256();
  });
  const actual = (...pieces: readonly Uint8Array[]): string => {
    hasher.init();
    for (const piece of pieces) hasher.update(piece);
    return Buffer.from(hasher.digest('binary')).toString('hex');
  };

  it('hashes messages of each length near those at which the padding changes', () => {
    for (let length = 0; length < 260; length++)
      expect([length, actual(bytes.subarray(0, length))]).toEqual([length, expected(bytes.subarray(0, length))]);
  });

  it('hashes the same in pieces of any length', () => {
    for (const length of [1, 7, 63, 64, 65, 127, 4096, 65_535, 65_536, 65_537, 200_000]) {
      const pieces: Uint8Array[] = [];
      for (let at = 0; at < bytes.length; at += length) pieces.push(bytes.subarray(at, at + length));
      if (pieces.length > 50_000) pieces.splice(50_000);
      const message = bytes.subarray(0, pieces.length * length);
      expect([length, actual(...pieces)]).toEqual([length, expected(message)]);
    }
  });

  it('goes on from a state that was saved, after another message', () => {
    for (const cut of [0, 1, 64, 100, 70_000]) {
      hasher.init();
      hasher.update(bytes.subarray(0, cut));
      const saved = hasher.save();
      actual(bytes.subarray(5, 999));
      hasher.load(saved);
      hasher.update(bytes.subarray(cut));
      expect([cut, Buffer.from(hasher.digest('binary')).toString('hex')]).toEqual([cut, expected(bytes)]);
    }
  });

  it('differs with each bit of a message of two blocks', () => {
    const seen = new Set([actual(bytes.subarray(0, 128))]);
    for (let bit = 0; bit < 1024; bit++) {
      const message = bytes.slice(0, 128);
      message[bit >> 3] = (message[bit >> 3] as number) ^ (1 << (bit & 7));
      seen.add(actual(message));
    }
    expect(seen.size).toBe(1025);
  });

  it('counts more bits than 32 hold', () => {
    const [piece, times] = [new Uint8Array(1 << 24), 33];
    const hash = createHash('sha256');
    for (let n = 0; n < times; n++) hash.update(piece);
    expect(actual(...Array.from({ length: times }, () => piece))).toBe(hash.digest('hex'));
  });
});
