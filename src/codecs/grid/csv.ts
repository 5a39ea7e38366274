/**
 * CSV and TSV as a grid of one sheet. A file of any length is read in blocks of complete rows, as positions of cells in bytes; texts are made
 * only where somebody asks for them.
 *
 *     id;name\r\n7;"a ""b"""\r\n      [['id', 'name'], ['7', 'a "b"']]
 *
 * Line ends become LF everywhere, also inside quotes. The delimiter is stated, or guessed by the first rows (`csv-delimiter.ts`). Rows may
 * have different lengths. A quote that is never closed, or is followed by text, is a failure.
 */
import { isUtf8 } from 'node:buffer';
import { fill, prefixedSource } from '#core/bytes/source';
import { rowCells } from '#core/cells';
import { lazy } from '#core/lazy';
import { type CellBlock, type CsvEncoding, type CsvReading, type Grid, ParseFailure, type ParseWarning, type Row } from '#core/parsed';
import type { ByteSource } from '#core/ports';
import { markReused, type Reused, readNow } from '#core/reused';
import { blockBytes, cellSyntax, FoundCells, findCells, unescapeCells } from './csv-cells.ts';
import { COMMA, type DelimiterGuess, guessDelimiter } from './csv-delimiter.ts';
import { encodingOf, utf8Source } from './csv-encoding.ts';
import { otherFormat } from './not-csv.ts';

const BLOCK = 1 << 18;
const HEAD = 1 << 14;
/** A longer row must have lost its closing quote. */
const MAX_ROW_LENGTH = 1 << 24;

/** The buffers of a reader that has ended, reused: thousands of short files would each allocate their own. */
interface Buffers {
  bytes: Uint8Array;
  readonly found: FoundCells;
}
let spare: Buffers | null = null;

const GUESSED: CsvReading = { delimiter: null, quote: '"', encoding: null };

export function readCsv(unread: ByteSource, reading: CsvReading = GUESSED): Grid {
  const buffers = spare ?? { bytes: blockBytes(BLOCK), found: new FoundCells() };
  spare = null;
  const { encoding, source, length } = begin(unread, buffers.bytes, reading.encoding);
  const head = Buffer.from(buffers.bytes.buffer, 0, Math.min(length, HEAD));
  const other = otherFormat(head);
  if (other !== null) throw new ParseFailure(`expected CSV, found ${other}`);
  const { delimiter, rivals } = reading.delimiter === null ? guessIn(head, length <= HEAD) : { delimiter: reading.delimiter, rivals: [] };
  const blocks = (): Iterable<Reused<CellBlock>> => readBlocks(source, buffers, { length, delimiter, quote: reading.quote });
  return {
    kind: 'grid',
    sheets: ['csv'],
    blocks,
    rows: () => rowsOf(blocks()),
    warnings: rivals.length === 0 ? [] : [ambiguous([delimiter, ...rivals])],
    facts: { delimiter, encoding },
  };
}

/** Nearly every file has no other candidate than the comma, and needs no guess. */
function guessIn(head: Buffer, isWhole: boolean): DelimiterGuess {
  const isSure = !head.includes(0x3b) && !head.includes(0x09) && !head.includes(0x7c);
  return isSure ? COMMA : guessDelimiter(head.toString('latin1'), isWhole);
}

/** Fills the first block with UTF-8. */
function begin(unread: ByteSource, bytes: Uint8Array, stated: CsvEncoding | null) {
  const block = bytes.subarray(0, BLOCK);
  const count = fill(unread, block);
  const { encoding, mark } = encodingOf(block.subarray(0, count), stated);
  if (encoding === 'utf-8' && mark === 0) return { encoding, source: unread, length: count };
  const rest = prefixedSource(block.slice(mark, count), unread);
  const source = encoding === 'utf-8' ? rest : utf8Source(rest, encoding);
  return { encoding, source, length: fill(source, block) };
}

interface Begun {
  /** The number of bytes that were read already. */
  readonly length: number;
  readonly delimiter: string;
  readonly quote: string;
}

/** An unfinished row at the end of a block is scanned again with the next block. While no row ends, the block doubles each time. */
function* readBlocks(source: ByteSource, buffers: Buffers, begun: Begun): Generator<Reused<CellBlock>, undefined, undefined> {
  const { found } = buffers;
  const syntax = cellSyntax(begun.delimiter, begun.quote);
  let { length } = begun;
  let capacity = BLOCK;
  let passed = 0;
  let line = 1;
  for (;;) {
    const { bytes } = buffers;
    const isLast = length < capacity;
    findCells(found, bytes, length, { syntax, isLast, passed });
    const { used } = found;
    if (!isUtf8(bytes.subarray(0, used)))
      throw new ParseFailure('expected UTF-8 (or UTF-16 after its byte order mark), found bytes that are not');
    unescapeCells(found, bytes, syntax);
    const { starts, ends, rowEnds, rows } = found;
    if (rows > 0) yield markReused({ bytes, starts, ends, rowEnds, rows, line, latin1: lazy(() => latin1(bytes, used)) });
    passed += rows;
    line += rows + found.innerLines;
    if (isLast) break;
    const rest = length - used;
    if (rest > MAX_ROW_LENGTH) throw new ParseFailure(`row ${passed + 1} is longer than ${MAX_ROW_LENGTH} bytes`);
    capacity = Math.max(BLOCK, 2 * rest);
    if (bytes.length <= capacity) buffers.bytes = blockBytes(capacity);
    buffers.bytes.set(bytes.subarray(used, length));
    length = rest + fill(source, buffers.bytes.subarray(rest, capacity));
  }
  if (buffers.bytes.length < 2 * BLOCK) spare = buffers;
  return undefined;
}

function latin1(bytes: Uint8Array, length: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('latin1');
}

function* rowsOf(blocks: Iterable<Reused<CellBlock>>): Generator<Row, undefined, undefined> {
  for (const reused of blocks) {
    const block = readNow(reused);
    for (let row = 0; row < block.rows; row++) yield rowCells(block, row);
  }
  return undefined;
}

const NAMES: Readonly<Record<string, string>> = { ',': 'a comma', '\t': 'a tab', ';': 'a semicolon', '|': 'a bar' };

function ambiguous(delimiters: readonly string[]): ParseWarning {
  const names = delimiters.map((delimiter) => NAMES[delimiter] ?? delimiter).join(' or ');
  return { code: 'W_AMBIGUOUS_DELIMITER', message: `The delimiter may be ${names}: a definition can state it in dialect.delimiter` };
}
