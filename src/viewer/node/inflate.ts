/**
 * Raw deflate (RFC 1951) for the reader of zip archives, which cannot wait for the browser's own. The messages are those of zlib, because they
 * are part of verdicts; a test compares the two. A library with these messages is ten times as long.
 *
 *     inflateRaw(packed, 1000)     { buffer, used: how many bytes of `packed` were needed }
 */
/** As much as Node makes at once: it compares with the limit after each piece. */
const PIECE = 1 << 14;

const LENGTH_BASE = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const END = 256;

/** Canonical codes: how many there are of each length, and their symbols in order. */
interface Codes {
  readonly counts: readonly number[];
  readonly symbols: readonly number[];
  /** Of the longest; 1 if there is none. */
  readonly longest: number;
}

class Input {
  readonly #bytes: Uint8Array;
  /** In bits. */
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Whole bytes, the begun one included. */
  get used(): number {
    return (this.#at + 7) >> 3;
  }

  bits(count: number): number {
    if (this.#at + count > this.#bytes.length * 8) throw new Error('unexpected end of file');
    let value = 0;
    for (let bit = 0; bit < count; bit++, this.#at++) value |= (((this.#bytes[this.#at >> 3] as number) >> (this.#at & 7)) & 1) << bit;
    return value;
  }

  /** From the next whole byte. */
  skipToByte(): void {
    this.#at = this.used * 8;
  }

  symbol({ counts, symbols, longest }: Codes, fault: string): number {
    let [code, first, index] = [0, 0, 0];
    for (let length = 1; length <= longest; length++) {
      code |= this.bits(1);
      const count = counts[length] ?? 0;
      if (code - count < first) return symbols[index + code - first] as number;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new Error(fault);
  }
}

class Output {
  #bytes = new Uint8Array(PIECE);
  readonly #limit: number;
  length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(byte: number): void {
    if (this.length === this.#bytes.length) this.#grow();
    this.#bytes[this.length++] = byte;
    if (this.length % PIECE === 0) this.requireLimit();
  }

  repeat(length: number, distance: number): void {
    if (distance > this.length) throw new Error('invalid distance too far back');
    for (let left = length; left > 0; left--) this.add(this.#bytes[this.length - distance] as number);
  }

  requireLimit(): void {
    if (this.length > this.#limit) throw new RangeError(`Cannot create a Buffer larger than ${this.#limit} bytes`);
  }

  view(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }

  #grow(): void {
    const longer = new Uint8Array(this.#bytes.length * 2);
    longer.set(this.#bytes);
    this.#bytes = longer;
  }
}

/** Throws for what is no deflate, and for more than `limit` bytes. */
export function inflateRaw(bytes: Uint8Array, limit: number): { readonly buffer: Uint8Array; readonly used: number } {
  const [input, output] = [new Input(bytes), new Output(limit)];
  for (let isLast = false; !isLast; ) {
    const header = input.bits(3);
    isLast = (header & 1) === 1;
    const type = header >> 1;
    if (type === 3) throw new Error('invalid block type');
    if (type === 0) stored(input, output);
    else compressed(input, output, type === 1 ? FIXED : dynamicCodes(input));
  }
  output.requireLimit();
  return { buffer: output.view(), used: input.used };
}

function stored(input: Input, output: Output): void {
  input.skipToByte();
  const [low, high] = [input.bits(16), input.bits(16)];
  if ((low ^ high) !== 0xffff) throw new Error('invalid stored block lengths');
  for (let left = low; left > 0; left--) output.add(input.bits(8));
}

interface BlockCodes {
  readonly lengths: Codes;
  readonly distances: Codes;
}

function compressed(input: Input, output: Output, { lengths, distances }: BlockCodes): void {
  for (;;) {
    const symbol = input.symbol(lengths, 'invalid literal/length code');
    if (symbol === END) return;
    if (symbol < END) {
      output.add(symbol);
      continue;
    }
    const base = LENGTH_BASE[symbol - END - 1];
    if (base === undefined) throw new Error('invalid literal/length code');
    const length = base + input.bits(LENGTH_EXTRA[symbol - END - 1] as number);
    const code = input.symbol(distances, 'invalid distance code');
    if (code > 29) throw new Error('invalid distance code');
    const extra = code < 2 ? 0 : (code >> 1) - 1;
    output.repeat(length, 1 + (code < 2 ? code : (2 + (code & 1)) << extra) + input.bits(extra));
  }
}

function dynamicCodes(input: Input): BlockCodes {
  const [literals, distances, count] = [input.bits(5) + 257, input.bits(5) + 1, input.bits(4) + 4];
  if (literals > 286 || distances > 30) throw new Error('too many length or distance symbols');
  const short = Array.from<number>({ length: 19 }).fill(0);
  for (const place of ORDER.slice(0, count)) short[place] = input.bits(3);
  const codes = codesOf(short, 'invalid code lengths set', true);
  const lengths: number[] = [];
  while (lengths.length < literals + distances) {
    // Without any code zlib reads each bit as a length of 0.
    const symbol = codes.symbols.length === 0 ? zeroAfter(input) : input.symbol(codes, 'invalid code lengths set');
    if (symbol < 16) {
      lengths.push(symbol);
      continue;
    }
    const repeats = symbol === 16 ? 3 + input.bits(2) : symbol === 17 ? 3 + input.bits(3) : 11 + input.bits(7);
    const value = symbol === 16 ? lengths.at(-1) : 0;
    if (value === undefined || lengths.length + repeats > literals + distances) throw new Error('invalid bit length repeat');
    for (let left = repeats; left > 0; left--) lengths.push(value);
  }
  if (lengths[END] === 0) throw new Error('invalid code -- missing end-of-block');
  return {
    lengths: codesOf(lengths.slice(0, literals), 'invalid literal/lengths set'),
    distances: codesOf(lengths.slice(literals), 'invalid distances set'),
  };
}

/** A set that is not complete is good only if it has no code, or one of one bit; for the lengths of codes not even that. */
function codesOf(lengths: readonly number[], fault: string, isStrict = false): Codes {
  const counts = Array.from<number>({ length: 16 }).fill(0);
  for (const length of lengths) counts[length] = (counts[length] as number) + 1;
  const none = counts[0] === lengths.length;
  counts[0] = 0;
  const longest = counts.findLastIndex((count) => count > 0);
  let left = 1;
  for (const count of counts.slice(1)) {
    left = left * 2 - count;
    if (left < 0) throw new Error(fault);
  }
  if (left > 0 && !none && (isStrict || longest !== 1)) throw new Error(fault);
  const places = lengths.map((length, symbol) => ({ length, symbol })).filter(({ length }) => length > 0);
  return { counts, symbols: places.sort((a, b) => a.length - b.length).map(({ symbol }) => symbol), longest: Math.max(1, longest) };
}

const FIXED: BlockCodes = {
  lengths: codesOf(
    Array.from({ length: 288 }, (_, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8)),
    '',
  ),
  distances: codesOf(
    Array.from({ length: 32 }, () => 5),
    '',
  ),
};

function zeroAfter(input: Input): number {
  input.bits(1);
  return 0;
}
