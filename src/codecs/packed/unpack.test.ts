import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { memorySource } from '#core/bytes/source';
import { encodeUtf8 } from '#core/bytes/utf8';
import type { ByteSource } from '#core/ports';
import { UnusableFile } from '#disk/os-error';
import { zstdSink } from '../zstd/zstd.ts';
import { PackedError, type Packing, TooLarge, type UnpackLimits, unpack } from './unpack.ts';

async function unpacked(packing: Packing, bytes: Uint8Array, limits?: UnpackLimits): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of unpack(packing, memorySource(bytes), { size: bytes.length, ...(limits === undefined ? {} : { limits }) }))
    pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

function zstd(bytes: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  const sink = zstdSink({ write: (piece) => void pieces.push(Uint8Array.from(piece)) });
  sink.write(bytes);
  sink.finish();
  return Buffer.concat(pieces);
}

const text = 'a;b\n'.repeat(100_000);

describe.each([
  ['gzip', gzipSync],
  ['zstd', zstd],
] as const)('unpack() of %s', (packing, pack) => {
  const packed = pack(encodeUtf8(text));

  test('gives the content', async () => {
    expect((await unpacked(packing, packed)) === text).toBe(true);
    expect(await unpacked(packing, pack(new Uint8Array(0)))).toBe('');
  });

  test('gives the content of two, one after the other', async () => {
    expect(await unpacked(packing, Buffer.concat([pack(encodeUtf8('a')), pack(encodeUtf8('b'))]))).toBe('ab');
  });

  test('finds that the end is missing, wherever it is cut', async () => {
    for (const length of [1, 5, 12, packed.length >> 1, packed.length - 1])
      await expect(unpacked(packing, packed.subarray(0, length)), `${length}`).rejects.toThrow(PackedError);
  });

  test('finds bytes behind the end', async () => {
    await expect(unpacked(packing, Buffer.concat([packed, encodeUtf8('behind')]))).rejects.toThrow(PackedError);
    await expect(unpacked(packing, Buffer.concat([packed, new Uint8Array(100)]))).rejects.toThrow(PackedError);
  });

  test('ends where there is too much', async () => {
    await expect(unpacked(packing, packed, { bytes: text.length - 1, ratio: 1e6 })).rejects.toThrow(TooLarge);
    expect((await unpacked(packing, packed, { bytes: text.length, ratio: 1e6 })).length).toBe(text.length);
    const bomb = pack(new Uint8Array(3 << 20));
    await expect(unpacked(packing, bomb)).rejects.toThrow('unpacks to more than 1048576 bytes and is not followed further');
  });

  test('passes on the error of the source', async () => {
    const source: ByteSource = {
      read() {
        throw new UnusableFile('gone');
      },
    };
    const pieces = unpack(packing, source, { size: 10 });
    await expect(pieces.next()).rejects.toThrow(UnusableFile);
  });
});

test('unpack() finds a changed byte by the checksum', async () => {
  const packed = gzipSync(text);
  for (const at of [packed.length >> 1, packed.length - 5, packed.length - 1])
    await expect(unpacked('gzip', packed.with(at, (packed[at] as number) ^ 0x55))).rejects.toThrow(PackedError);
});
