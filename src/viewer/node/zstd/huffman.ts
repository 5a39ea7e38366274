/** Literals in Huffman's code (RFC 8878, 4.2). Its table has an entry for each value of the next `log` bits. */
import { BackwardBits } from './bits.ts';
import { Damaged } from './damaged.ts';
import { readFseTable } from './fse.ts';

export interface HuffmanTable {
  readonly log: number;
  readonly symbols: Uint8Array;
  readonly lengths: Uint8Array;
}

const MAX_LOG = 12;
const MAX_SYMBOLS = 256;
const WEIGHTS = { maxLog: 6, maxSymbol: 255 };

/** The table that is described at `start`, and where its description ends. */
export function readHuffmanTable(bytes: Uint8Array, start: number, end: number): { readonly table: HuffmanTable; readonly end: number } {
  if (start >= end) throw new Damaged();
  const head = bytes[start] as number;
  const isPacked = head < 128;
  const next = start + 1 + (isPacked ? head : (head - 126) >>> 1);
  if (next > end) throw new Damaged();
  const weights = isPacked
    ? packedWeights(bytes, start + 1, next)
    : Array.from({ length: head - 127 }, (_, index) => ((bytes[start + 1 + (index >>> 1)] as number) >>> (index & 1 ? 0 : 4)) & 15);
  return { table: tableOf(weights), end: next };
}

/** Two states take turns, until the bits are used up. */
function packedWeights(bytes: Uint8Array, start: number, end: number): number[] {
  const { table, end: from } = readFseTable(bytes, start, end, WEIGHTS);
  const bits = new BackwardBits(bytes, from, end);
  const states = [bits.read(table.log), bits.read(table.log)] as [number, number];
  if (bits.left < 0) throw new Damaged();
  const weights: number[] = [];
  for (let turn = 0; ; turn ^= 1) {
    if (weights.length > MAX_SYMBOLS - 3) throw new Damaged();
    const state = states[turn as 0 | 1];
    weights.push(table.symbols[state] as number);
    states[turn as 0 | 1] = (table.bases[state] as number) + bits.read(table.bits[state] as number);
    if (bits.left >= 0) continue;
    weights.push(table.symbols[states[(turn ^ 1) as 0 | 1]] as number);
    return weights;
  }
}

/** The weight of the last symbol is not written: it makes the sum a power of two. */
function tableOf(weights: number[]): HuffmanTable {
  let sum = 0;
  for (const weight of weights) {
    if (weight > MAX_LOG) throw new Damaged();
    sum += (1 << weight) >>> 1;
  }
  const log = 32 - Math.clz32(sum);
  const rest = (1 << log) - sum;
  if (sum === 0 || log > MAX_LOG || (rest & (rest - 1)) !== 0) throw new Damaged();
  weights.push(32 - Math.clz32(rest));
  const least = weights.filter((weight) => weight === 1).length;
  if (least < 2 || least % 2 !== 0) throw new Damaged();
  const symbols = new Uint8Array(1 << log);
  const lengths = new Uint8Array(1 << log);
  let at = 0;
  for (let weight = 1; weight <= log; weight++)
    weights.forEach((each, symbol) => {
      if (each !== weight) return;
      const next = at + ((1 << weight) >>> 1);
      symbols.fill(symbol, at, next);
      lengths.fill(log + 1 - weight, at, next);
      at = next;
    });
  return { log, symbols, lengths };
}

/** One stream, which has to end where the last literal does. `bytes` goes on for at least three bytes after `end`. */
export function readHuffmanStream(
  { log, symbols, lengths }: HuffmanTable,
  bytes: Uint8Array,
  start: number,
  end: number,
  into: Uint8Array,
): void {
  let { left } = new BackwardBits(bytes, start, end);
  const mask = (1 << log) - 1;
  for (let index = 0; index < into.length; index++) {
    const from = left - log;
    const at = start + (Math.max(from, 0) >>> 3);
    const word = (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16);
    const code = from >= 0 ? (word >>> (from & 7)) & mask : left > 0 ? (word << -from) & mask : 0;
    into[index] = symbols[code] as number;
    left -= lengths[code] as number;
  }
  if (left !== 0) throw new Damaged();
}
