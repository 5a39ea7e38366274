/**
 * Zstandard in a browser (RFC 8878): what the native library refuses is refused here, with checksums, because other bytes must not be taken for
 * those of an archive. `codecs/zstd/frames.ts` gives whole headers, blocks and checksums.
 *
 *     const stream = new Decompressor();
 *     stream.data(piece, (bytes) => …); stream.end(…);
 */
import type { ZstdStream } from '#installation/native';
import { Damaged } from './damaged.ts';
import type { HuffmanTable } from './huffman.ts';
import { readLiterals } from './literals.ts';
import { NO_TABLES, readSequences, type Tables } from './sequences.ts';
import { Xxh64 } from './xxh64.ts';

const MAX_BLOCK = 1 << 17;
/** As the native library has it. */
const MAX_WINDOW = (1 << 27) + 1;
const MIN_WINDOW = 1 << 10;
/** Bits are read by whole words, which may begin up to three bytes before the end of a block. */
const PADDING = 4;

const RAW = 0;
const RUN = 1;

interface Frame {
  readonly windowSize: number;
  readonly maxBlock: number;
  /** Null if it is not stated. */
  readonly size: bigint | null;
  readonly checksum: Xxh64 | null;
  made: bigint;
  huffman: HuffmanTable | null;
  tables: Tables;
  readonly offsets: [number, number, number];
}

export class Decompressor implements ZstdStream {
  #frame: Frame | null = null;
  readonly #block = new Uint8Array(MAX_BLOCK + PADDING);
  /** What was made last, up to `#end`: what a match may repeat. */
  #past = new Uint8Array(MAX_BLOCK * 2);
  #end = 0;

  data(bytes: Uint8Array, out: (bytes: Uint8Array) => void): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.#frame === null) at += this.#begin(bytes, at);
      else at += this.#next(this.#frame, bytes, at, out);
    }
  }

  end(): void {}

  #begin(bytes: Uint8Array, at: number): number {
    const descriptor = bytes[at + 4] as number;
    const isSingle = (descriptor & 0x20) !== 0;
    let from = at + 5;
    const exponent = isSingle ? 0 : (bytes[from++] as number);
    const idBytes = [0, 1, 2, 4][descriptor & 3] as number;
    const id = wholeNumber(bytes, from, idBytes);
    from += idBytes;
    const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6] as number;
    const size = sizeBytes === 0 ? null : wholeNumber(bytes, from, sizeBytes) + (sizeBytes === 2 ? 256n : 0n);
    const power = 2 ** ((exponent >> 3) + 10);
    const windowSize = isSingle ? Number(size) : power + (power / 8) * (exponent & 7);
    if ((descriptor & 8) !== 0 || id !== 0n || windowSize > MAX_WINDOW) throw new Damaged();
    this.#end = 0;
    this.#frame = {
      windowSize: Math.max(windowSize, MIN_WINDOW),
      maxBlock: Math.min(windowSize, MAX_BLOCK),
      size,
      checksum: (descriptor & 4) === 0 ? null : new Xxh64(),
      made: 0n,
      huffman: null,
      tables: NO_TABLES,
      offsets: [1, 4, 8],
    };
    return from + sizeBytes - at;
  }

  /** A block, with the checksum if it is the last one. */
  #next(frame: Frame, bytes: Uint8Array, at: number, out: (bytes: Uint8Array) => void): number {
    const head = Number(wholeNumber(bytes, at, 3));
    const kind = (head >> 1) & 3;
    const size = head >> 3;
    const from = at + 3;
    let next = from + (kind === RUN ? 1 : size);
    if (size > frame.maxBlock) throw new Damaged();
    this.#makeRoom(frame);
    const start = this.#end;
    if (kind === RUN) this.#past.fill(bytes[from] as number, start, (this.#end += size));
    else if (kind === RAW) this.#put(bytes.subarray(from, next));
    else this.#expand(frame, bytes.subarray(from, next));
    const made = this.#past.slice(start, this.#end);
    frame.made += BigInt(made.length);
    frame.checksum?.update(made);
    if ((head & 1) === 1) {
      if (frame.size !== null && frame.made !== frame.size) throw new Damaged();
      if (frame.checksum !== null && Number(wholeNumber(bytes, next, 4)) !== frame.checksum.low()) throw new Damaged();
      next += frame.checksum === null ? 0 : 4;
      this.#frame = null;
    }
    if (made.length > 0) out(made);
    return next - at;
  }

  /** For one more block, behind what may still be repeated. It grows with what is made, not with what a header states. */
  #makeRoom({ windowSize }: Frame): void {
    if (this.#end + MAX_BLOCK <= this.#past.length) return;
    const kept = Math.min(this.#end, windowSize);
    const target = kept + MAX_BLOCK > this.#past.length / 2 ? new Uint8Array(2 * (kept + MAX_BLOCK)) : this.#past;
    target.set(this.#past.subarray(this.#end - kept, this.#end));
    this.#past = target;
    this.#end = kept;
  }

  #put(bytes: Uint8Array): void {
    this.#past.set(bytes, this.#end);
    this.#end += bytes.length;
  }

  #expand(frame: Frame, compressed: Uint8Array): void {
    const block = this.#block;
    block.set(compressed);
    block.fill(0, compressed.length, compressed.length + PADDING);
    const { maxBlock } = frame;
    const literals = readLiterals(block, 0, compressed.length, { most: maxBlock, table: frame.huffman });
    const { tables, numbers } = readSequences(block, literals.end, compressed.length, frame.tables);
    frame.huffman = literals.table;
    frame.tables = tables;
    const most = this.#end + maxBlock;
    let at = 0;
    for (let index = 0; index < numbers.length; index += 3) {
      const [length, match] = [numbers[index] as number, numbers[index + 1] as number];
      const offset = offsetOf(frame.offsets, numbers[index + 2] as number, length);
      if (at + length > literals.bytes.length || this.#end + length + match > most || offset > this.#end + length) throw new Damaged();
      this.#put(literals.bytes.subarray(at, at + length));
      at += length;
      this.#repeat(offset, match);
    }
    if (this.#end + literals.bytes.length - at > most) throw new Damaged();
    this.#put(literals.bytes.subarray(at));
  }

  /** A match may reach into what it makes. */
  #repeat(offset: number, length: number): void {
    const past = this.#past;
    const end = this.#end;
    this.#end += length;
    if (offset >= length) past.copyWithin(end, end - offset, end - offset + length);
    else for (let at = end; at < end + length; at++) past[at] = past[at - offset] as number;
  }
}

/** Up to 3 it is one of the last offsets, which then becomes the last of them. */
function offsetOf(last: [number, number, number], number: number, literals: number): number {
  const which = number > 3 ? 4 : number + (literals === 0 ? 1 : 0);
  const [first, second, third] = last;
  if (number <= 3 && which === 1) return first;
  const offset = number > 3 ? number - 3 : which === 2 ? second : which === 3 ? third : first - 1;
  if (offset === 0) throw new Damaged();
  last[2] = number <= 3 && which === 2 ? third : second;
  last[1] = first;
  last[0] = offset;
  return offset;
}

function wholeNumber(bytes: Uint8Array, at: number, count: number): bigint {
  let value = 0n;
  for (let index = count - 1; index >= 0; index--) value = value * 256n + BigInt(bytes[at + index] as number);
  return value;
}
