/**
 * Unpacks gzip or Zstandard, piece by piece and within limits: the unpacked bytes of a bomb are counted and never kept.
 *
 *     for await (const piece of unpack('gzip', source, { size: 1000 })) …      throws PackedError, or TooLarge
 */
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { ByteSource } from '#core/ports';
import { ZstdError } from '../zstd/frames.ts';
import { zstdSource } from '../zstd/zstd.ts';

export type Packing = 'gzip' | 'zstd';

export interface UnpackLimits {
  readonly bytes: number;
  /** How many times its own length a file may unpack to, beyond a megabyte. */
  readonly ratio: number;
}

const UNPACK_LIMITS: UnpackLimits = { bytes: 1 << 28, ratio: 200 };

const SMALL = 1 << 20;
const PIECE = 1 << 16;

/** It unpacks to more than the limits allow. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** It is truncated, damaged, or followed by other bytes. */
export class PackedError extends Error {
  override readonly name = 'PackedError';
}

/** `size` is the packed length. Throws `ZstdUnavailable` where the library is missing, and the errors of the source. */
export async function* unpack(
  packing: Packing,
  source: ByteSource,
  { size, limits = UNPACK_LIMITS }: { readonly size: number; readonly limits?: UnpackLimits },
): AsyncGenerator<Uint8Array, undefined, undefined> {
  const most = Math.min(limits.bytes, Math.max(SMALL, size * limits.ratio));
  let total = 0;
  for await (const piece of packing === 'gzip' ? gunzipped(source, size) : zstdPieces(source)) {
    total += piece.length;
    if (total > most) throw new TooLarge(`unpacks to more than ${most} bytes and is not followed further`);
    yield piece;
  }
  return undefined;
}

async function* gunzipped(source: ByteSource, size: number): AsyncGenerator<Uint8Array, undefined, undefined> {
  const gunzip = createGunzip({ chunkSize: PIECE });
  const failed: unknown[] = [];
  pipeline(Readable.from(piecesOf(source, failed), { objectMode: false }), gunzip, () => {});
  try {
    for await (const piece of gunzip) yield piece as Buffer;
  } catch (error) {
    throw failed.length > 0 ? failed[0] : new PackedError(error instanceof Error ? error.message : String(error));
  }
  if (gunzip.bytesWritten < size) throw new PackedError(`${size - gunzip.bytesWritten} bytes behind its end`);
  return undefined;
}

/** An error of the source is kept in `failed`: the stream would report it like its own. */
function* piecesOf(source: ByteSource, failed: unknown[] = []): Generator<Uint8Array, undefined, undefined> {
  for (;;) {
    const piece = new Uint8Array(PIECE);
    let count = 0;
    try {
      count = source.read(piece);
    } catch (error) {
      failed.push(error);
      throw error;
    }
    if (count === 0) return undefined;
    yield piece.subarray(0, count);
  }
}

function* zstdPieces(source: ByteSource): Generator<Uint8Array, undefined, undefined> {
  try {
    yield* piecesOf(zstdSource(source));
  } catch (error) {
    throw error instanceof ZstdError ? new PackedError(error.message) : error;
  }
  return undefined;
}
