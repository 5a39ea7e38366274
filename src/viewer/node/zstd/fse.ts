/** Tables of finite state entropy (RFC 8878, 4.1): for each state its symbol, and which states follow. */
import { Damaged } from './damaged.ts';

export interface FseTable {
  readonly log: number;
  readonly symbols: Uint8Array;
  /** How many bits are read for the next state, and the least that it can be. */
  readonly bits: Uint8Array;
  readonly bases: Uint16Array;
}

interface Limits {
  readonly maxLog: number;
  readonly maxSymbol: number;
}

const MIN_LOG = 5;

/** The table that is described at `start`, and where its description ends. */
export function readFseTable(
  bytes: Uint8Array,
  start: number,
  end: number,
  { maxLog, maxSymbol }: Limits,
): { readonly table: FseTable; readonly end: number } {
  let at = 0;
  const peek = (count: number): number => {
    let value = 0;
    for (let byte = at >>> 3; byte * 8 < at + count; byte++)
      value += (start + byte < end ? (bytes[start + byte] as number) : 0) * 2 ** ((byte - (at >>> 3)) * 8);
    return Math.floor(value / 2 ** (at & 7)) % 2 ** count;
  };
  const log = peek(4) + MIN_LOG;
  at = 4;
  if (log > maxLog) throw new Damaged();
  const counts: number[] = [];
  let remaining = (1 << log) + 1;
  let width = log + 1;
  while (remaining > 1 && counts.length <= maxSymbol) {
    const half = 1 << (width - 1);
    const most = 2 * half - 1 - remaining;
    let value = peek(width - 1);
    if (value < most) at += width - 1;
    else {
      value = peek(width);
      if (value >= half) value -= most;
      at += width;
    }
    const count = value - 1;
    remaining -= Math.abs(count);
    counts.push(count);
    if (count === 0)
      for (let more = 3; more === 3; ) {
        more = peek(2);
        at += 2;
        for (let zero = 0; zero < more; zero++) counts.push(0);
        if (counts.length > maxSymbol + 1) throw new Damaged();
      }
    while (width > 1 && remaining < 1 << (width - 1)) width--;
  }
  const next = start + Math.ceil(at / 8);
  if (remaining !== 1 || counts.length > maxSymbol + 1 || next > end) throw new Damaged();
  return { table: fseTable(counts, log), end: next };
}

/** -1 stands for a symbol that is less frequent than 1. */
export function fseTable(counts: readonly number[], log: number): FseTable {
  const size = 1 << log;
  const symbols = new Uint8Array(size);
  const bits = new Uint8Array(size);
  const bases = new Uint16Array(size);
  const next = counts.map((count) => Math.abs(count));
  let high = size - 1;
  counts.forEach((count, symbol) => {
    if (count === -1) symbols[high--] = symbol;
  });
  const step = (size >>> 1) + (size >>> 3) + 3;
  let at = 0;
  counts.forEach((count, symbol) => {
    for (let each = 0; each < count; each++) {
      symbols[at] = symbol;
      do at = (at + step) & (size - 1);
      while (at > high);
    }
  });
  for (let state = 0; state < size; state++) {
    const symbol = symbols[state] as number;
    const number = next[symbol] as number;
    next[symbol] = number + 1;
    const count = log - (31 - Math.clz32(number));
    bits[state] = count;
    bases[state] = (number << count) - size;
  }
  return { log, symbols, bits, bases };
}

/** Every state is this symbol. */
export function oneSymbol(symbol: number): FseTable {
  return { log: 0, symbols: Uint8Array.of(symbol), bits: new Uint8Array(1), bases: new Uint16Array(1) };
}
