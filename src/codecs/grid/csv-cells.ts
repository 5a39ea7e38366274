/**
 * Finds the cells of a CSV in its bytes, in one scan without decoding: in UTF-8 an ASCII byte is never part of another character.
 *
 *     findCells(found, bytes of 'id,"a ""b"""\n', 13, { syntax: cellSyntax(',', '"'), isLast: true, passed: 0 })
 *       used 13, starts 0 4, ends 2 11, rowEnds 2, escaped 1: `unescapeCells` makes the second cell  a "b"
 *
 * A row ends with LF, CRLF, CR or the end of the file. A quote opens a cell only at its start; elsewhere it is text. Spaces after the
 * closing quote are ignored, other text there is a failure.
 */
import { ParseFailure } from '#core/parsed';

const [NUL, TAB, LINE_FEED, CARRIAGE_RETURN, SPACE] = [0x00, 0x09, 0x0a, 0x0d, 0x20];

export interface CellSyntax {
  readonly delimiter: number;
  /** A word of four delimiters. */
  readonly everywhere: number;
  /** -1 if no quotes are used. */
  readonly quote: number;
}

const syntaxes = new Map<string, CellSyntax>();

/** `delimiter` is an ASCII character; `quote` is one too, or empty. */
export function cellSyntax(delimiter: string, quote: string): CellSyntax {
  const known = syntaxes.get(delimiter + quote);
  if (known !== undefined) return known;
  const code = delimiter.charCodeAt(0);
  const syntax = { delimiter: code, everywhere: code * 0x01010101, quote: quote === '' ? -1 : quote.charCodeAt(0) };
  syntaxes.set(delimiter + quote, syntax);
  return syntax;
}

/** The cells of one block of complete rows. It is reused for many blocks; the arrays grow to the most cells of a block. */
export class FoundCells {
  starts = new Int32Array(1 << 12);
  ends = new Int32Array(1 << 12);
  /** For each row, the number of cells up to its end. */
  rowEnds = new Int32Array(1 << 10);
  /** The number of cells, those of an unfinished row included. */
  count = 0;
  rows = 0;
  /** The number of bytes of the complete rows. */
  used = 0;
  /** The number of line ends inside the quoted cells of complete rows. */
  innerLines = 0;
  /** The quoted cells whose text is not what is between the quotes: it has doubled quotes or CR. */
  readonly escaped: number[] = [];

  clear(): void {
    this.count = this.rows = this.used = this.innerLines = this.escaped.length = 0;
  }

  /** There is room for one more cell afterwards. */
  growCells(): void {
    this.starts = doubled(this.starts);
    this.ends = doubled(this.ends);
  }

  endRow(cells: number, at: number): void {
    if (this.rows === this.rowEnds.length) this.rowEnds = doubled(this.rowEnds);
    this.rowEnds[this.rows++] = cells;
    this.used = at;
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

/** Bytes for a block of that length: with one more, and complete words. */
export function blockBytes(length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array((length + 4) & ~3);
}

/** `bytes` is one of `blockBytes`. The complete rows have `found.used` bytes. */
export function findCells(found: FoundCells, bytes: Uint8Array, length: number, scan: Scan): void {
  const { quote } = scan.syntax;
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  found.clear();
  // With this byte the search for the end of a cell needs no other limit.
  bytes[length] = LINE_FEED;
  let innerLines = 0;
  for (let at = 0; at < length; ) {
    const { rows } = found;
    if (bytes[at] === quote) {
      at = quotedCell(found, bytes, at, length, scan);
      innerLines += closing.lines;
    } else at = plainCells(found, bytes, words, at, length, scan);
    if (found.rows > rows) found.innerLines = innerLines;
  }
  found.used = Math.min(found.used, length);
}

/**
 * Finds cells without quotes from `from` on, up to a cell with quotes or the end of the block, and returns where that is. It looks at four
 * bytes at a time: most words have no byte with a meaning. The lowest byte of a word is the first one on every machine that has BLAKE3.
 */
function plainCells(found: FoundCells, bytes: Uint8Array, words: Int32Array, from: number, length: number, scan: Scan): number {
  const { delimiter, quote, everywhere } = scan.syntax;
  let { starts, ends, count } = found;
  let start = from;
  for (let index = from >> 2; ; index++) {
    const word = words[index] as number;
    for (let marks = marksOf(word, everywhere); marks !== 0; marks &= marks - 1) {
      const bit = 24 - Math.clz32(marks & -marks);
      const at = 4 * index + (bit >> 3);
      if (at < start) continue;
      const code = (word >>> bit) & 0xff;
      if (code !== delimiter && code !== LINE_FEED && code !== CARRIAGE_RETURN) {
        if (code === NUL) throw new ParseFailure('expected text, found a NUL');
        continue;
      }
      if (at === length && !scan.isLast) return length;
      if (count + 2 > starts.length) {
        found.growCells();
        ({ starts, ends } = found);
      }
      starts[count] = start;
      ends[count++] = at;
      start = at + 1;
      if (code !== delimiter || start === length) {
        found.count = count;
        start = afterCell(found, bytes, at, length, scan);
        ({ count } = found);
        if (start >= length) return start;
      }
      if (bytes[start] === quote) {
        found.count = count;
        return start;
      }
    }
  }
}

/** Sets the high bit of every byte of the word that is the delimiter, or below 14 as NUL, LF and CR are; `everywhere` has four delimiters. */
function marksOf(word: number, everywhere: number): number {
  const others = word ^ everywhere;
  const isOther = ((others & 0x7f7f7f7f) + 0x7f7f7f7f) | others;
  const isAbove = ((word & 0x7f7f7f7f) + 0x72727272) | word;
  return ~(isOther & isAbove) & 0x80808080;
}

/** Finds one cell with quotes, and returns where the next one begins. */
function quotedCell(found: FoundCells, bytes: Uint8Array, from: number, length: number, scan: Scan): number {
  const { delimiter, quote } = scan.syntax;
  const { end, isEscaped } = closingQuote(bytes, from + 1, length, quote);
  if (end >= length && scan.isLast) throw new ParseFailure(`row ${scan.passed + found.rows + 1}: a quote is never closed`);
  let at = end + 1;
  while (at < length && (bytes[at] === SPACE || bytes[at] === TAB) && bytes[at] !== delimiter) at++;
  if (at >= length && !scan.isLast) return length;
  const code = bytes[at] as number;
  if (code === NUL) throw new ParseFailure('expected text, found a NUL');
  const isEnd = code === LINE_FEED || code === CARRIAGE_RETURN;
  if (!isEnd && code !== delimiter) throw new ParseFailure(`row ${scan.passed + found.rows + 1}: a quoted field goes on after its quote`);
  if (isEscaped) found.escaped.push(found.count);
  if (found.count + 2 > found.starts.length) found.growCells();
  found.starts[found.count] = from + 1;
  found.ends[found.count++] = end;
  return isEnd || at + 1 === length ? afterCell(found, bytes, at, length, scan) : at + 1;
}

/** Returns where the next cell begins after one that ends at `at`, with its row or with the block. */
function afterCell(found: FoundCells, bytes: Uint8Array, at: number, length: number, { syntax, isLast }: Scan): number {
  let next = at + 1;
  if (bytes[at] === syntax.delimiter) {
    if (!isLast) return next;
    // After a delimiter at the very end there is one more cell, which is empty.
    found.starts[found.count] = found.ends[found.count] = length;
    found.count++;
  } else if (bytes[at] === CARRIAGE_RETURN) {
    // At the end of a block it may be the first half of a CRLF.
    if (next === length && !isLast) return length;
    if (bytes[next] === LINE_FEED && next < length) next++;
  }
  found.endRow(found.count, next);
  return next;
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
