/**
 * CSV and TSV as a grid of one sheet, row by row: a file of any length is read in pieces of a mebibyte.
 *
 *     id;name\r\n7;"a ""b"""\r\n      [['id', 'name'], ['7', 'a "b"']]
 *
 * Line ends become LF everywhere, also inside quotes. The delimiter is the one of `, TAB ; |` that divides the first rows into the same
 * number of fields, if possible more than one. Rows may have different lengths. A quote that is never closed, or is followed by text, is a
 * failure.
 */

import Papa from 'papaparse';
import { borrow, lend } from '#core/lent';
import { type Grid, ParseFailure, type Row } from '#core/parsed';
import type { ByteSource } from '#core/ports';
import { decodePieces } from '../prose/decode.ts';
import { sniffDelimiter } from './csv-delimiter.ts';
import { findPlainCsv } from './csv-plain.ts';
import { lineFeedsIn, withLineFeeds } from './line-ends.ts';

/** A longer row must have lost its closing quote. */
const LONGEST_ROW = 1 << 24;

export function readCsv(source: ByteSource): Grid {
  const { encoding, short, pieces } = decodePieces(source);
  const texts = (short === null ? withLineFeeds(pieces) : Array.from(pieces, lineFeedsIn))[Symbol.iterator]();
  const first = texts.next();
  const head = first.done === true ? '' : first.value;
  const delimiter = sniffDelimiter(head);
  const plain = short === null ? null : findPlainCsv(borrow(short));
  return {
    kind: 'grid',
    sheets: ['csv'],
    rows: () => parseRows(head, texts, delimiter),
    ...(plain === null ? {} : { cells: lend(plain.cells) }),
    facts: { delimiter, encoding },
  };
}

/** An unfinished row at the end of a piece is parsed again with the next piece. While no row ends, the amount of text doubles each time. */
function* parseRows(head: string, texts: Iterator<string>, delimiter: string): Generator<Row, undefined, undefined> {
  const parser = () => new Papa.Parser({ delimiter, newline: '\n' });
  let rest = head;
  let wanted = 0;
  let passed = 0;
  for (;;) {
    const more = texts.next();
    if (more.done === true) break;
    if (!rest.includes('"')) {
      const end = rest.lastIndexOf('\n') + 1;
      for (const row of plainRows(rest.slice(0, end), delimiter)) {
        yield row;
        passed++;
      }
      rest = rest.slice(end);
      wanted = 0;
    } else if (rest.length >= wanted) {
      const { data, errors, cursor } = parsed(parser().parse(rest, 0, true));
      fail(errors, passed);
      for (const row of data) yield cellsOf(row);
      passed += data.length;
      rest = rest.slice(cursor);
      wanted = data.length === 0 ? 2 * rest.length : 0;
    }
    if (rest.length > LONGEST_ROW) throw new ParseFailure(`row ${passed + 1} is longer than ${LONGEST_ROW} characters`);
    rest += more.value;
  }
  if (!rest.includes('"')) {
    yield* plainRows(rest, delimiter);
    return undefined;
  }
  const { data, errors } = parsed(parser().parse(rest, 0, false));
  fail(errors, passed);
  const count = rest.endsWith('\n') && isBlank(data.at(-1)) ? data.length - 1 : data.length;
  for (let i = 0; i < count; i++) yield cellsOf(data[i] as string[]);
  return undefined;
}

/** Without quotes a line is a row. This is twice as fast as the parser, which would build all rows first. */
function* plainRows(text: string, delimiter: string): Generator<Row, undefined, undefined> {
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    yield cellsOf(text.slice(start, end).split(delimiter));
    start = end + 1;
  }
  return undefined;
}

interface Parsing {
  readonly data: readonly string[][];
  readonly errors: readonly Papa.ParseError[];
  readonly cursor: number;
}

function parsed(result: Papa.ParseResult<string[]>): Parsing {
  return { data: result.data, errors: result.errors, cursor: result.meta.cursor };
}

/** The empty text after the last line end is not a row. */
function isBlank(row: readonly string[] | undefined): boolean {
  return row?.length === 1 && row[0] === '';
}

function fail(errors: readonly Papa.ParseError[], passed: number): void {
  const [error] = errors;
  if (error === undefined) return;
  const place = `row ${passed + (error.row ?? 0) + 1}`;
  throw new ParseFailure(
    error.code === 'MissingQuotes' ? `${place}: a quote is never closed` : `${place}: a quoted field goes on after its quote`,
  );
}

function cellsOf(row: readonly string[]): Row {
  return row.includes('') ? row.map((cell) => (cell === '' ? null : cell)) : row;
}
