/**
 * Reads the structure of a Zstandard stream (RFC 8878): a sequence of frames, each a header, blocks, and sometimes a checksum. The library
 * does not report where a frame ends, so it would accept a truncated stream as complete; this code detects that. It also limits how far a
 * piece can expand, because no block contains more than 128 KiB.
 *
 *     const frames = readFrames(source);
 *     for (let piece = frames.next(); piece !== null; piece = frames.next()) decompressor.data(piece, …);
 */
import type { ByteSource } from '#core/ports';

const MAGIC = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;
const MAX_BLOCK_SIZE = 1 << 17;
const BUFFER = 1 << 18;
/** The most bytes that one piece may expand to. */
const EXPANSION = 1 << 20;

const RAW = 0;
const RUN_LENGTH = 1;
const COMPRESSED = 2;

export interface Frames {
  /**
   * Returns complete headers, blocks and checksums, valid until the next call; null after the end of the last frame. Throws `ZstdError`.
   */
  next(): Uint8Array | null;
}

interface Part {
  readonly length: number;
  readonly expansion: number;
}

export function readFrames(source: ByteSource): Frames {
  const input = new Uint8Array(BUFFER);
  let start = 0;
  let end = 0;
  let place: 'between' | 'in frame' = 'between';
  let hasChecksum = false;
  let hasFrame = false;

  /** Whether `count` bytes are available after the first `taken`. */
  function has(count: number, taken: number): boolean {
    while (end - start - taken < count) {
      if (end === input.length) {
        input.copyWithin(0, start, end);
        end -= start;
        start = 0;
      }
      const read = source.read(input.subarray(end));
      if (read === 0) return false;
      end += read;
    }
    return true;
  }

  function demand(count: number, taken: number): void {
    if (!has(count, taken)) throw new ZstdError('ends in the middle of a frame');
  }

  function uint32(at: number): number {
    return new DataView(input.buffer).getUint32(at, true);
  }

  function skipFrame(): void {
    demand(8, 0);
    let left = 8 + uint32(start + 4);
    while (left > 0) {
      demand(1, 0);
      const count = Math.min(left, end - start);
      start += count;
      left -= count;
    }
  }

  /** Null at the end of the stream, which is allowed only between two frames. */
  function frameHeader(taken: number): Part | null {
    if (!has(1, taken)) {
      if (!hasFrame) throw new ZstdError('holds no frame');
      return null;
    }
    demand(4, taken);
    if (uint32(start + taken) !== MAGIC) throw new ZstdError('holds bytes that belong to no frame');
    demand(5, taken);
    const descriptor = input[start + taken + 4] as number;
    const isSingleSegment = (descriptor & 0x20) !== 0;
    const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] as number;
    const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] as number;
    const length = 5 + (isSingleSegment ? 0 : 1) + dictionaryBytes + sizeBytes;
    demand(length, taken);
    hasChecksum = (descriptor & 4) !== 0;
    hasFrame = true;
    place = 'in frame';
    return { length, expansion: 0 };
  }

  function block(taken: number): Part {
    demand(3, taken);
    const header = uint24(input, start + taken);
    const kind = (header >> 1) & 3;
    const size = header >> 3;
    if (kind > COMPRESSED || size > MAX_BLOCK_SIZE) throw new ZstdError('holds a block that cannot be');
    const isLast = (header & 1) === 1;
    const length = 3 + (kind === RUN_LENGTH ? 1 : size) + (isLast && hasChecksum ? 4 : 0);
    demand(length, taken);
    if (isLast) place = 'between';
    return { length, expansion: kind === RAW || kind === RUN_LENGTH ? size : MAX_BLOCK_SIZE };
  }

  const isSkippable = (): boolean => place === 'between' && has(4, 0) && (uint32(start) & ~0xf) >>> 0 === SKIPPABLE;

  return {
    next() {
      while (isSkippable()) skipFrame();
      let [taken, expansion] = [0, 0];
      // Another part is added as long as it is certain to fit.
      while (expansion + MAX_BLOCK_SIZE <= EXPANSION && (taken === 0 || end - start - taken > MAX_BLOCK_SIZE + 8)) {
        if (place === 'between' && taken > 0) break;
        const part = place === 'between' ? frameHeader(taken) : block(taken);
        if (part === null) return null;
        taken += part.length;
        expansion += part.expansion;
      }
      const piece = input.subarray(start, start + taken);
      start += taken;
      return piece;
    },
  };
}

function uint24(bytes: Uint8Array, at: number): number {
  return (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16);
}

/** What is wrong with a Zstandard stream, as the rest of a sentence `one that …`: `ends in the middle of a frame`. */
export class ZstdError extends Error {
  override readonly name = 'ZstdError';
}
