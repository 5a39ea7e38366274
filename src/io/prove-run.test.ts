import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../tests/scratch-folder.ts';
import { withHashPool } from './hash-pool.ts';
import { type FileProof, UNPROVEN } from './prove-file.ts';

const folder = scratchFolder('prove-run');
const files = Array.from({ length: 50 }, (_, i) => {
  const text = i % 5 === 0 ? `{"version":"rvl.v0","outcome":"REAL_CHANGE","rows":[${i}]}` : `content ${i}`.repeat(i * 10);
  const path = join(folder, `file ${i} \u{e9}`);
  writeFileSync(path, text);
  const hex = createHash('sha256').update(text).digest('hex');
  return { path, hex, size: text.length, version: i % 5 === 0 ? 'rvl.v0' : null };
});
const OTHER = 'f'.repeat(64);

interface Numbered extends FileProof {
  readonly number: number;
}

function sizesOf(proofs: readonly FileProof[], threads: number): readonly number[] {
  const told: number[] = [];
  let next = 0;
  withHashPool({ threads }, (pool) => {
    pool.prove<Numbered>(
      () => {
        const proof = proofs[next];
        return proof && { ...proof, number: next++ };
      },
      ({ number }, size) => {
        expect(told[number]).toBeUndefined();
        told[number] = size;
      },
    );
  });
  return told;
}

describe('proveFiles()', () => {
  it.each([1, 2, 4])('tells of 20,000 files which are proven, with %i threads', (threads) => {
    const proofs = Array.from({ length: 20_000 }, (_, i) => {
      const file = files[(i * 7) % 50] as (typeof files)[number];
      return i % 13 === 0 ? { ...file, hex: OTHER } : file;
    });
    expect(sizesOf(proofs, threads)).toEqual(proofs.map(({ hex, size }) => (hex === OTHER ? UNPROVEN : size)));
  });

  it('tells nothing of no files', () => expect(sizesOf([], 2)).toEqual([]));

  it('keeps files apart whatever a hash says that is none', () => {
    const [a, b, c] = files as [(typeof files)[number], (typeof files)[number], (typeof files)[number]];
    const hostile = ['\0'.repeat(64), `${c.path}\0${c.hex}\0`.padEnd(64, '\0').slice(0, 64), '\u{1f600}'.repeat(32), '\ud83d'.repeat(64)];
    for (const hex of hostile) {
      expect(sizesOf([a, { ...b, hex }, c], 1)).toEqual([a.size, UNPROVEN, c.size]);
      expect(sizesOf([{ ...b, hex }, { ...b, hex: OTHER }, a], 1)).toEqual([UNPROVEN, UNPROVEN, a.size]);
    }
  });

  it('takes paths of any length', () => {
    const [a] = files as [(typeof files)[number]];
    const long = (length: number): FileProof => ({ path: `/${'x'.repeat(length)}`, hex: OTHER, version: null });
    const proofs = [a, long(21_000), long(21_000), a, long(30_000), ...Array.from({ length: 40 }, () => long(4000)), a];
    expect(sizesOf(proofs, 2)).toEqual(proofs.map((proof) => (proof === a ? a.size : UNPROVEN)));
  });
});
