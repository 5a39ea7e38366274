import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { CELL_MARKS } from '#core/parsed';
import { runs } from '../../../tests/helpers/trials.ts';
import { findCells } from './csv-cells.ts';

function cellsOf(text: string): readonly (readonly string[])[] | null {
  const found = findCells(encodeUtf8(text), ',');
  if (found === null) return null;
  const rows: string[][] = [[]];
  for (let i = 0; i < found.count; i++) {
    const [start, end, marks] = found.places.subarray(3 * i) as unknown as [number, number, number];
    const cell = decodeUtf8(found.bytes.subarray(start, end));
    (rows.at(-1) as string[]).push((marks & CELL_MARKS.hasDoubledQuotes) === 0 ? cell : cell.replaceAll('""', '"'));
    if ((marks & CELL_MARKS.endsRow) !== 0) rows.push([]);
  }
  return rows.slice(0, -1);
}

describe('findCells', () => {
  it.each<[string, readonly (readonly string[])[] | null]>([
    ['', []],
    ['a', [['a']]],
    ['a,\n', [['a', '']]],
    ['a,', [['a', '']]],
    ['\n\n', [[''], ['']]],
    ['"a,b\n""c""",d\n', [['a,b\n"c"', 'd']]],
    ['""', [['']]],
    ['"a', null],
    ['"a"b', null],
    ['a"b', null],
    ['"a" ,b', null],
  ])('findCells finds the cells of %j', (text, expected) => {
    expect(cellsOf(text)).toEqual(expected);
  });

  it('findCells finds the same cells as the parser, or returns null', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', ' ', 'é', '""', '"b"'), maxLength: 40 });
    fc.assert(
      fc.property(text, (written) => {
        const found = cellsOf(written);
        if (found === null) return;
        const { data, errors } = new Papa.Parser({ delimiter: ',', newline: '\n' }).parse(written, 0, false) as Papa.ParseResult<string[]>;
        const rows = written.endsWith('\n') || written === '' ? data.slice(0, data.length - (written === '' ? data.length : 1)) : data;
        expect(errors).toEqual([]);
        expect({ written, found }).toEqual({ written, found: rows });
      }),
      runs(5000),
    );
  });
});
