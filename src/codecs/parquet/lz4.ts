/** Decompresses an LZ4 block, and the framing that Hadoop puts around blocks, which the codec LZ4 of old files may have. */
import { damaged, ParquetDamage } from './damage.ts';
import { repeat } from './snappy.ts';

export function decompressLz4(packed: Uint8Array, size: number): Uint8Array {
  const out = new Uint8Array(size);
  const end = block(packed, out, 0);
  if (end !== size) damaged(`expected ${size} bytes, found ${end} of LZ4`);
  return out;
}

/** Each part has its length, unpacked and packed, in front; where that does not fit, it is a plain block. */
export function decompressHadoopLz4(packed: Uint8Array, size: number): Uint8Array {
  try {
    return framed(packed, size);
  } catch (error) {
    if (!(error instanceof ParquetDamage)) throw error;
    return decompressLz4(packed, size);
  }
}

function framed(packed: Uint8Array, size: number): Uint8Array {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length);
  const out = new Uint8Array(size);
  let to = 0;
  for (let at = 0; at < packed.length; ) {
    if (packed.length - at < 8) damaged('LZ4 data that is cut off');
    const [unpacked, length] = [view.getUint32(at), view.getUint32(at + 4)];
    at += 8;
    if (length > packed.length - at || unpacked > size - to) damaged('LZ4 data that is too long');
    const end = block(packed.subarray(at, at + length), out, to);
    if (end - to !== unpacked) damaged(`expected ${unpacked} bytes, found ${end - to} of LZ4`);
    at += length;
    to = end;
  }
  if (to !== size) damaged(`expected ${size} bytes, found ${to} of LZ4`);
  return out;
}

function block(packed: Uint8Array, out: Uint8Array, start: number): number {
  let to = start;
  let at = 0;
  const more = (first: number): number => {
    let length = first;
    for (let byte = first === 15 ? 255 : 0; byte === 255; length += byte) byte = packed[at++] ?? damaged('LZ4 data that is cut off');
    return length;
  };
  while (at < packed.length) {
    const token = packed[at++] as number;
    const literals = more(token >> 4);
    if (literals > packed.length - at || literals > out.length - to) damaged('LZ4 data that is too long');
    out.set(packed.subarray(at, at + literals), to);
    at += literals;
    to += literals;
    if (at === packed.length) break;
    if (packed.length - at < 2) damaged('LZ4 data that is cut off');
    const offset = (packed[at] as number) | ((packed[at + 1] as number) << 8);
    at += 2;
    to = repeat(out, to, offset, more(token & 0xf) + 4);
  }
  return to;
}
