import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { ParquetDamage } from './damage.ts';
import { decompress } from './decompress.ts';
import type { Codec } from './metadata.ts';

const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'));
const TEXT = 'abcabcabcabcx';
/** Three bytes as they are, nine that repeat them, one as it is. */
const SNAPPY = hex('0d 08 616263 22 0300 00 78');
const LZ4 = hex('35 616263 0300 10 78');
const ZSTD = hex('28b52ffd 20 0d 690000 61626361626361626361626378');

it.each<[Codec, Uint8Array]>([
  ['UNCOMPRESSED', Buffer.from(TEXT)],
  ['SNAPPY', SNAPPY],
  ['LZ4_RAW', LZ4],
  ['LZ4', LZ4],
  ['LZ4', hex('0000000d 00000008 35616263 0300 10 78')],
  ['GZIP', gzipSync(TEXT)],
  ['BROTLI', brotliCompressSync(TEXT)],
  ['ZSTD', ZSTD],
])('decompress() unpacks %s', (codec, packed) => {
  expect(Buffer.from(decompress(packed, codec, TEXT.length)).toString()).toBe(TEXT);
});

it.each<[string, Codec, Uint8Array, string]>([
  ['another length', 'UNCOMPRESSED', Buffer.from('a'), 'expected 13 bytes, found 1'],
  ['another length that Snappy states', 'SNAPPY', hex('0c 08 616263'), 'expected 13 bytes, found 12 of Snappy'],
  ['Snappy that is cut off', 'SNAPPY', SNAPPY.subarray(0, 6), 'Snappy data that is cut off'],
  ['Snappy without a length', 'SNAPPY', hex('ff'), 'Snappy data that is cut off'],
  ['Snappy that ends early', 'SNAPPY', SNAPPY.subarray(0, 5), 'expected 13 bytes, found 3 of Snappy'],
  ['Snappy that refers to nothing', 'SNAPPY', hex('0d 08 616263 22 0400'), 'compressed data that refers to nothing'],
  ['Snappy that is too long', 'SNAPPY', hex('0d fc ffffff7f 61'), 'Snappy data that is too long'],
  ['Snappy whose length has no end', 'SNAPPY', hex('ff ff ff ff ff ff'), 'Snappy data of an impossible length'],
  ['Snappy whose text has no length', 'SNAPPY', hex('0d f4 01'), 'Snappy data that is cut off'],
  ['LZ4 that is cut off', 'LZ4_RAW', LZ4.subarray(0, 5), 'LZ4 data that is cut off'],
  ['LZ4 that is too long', 'LZ4_RAW', hex('f0 ff'), 'LZ4 data that is cut off'],
  ['LZ4 with a text that is too long', 'LZ4_RAW', hex('d0 61'), 'LZ4 data that is too long'],
  ['LZ4 that ends early', 'LZ4_RAW', LZ4.subarray(0, 4), 'expected 13 bytes, found 3 of LZ4'],
  ['gzip of more bytes', 'GZIP', gzipSync(`${TEXT}${TEXT}`), 'compressed data that cannot be unpacked'],
  ['gzip that is none', 'GZIP', hex('0102'), 'compressed data that cannot be unpacked'],
  ['Zstandard of more bytes', 'ZSTD', hex('28b52ffd 20 1a 010000'), 'expected 13 bytes, found 26 of Zstandard'],
  ['Zstandard that is none', 'ZSTD', hex('0102'), 'compressed data that'],
  ['LZO', 'LZO', hex('00'), 'compression LZO, which is not supported'],
])('decompress() fails on %s', (_, codec, packed, message) => {
  expect(() => decompress(packed, codec, TEXT.length)).toThrow(ParquetDamage);
  expect(() => decompress(packed, codec, TEXT.length)).toThrow(message);
});
