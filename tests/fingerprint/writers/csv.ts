/** Tables as CSV, in every delimiter, quoting, line end and encoding that is recognised. */
import fc from 'fast-check';
import { type CsvStyle, ENCODINGS, writeCsv } from '../content.ts';
import { type Writer, writerOf } from './writer.ts';

const word = fc.string({ unit: fc.constantFrom(...Array.from('abcdefg019-,;|"\t\né€漢')), maxLength: 8 });
const content = fc
  .tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 1, max: 5 }))
  .chain(([width, height]) => fc.array(fc.array(word, { minLength: width, maxLength: width }), { minLength: height, maxLength: height }))
  .filter((rows) => rows.flat().some((cell) => cell !== ''));

const changed = content.chain((rows) =>
  fc
    .tuple(fc.nat(rows.length - 1), fc.nat((rows[0] as string[]).length - 1), word)
    .filter(([row, column, cell]) => rows[row]?.[column] !== cell)
    .map(([row, column, cell]) => [rows, rows.map((cells, r) => (r === row ? cells.with(column, cell) : cells))] as const)
    .filter(([, after]) => after.flat().some((cell) => cell !== '')),
);

const style: fc.Arbitrary<CsvStyle> = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  isQuotedThroughout: fc.boolean(),
  encoding: fc.constantFrom(...ENCODINGS),
  hasFinalLineEnd: fc.boolean(),
});

export const csvWriter: Writer = writerOf({ content, changed, style, write: writeCsv });
