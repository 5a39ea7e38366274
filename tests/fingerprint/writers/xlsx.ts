/** Workbooks, in every way in which programs write the same sheets. */
import fc from 'fast-check';
import { ENCODINGS } from '../content.ts';
import { type MadeCell, type MadeSheets, madeXlsx, type XlsxStyle } from '../made-xlsx.ts';
import { type Writer, writerOf } from './writer.ts';

const letters = fc.constantFrom(...Array.from('aZ09 <&>"\'_x]é€漢😀𠮷'));
const cell: fc.Arbitrary<MadeCell> = fc.oneof(
  fc.string({ unit: letters, minLength: 1, maxLength: 6 }),
  fc.constantFrom('_x000D_', ']]>', ' a ', '&amp;', 'a\nb'),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }).map((value) => (Object.is(value, -0) ? 0 : value)),
  fc.integer({ min: 0, max: 2_958_465 }).map((serial) => ({ serial })),
  fc.constantFrom({ serial: 59 }, { serial: 60 }, { serial: 60.5 }, { serial: 61 }),
  fc.boolean(),
  fc.constantFrom('#N/A', '#DIV/0!', '#SPILL!', '#CALC!', '#FIELD!').map((error) => ({ error })),
  fc.constant(null),
);
const rows = fc.array(fc.array(cell, { maxLength: 4 }), { minLength: 1, maxLength: 4 });
const sheets: fc.Arbitrary<MadeSheets> = fc
  .uniqueArray(fc.string({ unit: fc.constantFrom('a', 'B', '&', 'é'), minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 })
  .chain((names) => fc.tuple(...names.map(() => rows)).map((all) => names.map((name, i) => ({ name, rows: all[i] as MadeCell[][] }))));
const style: fc.Arbitrary<XlsxStyle> = fc.record({
  texts: fc.constantFrom('shared', 'inline', 'runs', 'formula'),
  hasPlaces: fc.boolean(),
  encoding: fc.constantFrom(...ENCODINGS),
  prefix: fc.constantFrom('', 'x:'),
  references: fc.constantFrom('plain', 'decimal', 'hexadecimal', 'cdata'),
  quote: fc.constantFrom('"', "'"),
  isStored: fc.boolean(),
  folder: fc.constantFrom('xl', 'book/parts'),
  hasExtras: fc.boolean(),
  dateFormat: fc.constantFrom<XlsxStyle['dateFormat'][]>(14, 22, 'yyyy-mm-dd', '[h]:mm:ss', '[$-407]d. mmmm yyyy'),
  lineEnd: fc.constantFrom('', '\n', '\r\n'),
});

/** What a cell is to the content hash: whether `7` is a number or a text does not count. */
const meaning = (value: MadeCell): string | null =>
  value === null ? null : typeof value !== 'object' ? String(value) : 'error' in value ? value.error : `date ${value.serial}`;

const changed = fc
  .tuple(sheets, fc.nat(), fc.nat(), cell)
  .filter(([book]) => book.some((sheet) => sheet.rows.some((cells) => cells.length > 0)))
  .map(([book, r, c, other]) => {
    const filled = book.flatMap((sheet, i) => sheet.rows.flatMap((cells, row) => (cells.length > 0 ? [{ i, row, cells }] : [])));
    const { i, row, cells } = filled[r % filled.length] as (typeof filled)[number];
    const column = c % cells.length;
    const after = book.map((one, at) => (at === i ? { ...one, rows: one.rows.with(row, cells.with(column, other)) } : one));
    return { before: cells[column] as MadeCell, other, pair: [book, after] as const };
  })
  .filter(({ before, other }) => meaning(before) !== meaning(other))
  .map(({ pair }) => pair);

export const xlsxWriter: Writer = writerOf({ content: sheets, changed, style, write: (book, written) => madeXlsx(book, written) });
