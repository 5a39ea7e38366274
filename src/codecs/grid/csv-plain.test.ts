import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memorySource } from '#core/bytes/source';
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { CELL_MARKS, type CellPlaces, type Row } from '#core/parsed';
import { tidyCsv, wildCsv } from '../../../tests/fingerprint/csv-fragments.ts';
import { runs } from '../../../tests/helpers/trials.ts';
import { readCsv } from './csv.ts';
import { findPlainCsv } from './csv-plain.ts';

function rowsAt({ bytes, places, count }: CellPlaces): readonly Row[] {
  const rows: (string | null)[][] = [];
  let isNew = true;
  for (let i = 0; i < count; i++) {
    if (isNew) rows.push([]);
    const [start, end, marks] = places.subarray(3 * i) as unknown as [number, number, number];
    const cell = decodeUtf8(bytes.subarray(start, end));
    const value = (marks & CELL_MARKS.hasDoubledQuotes) === 0 ? cell : cell.replaceAll('""', '"');
    (rows.at(-1) as (string | null)[]).push(value === '' ? null : value);
    isNew = (marks & CELL_MARKS.endsRow) !== 0;
  }
  return rows;
}

function plainly(bytes: Uint8Array) {
  const plain = findPlainCsv(bytes);
  return plain === null ? null : { facts: { delimiter: plain.delimiter, encoding: plain.encoding }, rows: rowsAt(plain.cells) };
}

/** Null for a file that cannot be parsed. */
function byTheParser(bytes: Uint8Array) {
  try {
    const grid = readCsv(memorySource(bytes));
    return { facts: grid.facts, rows: [...grid.rows('csv')] };
  } catch {
    return null;
  }
}

const utf8 = (...parts: readonly (string | number)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? encodeUtf8(part) : Uint8Array.of(part))));

describe('findPlainCsv', () => {
  it.each<[string, Uint8Array, string, readonly Row[]]>([
    [
      'commas',
      utf8('a,b\n1,2\n'),
      ',',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'another delimiter',
      utf8('a;b,c\n1;2\n'),
      ';',
      [
        ['a', 'b,c'],
        ['1', '2'],
      ],
    ],
    ['a delimiter that stands only in quotes', utf8('"a;b"\n"c;d"\n'), ',', [['a;b'], ['c;d']]],
    ['line ends of three kinds, in quotes too', utf8('a\r\n"b\r\nc"\rd\n'), ',', [['a'], ['b\nc'], ['d']]],
    ['a byte order mark, of which one is left out', utf8('\ufeff\ufeffa,b\r\n'), ',', [['\ufeffa', 'b']]],
    ['characters beyond ASCII', utf8('é,"漢""🎉"\n'), ',', [['é', '漢"🎉']]],
    ['ragged and blank rows', utf8('a\n\n,b,\n""'), ',', [['a'], [null], [null, 'b', null], [null]]],
    ['one cell without an end', utf8('a'), ',', [['a']]],
    ['nothing', utf8(), ',', []],
  ])('findPlainCsv finds %s', (_, bytes, delimiter, rows) => {
    expect(plainly(bytes)).toEqual({ facts: { delimiter, encoding: 'utf-8' }, rows });
  });

  it.each<[string, Uint8Array]>([
    ['a NUL', utf8('a,b\n', 0)],
    ['a byte that is no UTF-8', utf8('a,b\n', 0xe9, '\n')],
    ['a character that is cut off', utf8('a,b\n', 0xe6, 0xbc)],
    ['UTF-16', Buffer.from('\ufeffa,b\n', 'utf16le')],
    ['a quote that is never closed', utf8('a,"b\n')],
    ['text after a quote', utf8('a,"b"c\n')],
    ['a quote within a field', utf8('a,b"c\n')],
  ])('findPlainCsv leaves %s to the parser', (_, bytes) => expect(findPlainCsv(bytes)).toBeNull());

  it.each([
    ['tidy', tidyCsv],
    ['wild', wildCsv],
  ])('findPlainCsv finds in %s bytes what the parser finds, and nothing where that fails', (_, arbitrary) => {
    let found = 0;
    fc.assert(
      fc.property(arbitrary, (bytes) => {
        const plain = plainly(bytes);
        if (plain === null) return;
        found++;
        expect(plain).toEqual(byTheParser(bytes));
      }),
      runs(4000),
    );
    expect(found).toBeGreaterThan(60);
  });
});
