/** The sequences of a block (RFC 8878, 3.1.1.3.2): how many literals, and then how much of what was there before, how far back. */
import { BackwardBits } from './bits.ts';
import { Damaged } from './damaged.ts';
import { type FseTable, fseTable, oneSymbol, readFseTable } from './fse.ts';

export interface Tables {
  readonly literals: FseTable | null;
  readonly offsets: FseTable | null;
  readonly matches: FseTable | null;
}

export const NO_TABLES: Tables = { literals: null, offsets: null, matches: null };

export interface Sequences {
  readonly tables: Tables;
  /** Three numbers of each: literals, match, and the offset or, up to 3, which of the last offsets. */
  readonly numbers: Float64Array;
}

const LITERALS = {
  counts: [4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1],
  log: 6,
  maxLog: 9,
  maxSymbol: 35,
};
const MATCHES = {
  counts: [
    1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, -1, -1, -1, -1, -1, -1, -1,
  ],
  log: 6,
  maxLog: 9,
  maxSymbol: 52,
};
const OFFSETS = {
  counts: [1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1],
  log: 5,
  maxLog: 8,
  maxSymbol: 31,
};
const [LITERAL_BITS, LITERAL_BASES] = basesOf(
  [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
  0,
);
const [MATCH_BITS, MATCH_BASES] = basesOf(
  [...Array.from({ length: 32 }, () => 0), 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
  3,
);

/** Each code begins where the one before ends. */
function basesOf(bits: readonly number[], first: number): [readonly number[], readonly number[]] {
  let next = first;
  const bases = bits.map((count) => {
    const base = next;
    next += 2 ** count;
    return base;
  });
  return [bits, bases];
}

export function readSequences(bytes: Uint8Array, start: number, end: number, before: Tables): Sequences {
  if (start >= end) throw new Damaged();
  const first = bytes[start] as number;
  const head = first < 128 ? 1 : first < 255 ? 2 : 3;
  if (first === 0 || start + head + 1 > end) {
    if (first !== 0 || start + 1 !== end) throw new Damaged();
    return { tables: before, numbers: new Float64Array(0) };
  }
  const [second, third] = [bytes[start + 1] as number, bytes[start + 2] as number];
  const count = head === 1 ? first : head === 2 ? ((first - 128) << 8) + second : second + (third << 8) + 0x7f00;
  if (count === 0) throw new Damaged();
  const modes = bytes[start + head] as number;
  if ((modes & 3) !== 0) throw new Damaged();
  let at = start + head + 1;
  const tableFor = (mode: number, usual: typeof LITERALS, last: FseTable | null): FseTable => {
    switch (mode) {
      case 0:
        return fseTable(usual.counts, usual.log);
      case 1: {
        const symbol = at < end ? (bytes[at++] as number) : Number.POSITIVE_INFINITY;
        if (symbol > usual.maxSymbol) throw new Damaged();
        return oneSymbol(symbol);
      }
      case 2: {
        const read = readFseTable(bytes, at, end, usual);
        at = read.end;
        return read.table;
      }
      default:
        if (last === null) throw new Damaged();
        return last;
    }
  };
  const literals = tableFor(modes >>> 6, LITERALS, before.literals);
  const offsets = tableFor((modes >>> 4) & 3, OFFSETS, before.offsets);
  const matches = tableFor((modes >>> 2) & 3, MATCHES, before.matches);
  return {
    tables: { literals, offsets, matches },
    numbers: numbersIn(new BackwardBits(bytes, at, end), count, { literals, offsets, matches }),
  };
}

interface AllTables {
  readonly literals: FseTable;
  readonly offsets: FseTable;
  readonly matches: FseTable;
}

function numbersIn(bits: BackwardBits, count: number, { literals, offsets, matches }: AllTables): Float64Array {
  const numbers = new Float64Array(count * 3);
  let literal = bits.read(literals.log);
  let offset = bits.read(offsets.log);
  let match = bits.read(matches.log);
  for (let index = 0; index < count; index++) {
    const literalCode = literals.symbols[literal] as number;
    const offsetCode = offsets.symbols[offset] as number;
    const matchCode = matches.symbols[match] as number;
    const far = 2 ** offsetCode + bits.readLong(offsetCode);
    numbers[index * 3 + 1] = (MATCH_BASES[matchCode] as number) + bits.read(MATCH_BITS[matchCode] as number);
    const length = (LITERAL_BASES[literalCode] as number) + bits.read(LITERAL_BITS[literalCode] as number);
    numbers[index * 3] = length;
    numbers[index * 3 + 2] = far;
    if (bits.left < 0) throw new Damaged();
    if (index === count - 1) break;
    literal = (literals.bases[literal] as number) + bits.read(literals.bits[literal] as number);
    match = (matches.bases[match] as number) + bits.read(matches.bits[match] as number);
    offset = (offsets.bases[offset] as number) + bits.read(offsets.bits[offset] as number);
  }
  if (bits.left !== 0) throw new Damaged();
  return numbers;
}
