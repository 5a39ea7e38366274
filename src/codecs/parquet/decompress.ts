/** The bytes of a page, unpacked. The stated length must be the real one. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { memorySource, readWhole } from '#core/bytes/source';
import { ZstdError } from '../zstd/frames.ts';
import { zstdSource } from '../zstd/zstd.ts';
import { damaged, ParquetDamage } from './damage.ts';
import { decompressHadoopLz4, decompressLz4 } from './lz4.ts';
import type { Codec } from './metadata.ts';
import { decompressSnappy } from './snappy.ts';

export function decompress(packed: Uint8Array, codec: Codec, size: number): Uint8Array {
  const bytes = unpack(packed, codec, size);
  if (bytes.length !== size) damaged(`expected ${size} bytes, found ${bytes.length}`);
  return bytes;
}

function unpack(packed: Uint8Array, codec: Codec, size: number): Uint8Array {
  switch (codec) {
    case 'UNCOMPRESSED':
      return packed;
    case 'SNAPPY':
      return decompressSnappy(packed, size);
    case 'LZ4':
      return decompressHadoopLz4(packed, size);
    case 'LZ4_RAW':
      return decompressLz4(packed, size);
    case 'GZIP':
      return orDamaged(() => gunzipSync(packed, { maxOutputLength: Math.max(size, 1) }));
    case 'BROTLI':
      return orDamaged(() => brotliDecompressSync(packed, { maxOutputLength: Math.max(size, 1) }));
    case 'ZSTD':
      if (zstdSize(packed) > size) damaged(`expected ${size} bytes, found ${zstdSize(packed)} of Zstandard`);
      return orDamaged(() => readWhole(zstdSource(memorySource(packed)), size) ?? damaged(`expected ${size} bytes, found more`));
    case 'LZO':
      return damaged('compression LZO, which is not supported');
    default:
      return codec satisfies never;
  }
}

function orDamaged(act: () => Uint8Array): Uint8Array {
  try {
    return act();
  } catch (error) {
    if (error instanceof ParquetDamage || !(error instanceof Error)) throw error;
    return damaged(
      error instanceof ZstdError ? `compressed data that ${error.message}` : `compressed data that cannot be unpacked (${error.message})`,
    );
  }
}

/** The length that the first frame states, or 0; the library does not check it where the frame is empty. */
function zstdSize(packed: Uint8Array): number {
  const [, , , , descriptor = 0] = packed;
  const isSingle = (descriptor & 0x20) !== 0;
  const length = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6] as number;
  const start = 5 + (isSingle ? 0 : 1) + ([0, 1, 2, 4][descriptor & 3] as number);
  let size = length === 2 ? 256 : 0;
  for (let i = 0; i < length; i++) size += (packed[start + i] ?? 0) * 256 ** i;
  return size;
}
