/** The rows of a table are passed over by their bytes, the lines of a jsonl are judged one by one: both must find the same. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '#core/json/value';
import type { CellBlock } from '#core/parsed';
import { csv, define, outcomeOf, tree } from '../../../tests/fingerprint/samples.ts';
import { runs } from '../../../tests/helpers/trials.ts';
import { type SureRows, sureByAll } from './sure-rows.ts';

const ASSERTIONS: readonly ((a: string, b: string) => JsonObject)[] = [
  (a) => ({ column_unique: { columns: a } }),
  (a, b) => ({ column_unique: { columns: [a, b] } }),
  (a, b) => ({ column_cells: { column: [a, b], type: 'date', min: '2024-02-29', max: '2025-01-31' } }),
  (a) => ({ column_cells: { column: a, type: 'date', not_blank: true } }),
  (a, b) => ({ column_cells: { column: [a, b], min: -7.5, max: 11 } }),
  (a) => ({ column_cells: { column: a, pattern: '^L-[0-9]+$', not_blank: true } }),
  (a) => ({ column_cells: { column: a, pattern: '^ ?$' } }),
  (a, b) => ({ column_cells: { column: [a, b], one_of: ['5', 'L-1', '2024-02-29'], pattern: '[0-9]$' } }),
  (a, b) => ({ column_cells: { column: [a, b], not_blank: true } }),
  (a) => ({ column_cells: { column: a, blank: true } }),
  (a, b) => ({ row_compare: { left: a, op: '<=', right: b } }),
  (a, b) => ({ row_if: { if: { column: a, min: 1 }, must: { column: b, not_blank: true } } }),
];

const GOOD = ['2024-02-29', '2025-01-31', '5', '11', 'L-1', 'L-10', 'L-2'];
const cell = fc.oneof(
  fc.constantFrom(...GOOD),
  fc.constantFrom('', ' ', '2023-02-29', '2025-02-01', '-7.50', '12', '1e1', ' 5', '\u00a0', 'é'),
);
const runOf = fc.tuple(fc.tuple(cell, cell), fc.constantFrom(1, 2, 300)).map(([row, count]) => Array.from({ length: count }, () => row));
const table = fc.array(runOf, { minLength: 1, maxLength: 6 }).map((pieces) => [...pieces.flat(), ['5', '5'] as [string, string]]);

it.each(ASSERTIONS.map((one, i) => [i, JSON.stringify(one('a', 'b')), one] as const))(
  '%i: %s finds the same rows in both',
  (_, __, one) => {
    fc.assert(
      fc.property(table, (rows) => {
        const byBytes = verdictOf('csv', one('a', 'b'), csv(['a', 'b'], ...rows));
        const oneByOne = verdictOf('jsonl', one('/a', '/b'), tree(...rows.map(([a, b]) => ({ a, b }))));
        expect(byBytes.lines.map((line) => line - 1)).toEqual(oneByOne.lines);
        expect([byBytes.isPassed, byBytes.count]).toEqual([oneByOne.isPassed, oneByOne.count]);
      }),
      runs(300),
    );
  },
);

function verdictOf(format: string, assertion: JsonObject, parsed: Parameters<typeof outcomeOf>[1]) {
  const [judged] = outcomeOf(define({ format, assertions: [assertion] }), parsed).assertions;
  const verdict = judged?.verdict;
  const near = verdict !== undefined && 'near' in verdict ? (verdict.near as { count?: number; lines?: number[] }) : {};
  return { isPassed: verdict?.passed, count: near.count, lines: near.lines ?? [] };
}

it('sureByAll() gives the nearest row of all, in one block after the other', () => {
  const rows = fc.array(
    fc.array(
      fc.integer({ min: 0, max: 9 }).map((drawn) => drawn === 0),
      { minLength: 8, maxLength: 8 },
    ),
    { minLength: 2, maxLength: 3 },
  );
  fc.assert(
    fc.property(fc.array(rows, { maxLength: 4 }), (blocks) => {
      let now: readonly (readonly boolean[])[] = [];
      const one =
        (i: number): SureRows =>
        (_, __, from, to) => {
          for (let row = from; row < to; row++) if (now[i]?.[row] === true) return row;
          return to;
        };
      const sure = sureByAll([one(0), one(1), one(2)]);
      for (const block of blocks) {
        now = block;
        const found: number[] = [];
        for (let row = sure(REUSED, AT, 0, 8); row < 8; row = sure(REUSED, AT, row + 1, 8)) found.push(row);
        expect(found).toEqual([0, 1, 2, 3, 4, 5, 6, 7].filter((row) => block.some((column) => column[row] === true)));
      }
    }),
    runs(1000),
  );
});

const NONE = new Int32Array(0);
const AT = NONE;
const REUSED: CellBlock = { bytes: new Uint8Array(0), starts: NONE, ends: NONE, rowEnds: NONE, rows: 8, line: 1, latin1: () => null };
