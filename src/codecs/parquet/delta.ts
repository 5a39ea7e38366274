/**
 * The delta encodings: integers as differences in packed blocks; texts with their lengths first; texts by what they share with the one
 * before.
 */
import { damaged } from './damage.ts';

interface Deltas {
  readonly values: readonly (number | bigint)[];
  /** Where the bytes behind the integers start. */
  readonly end: number;
}

/** The most integers of one page: a few bytes could state any number of equal ones. */
const MAX_VALUES = 1 << 26;

/** DELTA_BINARY_PACKED, in 32 or 64 bits with wrap-around; a value beyond 2^53 is a bigint. */
export function readDeltas(bytes: Uint8Array, start: number, bits: 32 | 64, expected: number | null): Deltas {
  const reader = new BitReader(bytes, start);
  const blockSize = reader.varint();
  const miniblocks = reader.varint();
  const count = reader.varint();
  const size = blockSize / miniblocks;
  if (miniblocks === 0 || blockSize === 0 || blockSize % 128 !== 0 || size % 32 !== 0) damaged('a block of deltas of an impossible size');
  if ((expected !== null && count !== expected) || count > MAX_VALUES) damaged(`expected ${expected ?? MAX_VALUES} values, found ${count}`);
  const values: (number | bigint)[] = [];
  let last = reader.zigzag();
  const keep = (): void => {
    last = BigInt.asIntN(bits, last);
    const plain = Number(last);
    values.push(Number.isSafeInteger(plain) ? plain : last);
  };
  if (count > 0) keep();
  while (values.length < count) {
    const least = reader.zigzag();
    const widths = Array.from({ length: miniblocks }, () => reader.byte());
    for (const width of widths) {
      if (values.length >= count) break;
      if (width > bits) damaged(`a delta of ${width} bits`);
      const packedEnd = reader.pos + (size * width) / 8;
      for (let i = 0; i < size && values.length < count; i++) {
        last += least + reader.packed(i, width);
        keep();
      }
      reader.pos = packedEnd;
      if (packedEnd > bytes.length) damaged('deltas that are cut off');
    }
  }
  return { values, end: reader.pos };
}

/** DELTA_LENGTH_BYTE_ARRAY: all lengths, then all bytes. */
export function readLengthsThenBytes(bytes: Uint8Array, start: number, count: number | null): readonly Uint8Array[] {
  const { values: lengths, end } = readDeltas(bytes, start, 32, count);
  let at = end;
  const texts = lengths.map((length) => {
    if (length < 0 || Number(length) > bytes.length - at) damaged('texts that are cut off');
    at += Number(length);
    return bytes.subarray(at - Number(length), at);
  });
  if (at !== bytes.length) damaged('bytes behind the last value');
  return texts;
}

/** The most bytes that a page of shared beginnings may become. */
const MAX_BYTES = 1 << 28;

/** DELTA_BYTE_ARRAY: how much of the last text each begins with, then the rest of each. */
export function readSharedPrefixes(bytes: Uint8Array, start: number): readonly Uint8Array[] {
  const { values: shared, end } = readDeltas(bytes, start, 32, null);
  const rests = readLengthsThenBytes(bytes, end, shared.length);
  let last: Uint8Array = new Uint8Array(0);
  let total = 0;
  return rests.map((rest, i) => {
    const same = Number(shared[i]);
    if (same < 0 || same > last.length) damaged('a text that begins with more than the one before has');
    total += same + rest.length;
    if (total > MAX_BYTES) damaged(`expected at most ${MAX_BYTES} bytes in a page, found more`);
    if (same > 0) {
      const text = new Uint8Array(same + rest.length);
      text.set(last.subarray(0, same));
      text.set(rest, same);
      last = text;
    } else last = rest;
    return last;
  });
}

class BitReader {
  readonly #bytes: Uint8Array;
  pos: number;

  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes;
    this.pos = start;
  }

  byte(): number {
    if (this.pos >= this.#bytes.length) damaged('deltas that are cut off');
    return this.#bytes[this.pos++] as number;
  }

  varint(): number {
    const value = this.#long();
    return value > 0xffffffffn ? damaged('a count that is too large') : Number(value);
  }

  zigzag(): bigint {
    const value = this.#long();
    return (value >> 1n) ^ -(value & 1n);
  }

  /** The `index`-th integer of `width` bits from `pos` on. */
  packed(index: number, width: number): bigint {
    if (width === 0) return 0n;
    const bit = index * width;
    const first = this.pos + (bit >> 3);
    const skipped = bit & 7;
    const length = (skipped + width + 7) >> 3;
    if (first + length > this.#bytes.length) damaged('deltas that are cut off');
    if (skipped + width <= 48) {
      let value = 0;
      for (let i = length - 1; i >= 0; i--) value = value * 256 + (this.#bytes[first + i] as number);
      return BigInt(Math.floor(value / 2 ** skipped) % 2 ** width);
    }
    let value = 0n;
    for (let i = length - 1; i >= 0; i--) value = (value << 8n) | BigInt(this.#bytes[first + i] as number);
    return BigInt.asUintN(width, value >> BigInt(skipped));
  }

  #long(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    return damaged('a number that is too long');
  }
}
