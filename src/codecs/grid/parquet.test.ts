import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { ParseFailure } from '#core/parsed';
import { readParquet } from './parquet.ts';
import { decimalText } from './parquet-cell.ts';

const bytes = new Uint8Array(
  parquetWriteBuffer({
    columnData: [
      { name: 'id', data: [1, 2, 3], type: 'INT32' },
      { name: 'big', data: [9007199254740993n, -1n, 0n], type: 'INT64' },
      { name: 'rate', data: [0.1, 2, -0.5], type: 'DOUBLE' },
      { name: 'name', data: ['a', null, 'é'], type: 'STRING' },
      { name: 'ok', data: [true, false, true], type: 'BOOLEAN' },
    ],
  }),
);

describe('readParquet', () => {
  it('readParquet gives the names of the columns and then the rows, without losing a digit', async () => {
    const grid = await readParquet(bytes);
    expect([...grid.rows('parquet')]).toEqual([
      ['id', 'big', 'rate', 'name', 'ok'],
      ['1', '9007199254740993', '0.1', 'a', 'true'],
      ['2', '-1', '2', null, 'false'],
      ['3', '0', '-0.5', 'é', 'true'],
    ]);
    expect(grid.facts['row_count']).toBe(3);
    expect(grid.facts['schema']).toContainEqual({ name: 'id', type: 'INT32', repetition: 'OPTIONAL', logical: null });
  });

  it('readParquet keeps every digit of decimals and instants', async () => {
    const file = parquetWriteBuffer({
      schema: [
        { name: 'root', num_children: 2 },
        { name: 'amount', type: 'INT64', converted_type: 'DECIMAL', scale: 2, precision: 18, repetition_type: 'REQUIRED' },
        { name: 'at', type: 'INT64', converted_type: 'TIMESTAMP_MICROS', repetition_type: 'REQUIRED' },
      ],
      columnData: [
        { name: 'amount', data: [900719925474099301n, -5n] },
        { name: 'at', data: [1n, -1n] },
      ],
    });
    expect([...(await readParquet(new Uint8Array(file))).rows('parquet')].slice(1)).toEqual([
      ['9007199254740993.01', '1970-01-01T00:00:00.000001'],
      ['-0.05', '1969-12-31T23:59:59.999999'],
    ]);
  });

  it.each([
    ['a text of that name', Buffer.from('hello'), 'expected a Parquet file, found no PAR1 at its start and end'],
    ['a truncated file', bytes.subarray(0, bytes.length - 3), 'expected a Parquet file, found no PAR1 at its start and end'],
    ['a footer that is none', Buffer.from('PAR1aaaaaaaaaaaa\x04\0\0\0PAR1'), 'not a readable Parquet file'],
  ])('readParquet fails on %s', async (_, file, message) => {
    await expect(readParquet(file)).rejects.toThrow(ParseFailure);
    await expect(readParquet(file)).rejects.toThrow(message);
  });
});

describe('decimalText', () => {
  it.each([
    [0n, 2, '0.00'],
    [5n, 2, '0.05'],
    [-12345n, 2, '-123.45'],
    [7n, 0, '7'],
  ])('decimalText writes %s with scale %s as %s', (unscaled, scale, written) => {
    expect(decimalText(unscaled, scale)).toBe(written);
  });
});
