import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsv } from '#codecs/grid/csv';
import { memorySource } from '#core/bytes/source';
import { encodeUtf8 } from '#core/bytes/utf8';
import { formatSpine } from '#core/json/write';
import type { Grid } from '#core/parsed';
import { newHasher } from '#hashing/hashers';
import { tidyCsv } from '../../../tests/fingerprint/csv-fragments.ts';
import { contextFor } from '../../../tests/fingerprint/samples.ts';
import { runs } from '../../../tests/helpers/trials.ts';
import { evaluate } from '../evaluate.ts';
import { type Outcome, outcomeObject } from '../outcome.ts';
import { BUILT_INS } from './builtin.ts';
import { csvText } from './csv-text.ts';

const CSV = BUILT_INS.filter(({ id }) => id === 'csv.v0');

/** Returns null if the file does not match. */
function byRows({ kind, sheets, rows, facts }: Grid): string | null {
  const [outcome] = evaluate(CSV, { kind, sheets, rows, facts }, contextFor('csv')) as [Outcome];
  return outcome.matched ? formatSpine(outcomeObject(outcome)) : null;
}

const read = (bytes: Uint8Array): Grid => readCsv(memorySource(bytes));

function isCsv(bytes: Uint8Array): boolean {
  try {
    return Array.from(read(bytes).rows('csv')).length >= 0;
  } catch {
    return false;
  }
}

describe('csvText', () => {
  it.each([
    'a',
    'a\n',
    'a,b\n1,\n\n2\n',
    'a\tb\n',
    '"x ""y"" é",1\n',
    '',
    '\n',
    ',,\n""\n',
    `${'x'.repeat(9000)},y\n`,
    `${','.repeat(300)}z`,
    `a,${[125, 126, 127, 128, 16_382, 16_383, 16_384].map((length) => 'x'.repeat(length)).join(',b,')},"c","d",e,,f\n`,
    'short,cells that are together,longer than a few bytes,"and one in quotes, with a comma",last\n'.repeat(9000),
  ])('csvText writes of %j what is written of its rows', (text) =>
    expect(csvText(read(encodeUtf8(text)), newHasher)).toBe(byRows(read(encodeUtf8(text)))),
  );

  it('csvText writes the same for any cells as for their rows', () => {
    let matched = 0;
    fc.assert(
      fc.property(tidyCsv, (bytes) => {
        const grid = read(bytes);
        if (grid.warnings?.length !== 0 || !isCsv(bytes)) return;
        const text = csvText(grid, newHasher);
        expect(text).toBe(byRows(read(bytes)));
        if (text !== null) matched++;
      }),
      runs(1000),
    );
    expect(matched).toBeGreaterThan(10);
  });
});
