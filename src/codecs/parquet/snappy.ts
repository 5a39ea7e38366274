/** Decompresses a Snappy block, strictly: the stated length, no byte left over, no reference in front of the output. */
import { damaged } from './damage.ts';

/** Up to this length a loop is faster than a call of the engine. */
const SHORT = 64;

export function decompressSnappy(packed: Uint8Array, size: number): Uint8Array {
  let at = 0;
  let stated = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = packed[at++] ?? damaged('Snappy data that is cut off');
    stated += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) break;
    if (shift > 28) damaged('Snappy data of an impossible length');
  }
  if (stated !== size) damaged(`expected ${size} bytes, found ${stated} of Snappy`);
  const out = new Uint8Array(size);
  let to = 0;
  while (at < packed.length) {
    const tag = packed[at++] as number;
    const kind = tag & 3;
    if (kind === 0) {
      let length = (tag >> 2) + 1;
      if (length > 60) {
        const count = length - 60;
        if (at + count > packed.length) damaged('Snappy data that is cut off');
        length = 1;
        for (let i = 0; i < count; i++) length += (packed[at++] as number) * 2 ** (8 * i);
      }
      if (length > packed.length - at || length > size - to) damaged('Snappy data that is too long');
      if (length < SHORT) for (let i = 0; i < length; i++) out[to + i] = packed[at + i] as number;
      else out.set(packed.subarray(at, at + length), to);
      at += length;
      to += length;
      continue;
    }
    const count = kind === 1 ? 1 : kind === 2 ? 2 : 4;
    if (at + count > packed.length) damaged('Snappy data that is cut off');
    const length = kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1;
    let offset = kind === 1 ? (tag >> 5) << 8 : 0;
    for (let i = 0; i < count; i++) offset += (packed[at++] as number) * 2 ** (8 * i);
    to = repeat(out, to, offset, length);
  }
  if (to !== size) damaged(`expected ${size} bytes, found ${to} of Snappy`);
  return out;
}

/** Copies bytes of the output behind it; the two may overlap. Returns the new end. */
export function repeat(out: Uint8Array, to: number, offset: number, length: number): number {
  if (offset === 0 || offset > to || length > out.length - to) damaged('compressed data that refers to nothing');
  if (length <= offset && length > SHORT) out.copyWithin(to, to - offset, to - offset + length);
  else for (let i = 0; i < length; i++) out[to + i] = out[to - offset + i] as number;
  return to + length;
}
