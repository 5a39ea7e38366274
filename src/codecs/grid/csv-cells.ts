/**
 * Finds the cells of a CSV in its bytes, in one scan without decoding: in UTF-8 an ASCII byte is never part of another character.
 *
 *     findCells(found, encodeUtf8('id,"a ""b"""\n'), 13, { syntax: cellSyntax(',', '"'), isLast: true, passed: 0 })      13 bytes are used
 *       starts 0 4, ends 2 11, rowEnds 2, escaped 1: `unescapeCells` makes the second cell  a "b"
 *
 * A row ends with LF, CRLF, CR or the end of the file. A quote opens a cell only at its start; elsewhere it is text. Spaces after the
 * closing quote are ignored, other text there is a failure.
 */
import { ParseFailure } from '#core/parsed';

const [NUL, TAB, LINE_FEED, CARRIAGE_RETURN, SPACE] = [0x00, 0x09, 0x0a, 0x0d, 0x20];

/** What a byte means outside of quotes; 0 for text. */
const [ENDS_CELL, ENDS_ROW, IS_NUL] = [1, 2, 3];

export interface CellSyntax {
  readonly delimiter: number;
  /** -1 if no quotes are used. */
  readonly quote: number;
  readonly kinds: Uint8Array;
}

const syntaxes = new Map<string, CellSyntax>();

/** `delimiter` is an ASCII character; `quote` is one too, or empty. */
export function cellSyntax(delimiter: string, quote: string): CellSyntax {
  const known = syntaxes.get(delimiter + quote);
  if (known !== undefined) return known;
  const kinds = new Uint8Array(256);
  kinds[NUL] = IS_NUL;
  kinds[LINE_FEED] = kinds[CARRIAGE_RETURN] = ENDS_ROW;
  kinds[delimiter.charCodeAt(0)] = ENDS_CELL;
  const syntax = { delimiter: delimiter.charCodeAt(0), quote: quote === '' ? -1 : quote.charCodeAt(0), kinds };
  syntaxes.set(delimiter + quote, syntax);
  return syntax;
}

/** The cells of one block of complete rows. It is reused for many blocks; the arrays grow to the most cells of a block. */
export class FoundCells {
  starts = new Int32Array(1 << 12);
  ends = new Int32Array(1 << 12);
  /** For each row, the number of cells up to its end. */
  rowEnds = new Int32Array(1 << 10);
  rows = 0;
  /** The number of line ends inside the quoted cells of complete rows. */
  innerLines = 0;
  /** The quoted cells whose text is not what is between the quotes: it has doubled quotes or CR. */
  readonly escaped: number[] = [];

  growCells(): void {
    this.starts = doubled(this.starts);
    this.ends = doubled(this.ends);
  }

  endRow(cells: number): void {
    if (this.rows === this.rowEnds.length) this.rowEnds = doubled(this.rowEnds);
    this.rowEnds[this.rows++] = cells;
  }
}

function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}

export interface Scan {
  readonly syntax: CellSyntax;
  /** Whether the file ends here. Otherwise an unfinished row at the end is left for the next scan. */
  readonly isLast: boolean;
  /** The number of rows before this block, for messages. */
  readonly passed: number;
}

/** Returns the number of bytes of the complete rows. There must be room for one more byte after `length`. */
export function findCells(found: FoundCells, bytes: Uint8Array, length: number, { syntax, isLast, passed }: Scan): number {
  const { delimiter, quote, kinds } = syntax;
  found.rows = found.innerLines = found.escaped.length = 0;
  // With this byte the search for the end of a cell needs no other limit.
  bytes[length] = LINE_FEED;
  let { starts, ends } = found;
  let count = 0;
  let used = 0;
  let innerLines = 0;
  for (let at = 0; at < length; ) {
    let start = at;
    let end: number;
    if (bytes[at] === quote) {
      start++;
      const closing = closingQuote(bytes, start, length, quote);
      if (closing.end >= length && isLast) throw new ParseFailure(`row ${passed + found.rows + 1}: a quote is never closed`);
      ({ end } = closing);
      innerLines += closing.lines;
      if (closing.isEscaped) found.escaped.push(count);
      at = end + 1;
      while (at < length && (bytes[at] === SPACE || bytes[at] === TAB) && bytes[at] !== delimiter) at++;
    } else {
      while (kinds[bytes[at] as number] === 0) at++;
      end = at;
    }
    if (at >= length && !isLast) break;
    const kind = kinds[bytes[at] as number] as number;
    if (kind === IS_NUL) throw new ParseFailure('expected text, found a NUL');
    if (kind === 0) throw new ParseFailure(`row ${passed + found.rows + 1}: a quoted field goes on after its quote`);
    if (count + 2 > starts.length) {
      found.growCells();
      ({ starts, ends } = found);
    }
    starts[count] = start;
    ends[count++] = end;
    at++;
    if (kind === ENDS_CELL) {
      if (at < length || !isLast) continue;
      // After a delimiter at the very end there is one more cell, which is empty.
      starts[count] = ends[count] = length;
      count++;
    } else if (bytes[at - 1] === CARRIAGE_RETURN) {
      // At the end of a block it may be the first half of a CRLF.
      if (at === length && !isLast) break;
      if (bytes[at] === LINE_FEED && at < length) at++;
    }
    found.endRow(count);
    found.innerLines = innerLines;
    used = at;
  }
  return Math.min(used, length);
}

/** Rewrites the escaped cells in place, so that every cell is a range of the bytes. What is left behind a cell is no text. */
export function unescapeCells({ escaped, starts, ends, rowEnds, rows }: FoundCells, bytes: Uint8Array, { quote }: CellSyntax): void {
  const complete = rows === 0 ? 0 : (rowEnds[rows - 1] as number);
  for (const cell of escaped) if (cell < complete) ends[cell] = unescape(bytes, starts[cell] as number, ends[cell] as number, quote);
}

/** The last result; one object for each cell would cost more than the search. */
const closing = { end: 0, lines: 0, isEscaped: false };

/** The end is `length` if the quote is not closed. */
function closingQuote(bytes: Uint8Array, from: number, length: number, quote: number): typeof closing {
  closing.lines = 0;
  closing.isEscaped = false;
  let at = from;
  for (; at < length; at++) {
    const code = bytes[at] as number;
    if (code === quote) {
      if (bytes[at + 1] !== quote) break;
      closing.isEscaped = true;
      at++;
    } else if (code <= CARRIAGE_RETURN) {
      if (code === NUL) throw new ParseFailure('expected text, found a NUL');
      if (code === LINE_FEED && bytes[at - 1] !== CARRIAGE_RETURN) closing.lines++;
      if (code !== CARRIAGE_RETURN) continue;
      closing.isEscaped = true;
      closing.lines++;
    }
  }
  closing.end = at;
  return closing;
}

/** Writes the text of a quoted cell over itself, with single quotes and LF, and returns its end. */
function unescape(bytes: Uint8Array, start: number, end: number, quote: number): number {
  let to = start;
  for (let at = start; at < end; at++) {
    const code = bytes[at] as number;
    bytes[to++] = code === CARRIAGE_RETURN ? LINE_FEED : code;
    if (code === quote || (code === CARRIAGE_RETURN && at + 1 < end && bytes[at + 1] === LINE_FEED)) at++;
  }
  return to;
}
