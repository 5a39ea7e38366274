import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FileRows, HASH_LENGTH, ROW_CELLS } from '#core/file-rows';
import { scratchFolder } from '../../tests/helpers/scratch-folder.ts';
import { withHashPool } from './pool.ts';
import { UNPROVEN } from './prove-file.ts';
import { firstQuestion, MOST_ROWS } from './prove-rows.ts';

interface Known {
  readonly path: string;
  readonly hex: string;
  readonly version?: string;
}

const folder = `${scratchFolder('prove-rows')}/`;
const files = Array.from({ length: 50 }, (_, i) => {
  const isReport = i % 5 === 0;
  const text = isReport ? `{"version":"rvl.v0","outcome":"REAL_CHANGE","rows":[${i}]}` : `content ${i}`.repeat(i * 10);
  const path = `file ${i} \u{e9}`;
  writeFileSync(join(folder, path), text);
  const hex = createHash('sha256').update(text).digest('hex');
  return { path, hex, size: text.length, ...(isReport ? { version: 'rvl.v0' } : {}) };
});
const [report, one, two] = files as [(typeof files)[number], (typeof files)[number], (typeof files)[number]];
const OTHER = 'f'.repeat(HASH_LENGTH);

function rowsOf(known: readonly Known[]): FileRows {
  const cells: number[] = [];
  const pieces: Buffer[] = [];
  let length = 0;
  const put = (text: string): number => {
    const piece = Buffer.from(text);
    pieces.push(piece);
    length += piece.length;
    return length;
  };
  for (const { path, hex, version } of known) {
    const versionStart = put(',"between":');
    const versionEnd = version === undefined ? 0 : put(version);
    const hashStart = put('"');
    put(hex);
    const pathStart = put('"');
    cells.push(version === undefined ? 0 : versionStart, versionEnd, hashStart, pathStart, put(path));
  }
  return { bytes: Buffer.concat(pieces), text: null, count: known.length, cells: Int32Array.from(cells) };
}

function sizesOf(known: readonly Known[], threads: number): readonly number[] {
  const rows = rowsOf(known);
  const told: number[] = [];
  let from = 0;
  withHashPool({ threads }, (pool) => {
    pool.proveRows(
      () => {
        if (from === rows.count) return undefined;
        const question = firstQuestion({ folder, rows, from, to: rows.count });
        from = question.to;
        return question;
      },
      (question, sizes) => {
        expect([question.from, sizes.length]).toEqual([told.length, question.to - question.from]);
        told.push(...sizes);
      },
    );
  });
  return told;
}

describe('proveRows()', () => {
  it.each([1, 2, 4])('tells of 20,000 files which are proven, with %i threads', (threads) => {
    const known = Array.from({ length: 20_000 }, (_, i) => {
      const file = files[(i * 7) % 50] as (typeof files)[number];
      return i % 13 === 0 ? { ...file, hex: OTHER } : file;
    });
    const expected = known.map(({ hex, size }) => (hex === OTHER || size === 0 ? UNPROVEN : size));
    expect(sizesOf(known, threads)).toEqual(expected);
  });

  it('tells nothing of no files', () => expect(sizesOf([], 2)).toEqual([]));

  it('does not prove a document that does not keep its schema, and asks nothing more of one that has none', () => {
    const known = [{ ...report, version: 'canon.v0' }, { ...report, version: 'new.v9' }, { ...one, version: 'rvl.v0' }, one];
    expect(sizesOf(known, 1)).toEqual([UNPROVEN, report.size, UNPROVEN, one.size]);
  });

  it('keeps files apart whatever a hash says that is none', () => {
    for (const hex of ['\0'.repeat(64), `${two.path}\0`.padEnd(62, '\0'), '\u{1f600}'.repeat(16), '"'.repeat(64)]) {
      expect(sizesOf([one, { ...report, hex }, two], 1)).toEqual([one.size, UNPROVEN, two.size]);
    }
  });

  it('proves nothing that is not there', () => {
    expect(
      sizesOf([{ path: 'missing', hex: one.hex }, { path: '', hex: one.hex }, { path: `${one.path}/x`, hex: one.hex }, one], 2),
    ).toEqual([UNPROVEN, UNPROVEN, UNPROVEN, one.size]);
  });
});

describe('firstQuestion()', () => {
  const long = (length: number): Known => ({ path: 'x'.repeat(length), hex: OTHER });
  const taken = (known: readonly Known[], from = 0): number => {
    const rows = rowsOf(known);
    return firstQuestion({ folder, rows, from, to: rows.count }).to - from;
  };

  it('takes as many rows as there are cells for', () => {
    expect([taken(files.slice(0, 7)), taken([...files, ...files]), taken([...files, ...files], 90)]).toEqual([7, MOST_ROWS, 10]);
  });

  it('takes as many as there is room for, with all that stands between them', () => {
    expect(taken([long(4000), long(4000), long(4000)])).toBe(3);
    expect(taken([long(30_000), long(30_000), long(30_000)])).toBe(2);
    expect(taken([long(4000), long(62_000), one])).toBe(1);
  });

  it('takes none where even one is too long', () => {
    expect([taken([long(70_000), one]), taken([{ ...one, version: 'v'.repeat(70_000) }])]).toEqual([0, 0]);
    expect(taken([long(65_000)])).toBe(1);
    expect(taken([long(65_536 - folder.length * 3 - HASH_LENGTH)])).toBe(0);
  });

  it('fills a batch to its end without touching the next', () => {
    const known = Array.from({ length: 64 * 20 }, (_, i) => (i % 2 === 0 ? long(900) : (files[1 + (i % 4)] as (typeof files)[number])));
    expect(sizesOf(known, 2)).toEqual(known.map((file) => ('size' in file ? file.size : UNPROVEN)));
  });

  it('has rows of a fixed width', () => expect(rowsOf(files).cells.length).toBe(files.length * ROW_CELLS));
});
