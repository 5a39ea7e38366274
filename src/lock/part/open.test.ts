import { expect, test } from 'vitest';
import { newHasher } from '#hashing/hashers';
import { OpenedPart } from './open.ts';

/** Counts how often it is read. */
function open(bytes: Uint8Array): { readonly open: () => OpenedPart; readonly reads: () => number } {
  let at = 0;
  let reads = 0;
  const read = (into: Uint8Array): number => {
    reads++;
    const piece = bytes.subarray(at, at + into.length);
    into.set(piece);
    at += piece.length;
    return piece.length;
  };
  return { open: () => new OpenedPart('p', { source: { read }, size: bytes.length, newHasher }), reads: () => reads };
}

test('a file of one long line is read in pieces up to the limit of a head, and refused', () => {
  const { open: opened, reads } = open(new Uint8Array((1 << 26) + (1 << 20)).fill(0x61));
  expect(opened).toRefuse('E_BAD_PART', { path: 'p' }, 'expected a line of at most 67108864 bytes');
  expect(reads()).toBe((1 << 10) + 1);
});

test('a head of several pieces is joined in their order', () => {
  const head = Buffer.from(`{"version":"other","x":"${'abc'.repeat(50_000)}"}\nrest`);
  expect(open(head).open).toRefuse('E_BAD_PART', { path: 'p' }, 'expected version lock-part.v0, found "other"');
});

test('an empty file is refused', () => expect(open(new Uint8Array(0)).open).toRefuse('E_BAD_PART', { path: 'p' }, 'the file is empty'));
