/** The literals of a block (RFC 8878, 3.1.1.3.1). */
import { Damaged } from './damaged.ts';
import { type HuffmanTable, readHuffmanStream, readHuffmanTable } from './huffman.ts';

const RAW = 0;
const RUN = 1;
const REPEATED = 3;
/** Of four streams: three lengths, and a byte at least for each. */
const LEAST_STREAMS = 10;
const LEAST_LITERALS = 6;

export interface Literals {
  readonly bytes: Uint8Array;
  /** For a later block that repeats it. */
  readonly table: HuffmanTable | null;
  readonly end: number;
}

interface Asked {
  readonly most: number;
  readonly table: HuffmanTable | null;
}

export function readLiterals(bytes: Uint8Array, start: number, end: number, { most, table: before }: Asked): Literals {
  if (end - start < 2) throw new Damaged();
  const first = bytes[start] as number;
  const form = (first >>> 2) & 3;
  const kind = first & 3;
  if (kind === RAW || kind === RUN) {
    const head = form === 1 ? 2 : form === 3 ? 3 : 1;
    const size = form === 1 ? uint(bytes, start, 2) >>> 4 : form === 3 ? uint(bytes, start, 3) >>> 4 : first >>> 3;
    const from = start + head;
    const next = from + (kind === RAW ? size : 1);
    if (size > most || next > end) throw new Damaged();
    return {
      bytes: kind === RAW ? bytes.subarray(from, next) : new Uint8Array(size).fill(bytes[from] as number),
      table: before,
      end: next,
    };
  }
  if (end - start < 5) throw new Damaged();
  const width = [10, 10, 14, 18][form] as number;
  const head = [3, 3, 4, 5][form] as number;
  const sizes = uint(bytes, start, head);
  const size = Math.floor(sizes / 16) % 2 ** width;
  const next = start + head + Math.floor(sizes / 2 ** (4 + width));
  if (size === 0 || size > most || next > end) throw new Damaged();
  let [table, from] = [before, start + head];
  if (kind !== REPEATED) ({ table, end: from } = readHuffmanTable(bytes, from, next));
  if (table === null) throw new Damaged();
  const literals = new Uint8Array(size);
  if (form === 0) readHuffmanStream(table, bytes, from, next, literals);
  else readFourStreams(table, bytes, from, next, literals);
  return { bytes: literals, table, end: next };
}

function readFourStreams(table: HuffmanTable, bytes: Uint8Array, start: number, end: number, into: Uint8Array): void {
  if (end - start < LEAST_STREAMS || into.length < LEAST_LITERALS) throw new Damaged();
  const part = Math.ceil(into.length / 4);
  if (part * 3 > into.length) throw new Damaged();
  let from = start + 6;
  for (let index = 0; index < 4; index++) {
    const next = index === 3 ? end : from + uint(bytes, start + index * 2, 2);
    if (next > end) throw new Damaged();
    readHuffmanStream(table, bytes, from, next, into.subarray(index * part, index === 3 ? into.length : (index + 1) * part));
    from = next;
  }
}

function uint(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let index = count - 1; index >= 0; index--) value = value * 256 + (bytes[at + index] as number);
  return value;
}
