/** `node:zlib` in a browser: what the reader of zip archives needs. */
import { Buffer } from 'buffer';
import { inflateRaw } from './inflate.ts';

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

export function crc32(bytes: Uint8Array, start = 0): number {
  let value = ~start >>> 0;
  for (const byte of bytes) value = (value >>> 8) ^ (TABLE[(value ^ byte) & 255] as number);
  return ~value >>> 0;
}

interface Asked {
  readonly maxOutputLength: number;
}

/** With `info`, as the program asks: also how many bytes were used. Refuses more than `maxOutputLength` bytes, as Node does. */
export function inflateRawSync(bytes: Uint8Array, { maxOutputLength }: Asked): { buffer: Uint8Array; engine: { bytesWritten: number } } {
  const { buffer, used } = inflateRaw(bytes, maxOutputLength);
  return { buffer: Buffer.from(buffer), engine: { bytesWritten: used } };
}
