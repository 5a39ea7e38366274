import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { readParquet } from '#codecs/grid/parquet';
import type { JsonObject, JsonValue } from '#core/json/value';
import type { Grid, GridColumn } from '#core/parsed';
import { judge, read, workbook } from '../../../tests/fingerprint/samples.ts';

const column = (name: string, type: JsonValue, isNullable = true): GridColumn => ({ name, type, isNullable });
const grid = (...columns: readonly GridColumn[]): Grid => ({ ...workbook({ parquet: [columns.map(({ name }) => name)] }), columns });

const TABLE = [
  column('id', 'int64', false),
  column('paid_at', 'timestamp(us, UTC)'),
  column('amount', 'decimal(18, 2)'),
  column('tags', { list: 'string' }),
  column('loan', { struct: [{ name: 'id', type: 'int32' }] }),
  column('rates', { map: { key: 'string', value: 'double' } }),
];
const ALL = {
  id: 'int64',
  paid_at: 'timestamp( us,UTC )',
  amount: 'decimal(18,2)',
  tags: { list: 'string' },
  loan: { struct: [{ name: 'id', type: 'int32' }] },
  rates: { map: { key: 'string', value: 'double' } },
};
const LISTED = Object.entries(ALL).map(([name, type]) => ({ name, type }));
const judged = (fields: JsonObject, ...columns: readonly GridColumn[]): true | string =>
  judge('parquet', grid(...(columns.length === 0 ? TABLE : columns)), { parquet_schema: fields });

describe('parquet_schema', () => {
  it.each<[string, JsonObject]>([
    ['some columns', { columns: { amount: 'decimal(18, 2)', id: 'int64' } }],
    ['all of them', { columns: ALL, exact: true }],
    ['all in order', { columns: LISTED, exact: true, ordered: true }],
    ['some in order', { columns: [LISTED[0] as JsonObject, LISTED[2] as JsonObject], ordered: true }],
    ['some out of order', { columns: [LISTED[2] as JsonObject, LISTED[0] as JsonObject] }],
    ['null or not', { columns: { id: { type: 'int64', nullable: false }, amount: { type: 'decimal(18, 2)', nullable: true } } }],
  ])('passes for %s', (_, fields) => {
    expect(judged(fields)).toBe(true);
  });

  it.each<[JsonObject, string]>([
    [{ columns: { id: 'int32' } }, 'found "id" is int64 and not int32'],
    [{ columns: { paid_at: 'timestamp(us, local)' } }, 'found "paid_at" is timestamp(us, UTC) and not timestamp(us, local)'],
    [{ columns: { paid_at: 'timestamp(ms, UTC)', id: 'int64' } }, '"paid_at" is timestamp(us, UTC)'],
    [{ columns: { amount: 'decimal(18, 3)' } }, '"amount" is decimal(18, 2)'],
    [{ columns: { tags: { list: 'bytes' } } }, 'found "tags" is {"list":"string"} and not {"list":"bytes"}'],
    [{ columns: { loan: { struct: [{ name: 'nr', type: 'int32' }] } } }, '"loan" is {"struct":'],
    [{ columns: { ID: 'int64', other: 'date' } }, 'found no "ID"; no "other"'],
    [{ columns: { id: 'int64' }, exact: true }, 'found another column "paid_at"; another column "amount"'],
    [{ columns: [...LISTED].reverse(), ordered: true }, 'found "id" in place of "rates"'],
    [{ columns: { id: { type: 'int64', nullable: true } } }, 'found "id" may not be null'],
    [{ columns: { amount: { type: 'decimal(18, 2)', nullable: false } } }, 'found "amount" may be null'],
  ])('fails for %j', (fields, said) => {
    expect(judged(fields)).toContain(said);
  });

  it('counts every column once', () => {
    const twice = [column('id', 'int64'), column('id', 'int64')];
    expect(judged({ columns: { id: 'int64' } }, ...twice)).toContain('found "id" 2 times');
    expect(judged({ columns: { __proto__x: 'int64' } }, ...twice)).toContain('no "__proto__x"');
    expect(judged({ columns: [{ name: '__proto__', type: 'int64' }] }, column('__proto__', 'int64'))).toBe(true);
  });

  it('reads types and nulls from a file', () => {
    const bytes = new Uint8Array(
      parquetWriteBuffer({
        columnData: [
          { name: 'id', data: [1n], type: 'INT64', nullable: false },
          { name: 'name', data: ['a'], type: 'STRING', nullable: true },
        ],
      }),
    );
    const columns = { id: { type: 'int64', nullable: false }, name: { type: 'string', nullable: true } };
    expect(judge('parquet', readParquet(bytes), { parquet_schema: { columns, exact: true } })).toBe(true);
    expect(judge('parquet', readParquet(bytes), { parquet_schema: { columns: { id: 'uint64' } } })).toContain('"id" is int64');
  });

  it.each<[JsonValue, string]>([
    [{ columns: { id: 'integer' } }, 'columns.id: expected a type: boolean, int8,'],
    [{ columns: { id: 'timestamp(us)' } }, 'columns.id: expected a type'],
    [{ columns: { id: { type: 'int64', null: true } } }, 'columns.id.null: unknown key "null": expected type, nullable'],
    [{ columns: { id: { type: 'int64', nullable: 1 } } }, 'columns.id.nullable: expected true or false, found 1'],
    [{ columns: { id: { list: 'text' } } }, 'columns.id.list: expected a type'],
    [{ columns: { id: { struct: [] } } }, 'columns.id.struct: expected a list of fields'],
    [{ columns: { id: { struct: [{ name: 'a', type: 'int8', nullable: true }] } } }, 'columns.id.struct.0: nullable is for columns'],
    [{ columns: { id: { map: { key: 'string' } } } }, 'columns.id.map: expected a type'],
    [
      {
        columns: [
          { name: 'a', type: 'date' },
          { name: 'a', type: 'date' },
        ],
      },
      'columns.1: expected each column once, found "a" twice',
    ],
    [{ columns: [{ type: 'date' }] }, 'columns.0: expected a column such as {name: id, type: int64}'],
    [{ columns: {} }, 'columns: expected a mapping of columns to types'],
    [{ columns: [] }, 'columns: expected a mapping of columns to types'],
    [{ columns: { a: 'date' }, ordered: true }, ': a mapping has no order: expected columns as a list'],
  ])('has mistakes: %j', (fields, said) => {
    const result = read({ fingerprint_id: 'x.v1', format: 'parquet', assertions: [{ parquet_schema: fields }] });
    const faults = result.kind === 'faults' ? result.faults.map(({ path, message }) => `${path.slice(3).join('.')}: ${message}`) : [];
    expect(faults).toEqual([expect.stringContaining(said)]);
  });
});
