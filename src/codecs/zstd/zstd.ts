/**
 * Zstandard, in order and synchronous: a source that decompresses and a sink that compresses. The input must be complete frames and nothing
 * else; a stream that was truncated, damaged or extended is a `ZstdError`, never an early end. A bomb expands by at most a mebibyte between
 * two reads.
 *
 *     const tar = zstdSource(descriptorSource(fd));
 *     const out = zstdSink(file); out.write(bytes); out.finish();
 *
 * The output is one frame of level 3 and depends only on the bytes: the library receives them in runs of equal length, however they were
 * written.
 */
import type { ByteSink, ByteSource } from '#core/ports';
import { loadZstd, type ZstdNative } from '#installation/native';
import { readFrames, ZstdError } from './frames.ts';

/** The native library has no build for this machine; a plain .tar does not need it. */
export class ZstdUnavailable extends Error {
  override readonly name = 'ZstdUnavailable';
}

const LEVEL = 3;
const RUN = 1 << 17;

export interface FinishedSink extends ByteSink {
  /** Writes the buffered rest and the end of the frame. */
  finish(): void;
}

let loaded: ZstdNative | undefined;

/** Throws `ZstdUnavailable`. */
function library(): ZstdNative {
  try {
    loaded ??= loadZstd();
    return loaded;
  } catch (error) {
    throw new ZstdUnavailable('no Zstandard library for this machine', { cause: error });
  }
}

export function zstdSource(source: ByteSource): ByteSource {
  const frames = readFrames(source);
  const decompressor = new (library().Decompressor)();
  let ready: Uint8Array[] = [];
  let isOver = false;

  function expand(): void {
    const piece = frames.next();
    ready = [];
    isOver = piece === null;
    try {
      if (piece === null) decompressor.end((bytes) => ready.push(bytes));
      else decompressor.data(piece, (bytes) => ready.push(bytes));
    } catch {
      // Each library says it in other words.
      throw new ZstdError('is damaged');
    }
    ready.reverse();
  }

  return {
    read(into) {
      while (ready.length === 0) {
        if (isOver) return 0;
        expand();
      }
      const bytes = ready.pop() as Uint8Array;
      const count = Math.min(bytes.length, into.length);
      into.set(count === bytes.length ? bytes : bytes.subarray(0, count));
      if (count < bytes.length) ready.push(bytes.subarray(count));
      return count;
    },
  };
}

export function zstdSink(sink: ByteSink): FinishedSink {
  const compressor = new (library().Compressor)(LEVEL);
  const run = new Uint8Array(RUN);
  let filled = 0;

  /** An error of the sink must not pass through the library, so the output is written after the library has returned. */
  function pass(compress: (out: (bytes: Uint8Array) => void) => void): void {
    const pieces: Uint8Array[] = [];
    compress((bytes) => pieces.push(bytes));
    for (const piece of pieces) sink.write(piece);
  }

  function flush(): void {
    pass((out) => compressor.data(run.subarray(0, filled), out));
    filled = 0;
  }

  return {
    write(bytes) {
      for (let at = 0; at < bytes.length; ) {
        const count = Math.min(RUN - filled, bytes.length - at);
        run.set(bytes.subarray(at, at + count), filled);
        filled += count;
        at += count;
        if (filled === RUN) flush();
      }
    },
    finish() {
      flush();
      pass((out) => compressor.end(out));
    },
  };
}
