import { describe, expect, it } from 'vitest';
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { blockBytes, cellSyntax, FoundCells, findCells, unescapeCells } from './csv-cells.ts';

function scanned(text: string, { isLast = true, delimiter = ',', quote = '"' } = {}) {
  const content = encodeUtf8(text);
  const bytes = blockBytes(content.length);
  bytes.set(content);
  const found = new FoundCells();
  const syntax = cellSyntax(delimiter, quote);
  findCells(found, bytes, content.length, { syntax, isLast, passed: 0 });
  unescapeCells(found, bytes, syntax);
  const rows: string[][] = [];
  for (let row = 0, cell = 0; row < found.rows; row++) {
    rows.push([]);
    for (; cell < (found.rowEnds[row] as number); cell++) rows[row]?.push(decodeUtf8(bytes.subarray(found.starts[cell], found.ends[cell])));
  }
  return { rows, used: found.used, innerLines: found.innerLines };
}

describe('findCells', () => {
  it.each<[string, string[][]]>([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a\r\nb\rc\n\n', [['a'], ['b'], ['c'], ['']]],
    ['a,"b ""c"" ",d\n', [['a', 'b "c" ', 'd']]],
    ['"a\r\nb\rc\nd"\r\n', [['a\nb\nc\nd']]],
    ['a,5" pipe,b"\n', [['a', '5" pipe', 'b"']]],
    ['"a" ,"b"\t\n"c" ', [['a', 'b'], ['c']]],
    ['a,', [['a', '']]],
    [',\n""', [['', ''], ['']]],
    ['é,"漢""🎉"\n', [['é', '漢"🎉']]],
  ])('findCells finds the cells of %j', (text, rows) => expect(scanned(text).rows).toEqual(rows));

  it('findCells takes another delimiter and quote, or none', () => {
    expect(scanned("a\t'b''s'\n", { delimiter: '\t', quote: "'" }).rows).toEqual([['a', "b's"]]);
    expect(scanned('a|"b|c\n', { delimiter: '|', quote: '' }).rows).toEqual([['a', '"b', 'c']]);
    expect(scanned('"a"\t"b"\n', { delimiter: '\t' }).rows).toEqual([['a', 'b']]);
  });

  it.each([
    ['a\nb', 2],
    ['a\n"b\nc', 2],
    ['a\n"b"', 2],
    ['a\n"b" ', 2],
    ['a\nb\r', 2],
    ['a\nb,', 2],
    ['abc', 0],
  ])('findCells leaves the unfinished row of %j for the next block', (text, used) => {
    expect(scanned(text, { isLast: false }).used).toBe(used);
  });

  it('findCells counts the lines inside of cells', () => {
    expect(scanned('"a\nb",c\n"d\r\ne\rf"\n').innerLines).toBe(3);
  });

  it.each([
    ['a\n"b,c\n', 'row 2: a quote is never closed'],
    ['a\n"b"c\n', 'row 2: a quoted field goes on after its quote'],
    ['a,b\0\n', 'expected text, found a NUL'],
    ['a,"b\0"\n', 'expected text, found a NUL'],
    ['a,"b"\0\n', 'expected text, found a NUL'],
  ])('findCells refuses %j', (text, message) => expect(() => scanned(text)).toThrow(message));

  it('findCells grows with the number of cells and rows', () => {
    const { rows } = scanned(`${','.repeat(9999)}\n`.repeat(3) + '\n'.repeat(5000));
    expect(rows.length).toBe(5003);
    expect(rows[2]?.length).toBe(10_000);
  });
});
