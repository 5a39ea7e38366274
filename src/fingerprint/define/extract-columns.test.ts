import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '#core/json/value';
import type { Row } from '#core/parsed';
import { csv, define, outcomeOf } from '../../../tests/fingerprint/samples.ts';

function extracted(fields: JsonObject, rows: readonly Row[], dialect: JsonObject = {}) {
  const definition = define({
    dialect,
    extract: [{ name: 'it', type: 'columns', ...fields }],
    content_hash: { algorithm: 'blake3', over: ['it'] },
  });
  const { extracted: all, contentHash } = outcomeOf(definition, csv(...rows));
  return { it: all?.['it'], contentHash };
}

const rows: readonly Row[] = [['id', 'note', 'sum'], ['2', 'x', '1.50'], [], ['1', 'y', '20'], []];

it('extract columns has the named columns in the stated order, up to the end of the table', () => {
  expect(extracted({ columns: ['sum', 'id'] }, rows).it).toEqual({
    columns: ['sum', 'id'],
    row_count: 3,
    rows: [
      ['1.50', '2'],
      [null, null],
      ['20', '1'],
    ],
  });
  expect(extracted({ columns: ['other'] }, rows)).toEqual({ it: undefined, contentHash: null });
});

it('extract columns covers neither other columns nor their position', () => {
  const { contentHash } = extracted({ columns: ['id', 'sum'] }, rows);
  const moved = rows.map((row) => (row.length === 0 ? row : [row[2] as string, 'other', row[0] as string]));
  expect(extracted({ columns: ['id', 'sum'] }, moved).contentHash).toBe(contentHash);
  expect(extracted({ columns: ['id', 'note'] }, rows).contentHash).not.toBe(contentHash);
});

const table = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('1', '2', '')), { minLength: 1, maxLength: 8 });

it('extract columns of unordered rows depends on their values and how often they occur, not on their order', () => {
  const hash = (list: readonly Row[], order: string) => extracted({ columns: ['k', 'v'], rows: order }, [['k', 'v'], ...list]).contentHash;
  const sorted = (list: readonly Row[]): string => JSON.stringify(list.map((row) => JSON.stringify(row)).sort());
  fc.assert(
    fc.property(table, table, fc.integer(), (one, two, seed) => {
      const shuffled = one
        .map((row, i) => ({ row, key: Math.imul(i + 1, seed | 1) }))
        .sort((a, b) => a.key - b.key)
        .map(({ row }) => row);
      expect(hash(shuffled, 'unordered')).toBe(hash(one, 'unordered'));
      expect(hash(two, 'unordered') === hash(one, 'unordered')).toBe(sorted(one) === sorted(two));
      expect(hash(two, 'ordered') === hash(one, 'ordered')).toBe(JSON.stringify(one) === JSON.stringify(two));
    }),
  );
});

it('extract columns of many unordered rows shows their hash', () => {
  const many = (seed: number): readonly Row[] => [['k'], ...Array.from({ length: 20_000 }, (_, i) => [String((i * seed) % 20_011)])];
  const one = extracted({ columns: 'k', rows: 'unordered' }, many(7));
  expect(one.it).toEqual({ columns: ['k'], row_count: 20_000, rows_hash: expect.stringMatching(/^blake3:/) });
  expect(extracted({ columns: 'k', rows: 'unordered' }, [['k'], ...many(7).slice(1).toReversed()])).toEqual(one);
  expect(extracted({ columns: 'k', rows: 'unordered' }, many(8)).contentHash).not.toBe(one.contentHash);
});

it('extract columns rounds the numbers of stated columns only', () => {
  const fields = { columns: ['id', 'sum'], decimals: { sum: 1 } };
  expect(
    extracted(fields, [
      ['id', 'sum'],
      ['007', '1.25'],
      ['1.25', '1,000.00'],
      ['x', 'n/a'],
    ]).it,
  ).toMatchObject({
    rows: [
      ['007', '1.3'],
      ['1.25', '1000'],
      ['x', 'n/a'],
    ],
  });
  expect(
    extracted(
      fields,
      [
        ['id', 'sum'],
        ['7', '1.234,56'],
      ],
      { decimal: ',' },
    ).it,
  ).toMatchObject({ rows: [['7', '1234.6']] });
  const hash = (sum: string) =>
    extracted(fields, [
      ['id', 'sum'],
      ['7', sum],
    ]).contentHash;
  expect(hash('0.30000000000000004')).toBe(hash('0.3'));
  expect(hash('0.36')).not.toBe(hash('0.3'));
});

it('extract columns takes any name of a column', () => {
  const named: readonly Row[] = [
    ['__proto__', 'constructor'],
    ['1', '2'],
  ];
  expect(extracted({ columns: ['__proto__', 'constructor'] }, named).it).toMatchObject({ rows: [['1', '2']] });
});
