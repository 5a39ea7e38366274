/**
 * The rows of a cache as they were read. They may be damaged, forged or from anywhere: whatever they hold, a row is only found, or not.
 *
 *     const rows = parseCache(bytes, binding, newHasher);      null, or why it is not used
 *     const row = rows.find('data/a.csv');                     paths are asked for in ascending order
 *     if (row >= 0 && rows.holds(row, stamps) && rows.hasHash(row, …)) …
 */
import { compareUtf8 } from '#core/bytes/order';
import { decodeOrEmpty, encodeUtf8 } from '#core/bytes/utf8';
import { ALGORITHMS } from '#core/digest';
import type { Algorithm, NewHasher } from '#core/ports';
import {
  ALGORITHM_WORD,
  BINDING_AT,
  HASH,
  HASH_WORD,
  HEAD,
  MAGIC,
  PATH_END_WORD,
  READ_AT_WORD,
  ROW,
  ROW_WORDS,
  SIZE_STAMP,
  STAMP_WORDS,
} from './layout.ts';

const MAGIC_BYTES = encodeUtf8(MAGIC);
/** Which of the two words of a number is the lower one: a cache has the byte order of the machine. */
const LOW = new Uint32Array(BigUint64Array.of(1n).buffer)[0] === 1 ? 0 : 1;

const HEX_DIGITS = '0123456789abcdef';

/** The value of each hex digit by its byte; 16 for all others, which no half of a byte equals. */
const HALF = Uint8Array.from({ length: 256 }, (_, byte) => {
  const value = HEX_DIGITS.indexOf(String.fromCharCode(byte));
  return value < 0 ? 16 : value;
});

/** Whether a file is a cache, whole or not, or empty. One of zeros may be somebody's disk image, so it is none. */
export function isCacheStart(start: Uint8Array): boolean {
  return start.length === 0 || MAGIC_BYTES.every((byte, at) => start[at] === byte);
}

/** Returns why the bytes are not used, or the rows. `binding` is 64 hex digits. */
export function parseCache(file: Uint8Array, binding: string, newHasher: NewHasher): CacheRows | string {
  // Numbers of eight bytes must start at a multiple of eight.
  const bytes = file.byteOffset % 8 === 0 ? file : new Uint8Array(file);
  if (bytes.length < HEAD + HASH || !MAGIC_BYTES.every((byte, at) => bytes[at] === byte)) return 'it is not a cache';
  const [count = 0, paths = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset + MAGIC.length, 2);
  if (HEAD + count * ROW + paths + HASH !== bytes.length) return 'it was cut or damaged';
  const end = bytes.length - HASH;
  const hasher = newHasher('sha256');
  hasher.update(bytes.subarray(0, end));
  if (hasher.digest() !== hexOf(bytes.subarray(end))) return 'it was cut or damaged';
  if (hexOf(bytes.subarray(BINDING_AT, BINDING_AT + HASH)) !== binding) return 'it is of another machine or another folder';
  return new CacheRows(bytes.subarray(0, end), count);
}

export class CacheRows {
  readonly count: number;
  readonly #bytes: Uint8Array;
  readonly #words: Uint32Array;
  readonly #doubles: Float64Array;
  readonly #longs: BigInt64Array;
  /** The position at which the paths start. */
  readonly #paths: number;
  /** The rows about files that are no longer as the row says. */
  readonly #dead: Uint8Array;
  /** Whether a row was dropped or became suspect. */
  hasChanged = false;
  #at = 0;

  /** All bytes but the hash at the end. */
  constructor(bytes: Uint8Array, count: number) {
    this.count = count;
    this.#bytes = bytes;
    this.#words = new Uint32Array(bytes.buffer, bytes.byteOffset + HEAD, count * ROW_WORDS);
    this.#doubles = new Float64Array(bytes.buffer, bytes.byteOffset + HEAD, (count * ROW_WORDS) / 2);
    this.#longs = new BigInt64Array(bytes.buffer, bytes.byteOffset + HEAD, (count * ROW_WORDS) / 2);
    this.#paths = HEAD + count * ROW;
    this.#dead = new Uint8Array(count);
  }

  /** Where the bytes of the file are. */
  get buffer(): ArrayBufferLike {
    return this.#bytes.buffer;
  }

  /** Returns the row of a path, or -1. `onPassed` is called with each row whose path comes before it. */
  find(path: string, onPassed?: (row: number) => void): number {
    for (; this.#at < this.count; this.#at++) {
      const order = this.#compare(this.#at, path);
      if (order === 0) return this.#at;
      if (order > 0) return -1;
      onPassed?.(this.#at);
    }
    return -1;
  }

  /** The path of a row compared with `path`, in byte order. */
  #compare(row: number, path: string): number {
    const start = this.#pathStart(row);
    const end = this.#pathEnd(row);
    const bytes = this.#bytes;
    const length = Math.min(end - start, path.length);
    for (let i = 0; i < length; i++) {
      const byte = bytes[start + i] as number;
      const unit = path.charCodeAt(i);
      if (byte > 0x7f || unit > 0x7f) return compareUtf8(this.path(row), path);
      if (byte !== unit) return byte - unit;
    }
    return end - start - path.length;
  }

  #pathStart(row: number): number {
    return row === 0 ? this.#paths : this.#pathEnd(row - 1);
  }

  #pathEnd(row: number): number {
    return Math.min(this.#paths + (this.#words[row * ROW_WORDS + PATH_END_WORD] as number), this.#bytes.length);
  }

  pathBytes(row: number): Uint8Array {
    return this.#bytes.subarray(this.#pathStart(row), this.#pathEnd(row));
  }

  /** The path of a row; empty if it is not UTF-8. */
  path(row: number): string {
    return decodeOrEmpty(this.pathBytes(row));
  }

  /** The paths of the rows from `first` to before `end`. Decoded together: that takes a fraction of the time for paths in ASCII. */
  paths(first: number, end: number): readonly string[] {
    const start = this.#pathStart(first);
    const bytes = this.#bytes.subarray(start, this.#pathEnd(end - 1));
    const text = decodeOrEmpty(bytes);
    const isAscii = text.length === bytes.length;
    return Array.from({ length: end - first }, (_, at) => {
      const [from, to] = [this.#pathStart(first + at) - start, this.#pathEnd(first + at) - start];
      // In a forged cache, a path may end before it starts.
      return isAscii && from >= 0 && from <= to && to <= text.length ? text.slice(from, to) : this.path(first + at);
    });
  }

  /** When the file of a row was read, in milliseconds since 1970. */
  readAt(row: number): number {
    return Math.abs(this.#time(row));
  }

  /** Whether the file had other bytes when it was read again, and looked as it does in the row: it is never taken from the cache. */
  isSuspect(row: number): boolean {
    return this.#time(row) < 0;
  }

  #time(row: number): number {
    return this.#doubles[(row * ROW_WORDS + READ_AT_WORD) / 2] as number;
  }

  /** Whether the file still has the same device, inode, size and times: `stamps` as words, in this order. */
  holds(row: number, stamps: Uint32Array): boolean {
    const at = row * ROW_WORDS;
    for (let i = 0; i < STAMP_WORDS; i++) if (this.#words[at + i] !== stamps[i]) return false;
    return true;
  }

  hasSize(row: number, size: number | bigint): boolean {
    // This makes no bigint, of which a million files would need one each.
    if (typeof size === 'bigint') return this.#longs[(row * ROW_WORDS) / 2 + SIZE_STAMP] === size;
    const at = row * ROW_WORDS + 2 * SIZE_STAMP;
    const [low, high] = [this.#words[at + LOW] as number, this.#words[at + 1 - LOW] as number];
    return high * 2 ** 32 + low === size;
  }

  /** Whether the hash in the row is that of the hex digits in `bytes[start..end)`. */
  hasHash(row: number, algorithm: Algorithm, bytes: Uint8Array, start: number, end: number): boolean {
    if (end - start !== HASH * 2 || this.#words[row * ROW_WORDS + ALGORITHM_WORD] !== ALGORITHMS.indexOf(algorithm)) return false;
    const hash = HEAD + row * ROW + HASH_WORD * 4;
    for (let i = 0; i < HASH; i++) {
      const byte = this.#bytes[hash + i] as number;
      if (HALF[bytes[start + 2 * i] as number] !== byte >> 4 || HALF[bytes[start + 2 * i + 1] as number] !== (byte & 15)) return false;
    }
    return true;
  }

  /** The hash in the row; empty where it is by another algorithm. */
  hexOf(row: number, algorithm: Algorithm): string {
    if (this.#words[row * ROW_WORDS + ALGORITHM_WORD] !== ALGORITHMS.indexOf(algorithm)) return '';
    const start = HEAD + row * ROW + HASH_WORD * 4;
    return hexOf(this.#bytes.subarray(start, start + HASH));
  }

  /** Marks a row that is wrong: neither the row nor its path is written again. */
  drop(row: number): void {
    this.#dead[row] = 1;
    this.hasChanged = true;
  }

  /** The row is kept as a witness of what the bytes were. */
  suspect(row: number): void {
    this.#doubles[(row * ROW_WORDS + READ_AT_WORD) / 2] = -this.readAt(row);
    this.hasChanged = true;
  }

  isDropped(row: number): boolean {
    return this.#dead[row] === 1;
  }

  /** The bytes of a row; the end of the path in them is that of this cache. */
  row(row: number): Uint8Array {
    return this.#bytes.subarray(HEAD + row * ROW, HEAD + (row + 1) * ROW);
  }
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
