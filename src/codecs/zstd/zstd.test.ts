import { spawnSync } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { ByteSource } from '#core/ports';
import { chunkedSource } from '../../../tests/fuzz/helpers/chunks.ts';
import { dice } from '../../../tests/fuzz/helpers/dice.ts';
import { ZstdError } from './frames.ts';
import { zstdSink, zstdSource } from './zstd.ts';

const text = 'evidence is a folder you can inspect and a hash you can trust; ';
const hasProgram = spawnSync('zstd', ['--version']).status === 0;

function readAll(source: ByteSource, step = 1 << 16): Buffer {
  const parts: Buffer[] = [];
  for (;;) {
    const into = Buffer.alloc(step);
    const count = source.read(into);
    if (count === 0) return Buffer.concat(parts);
    parts.push(into.subarray(0, count));
  }
}

function compress(bytes: Uint8Array, step = 1 << 20): Buffer {
  const parts: Uint8Array[] = [];
  const sink = zstdSink({ write: (part) => parts.push(Uint8Array.from(part)) });
  for (let at = 0; at < bytes.length; at += step) sink.write(bytes.subarray(at, at + step));
  sink.finish();
  return Buffer.concat(parts);
}

const expand = (bytes: Uint8Array, piece = 1 << 16, step = 1 << 16): Buffer => readAll(zstdSource(chunkedSource(bytes, () => piece)), step);

function zstd(words: readonly string[], input: Uint8Array): Buffer {
  const { status, stdout } = spawnSync('zstd', ['-q', '-c', ...words], { input, maxBuffer: 1 << 28 });
  expect(status).toBe(0);
  return stdout;
}

/** Text, zeros and noise, about `size` bytes. */
function sample(size: number, seed = 1): Buffer {
  const how = dice(seed);
  const parts: Buffer[] = [];
  for (let length = 0; length < size; length += (parts.at(-1) as Buffer).length) {
    const part = Buffer.alloc(1 + how.roll(50_000));
    const kind = how.roll(3);
    if (kind === 0) for (let i = 0; i < part.length; i++) part[i] = 97 + how.roll(6);
    if (kind === 1) for (let i = 0; i < part.length; i++) part[i] = how.roll(256);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** A frame of blocks that each mean: repeat this byte 128 KiB times. */
function bomb(blocks: number): Buffer {
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58]);
  const block = Buffer.from([...littleEndian(((1 << 17) << 3) | 2), 0]);
  const last = Buffer.from([...littleEndian(1)]);
  return Buffer.concat([header, ...Array.from({ length: blocks }, () => block), last]);
}

function littleEndian(value: number): readonly number[] {
  return [value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff];
}

test('zstdSink() writes what zstdSource() reads back', () => {
  for (const size of [0, 1, 1000, 131_072, 131_073, 1_000_000]) {
    const bytes = size === 0 ? Buffer.alloc(0) : sample(size, size).subarray(0, size);
    expect(expand(compress(bytes)).equals(bytes), `${size}`).toBe(true);
  }
});

test('zstdSink() writes the same bytes however they are divided', () => {
  const bytes = sample(900_000);
  const whole = compress(bytes, bytes.length);
  for (const step of [1, 511, 4096, 131_071, 131_072, 131_073, 300_000]) expect(compress(bytes, step).equals(whole), `${step}`).toBe(true);
});

test.skipIf(!hasProgram)('zstdSink() writes what the zstd program reads', () => {
  const bytes = sample(700_000);
  expect(zstd(['-d'], compress(bytes)).equals(bytes)).toBe(true);
});

test('zstdSink() passes on an error of its sink, also a second time', () => {
  const sink = zstdSink({
    write() {
      throw new Error('full');
    },
  });
  const noise = randomFillSync(Buffer.alloc(1 << 18));
  expect(() => sink.write(noise)).toThrow('full');
  expect(() => sink.write(noise)).toThrow('full');
});

test.skipIf(!hasProgram)(
  'zstdSource() reads every level, long windows, checksums, stored sizes and several frames of the zstd program',
  () => {
    const bytes = sample(600_000);
    const ways = [['-1'], ['-3'], ['-19'], ['--ultra', '-22'], ['--no-check'], ['--check'], ['--long=27'], ['--rsyncable'], ['-B4096']];
    for (const way of ways) expect(expand(zstd(way, bytes), 5000, 777).equals(bytes), way.join()).toBe(true);
    const two = Buffer.concat([zstd(['-3'], bytes), zstd(['-1'], Buffer.alloc(0)), zstd(['-1'], bytes.subarray(0, 9))]);
    expect(expand(two).equals(Buffer.concat([bytes, bytes.subarray(0, 9)]))).toBe(true);
  },
);

test('zstdSource() skips skippable frames between the others', () => {
  const skippable = Buffer.concat([Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x10, 0x27, 0, 0]), Buffer.alloc(10_000, 7)]);
  const frame = compress(Buffer.from('a'));
  expect(expand(Buffer.concat([frame, skippable, frame, skippable])).toString()).toBe('aa');
  expect(() => expand(Buffer.concat([frame, skippable.subarray(0, -1)]))).toThrow('ends in the middle of a frame');
});

test('zstdSource() reports a stream truncated at any position as damaged, never as a shorter one', () => {
  const whole = compress(sample(300_000));
  for (let length = 0; length < whole.length; length += length < 100 || length > whole.length - 100 ? 1 : 997) {
    expect(() => expand(whole.subarray(0, length)), `${length}`).toThrow(ZstdError);
  }
});

test('zstdSource() reports any data after the last frame as damage', () => {
  const whole = compress(Buffer.from('a'));
  for (const rest of ['\0', 'x', '\x28', '\x28\xb5\x2f', '\x28\xb5\x2f\xfd', 'garbage of some length', '\0\0\0\0\0\0\0\0']) {
    expect(() => expand(Buffer.concat([whole, Buffer.from(rest, 'latin1')])), rest).toThrow(ZstdError);
  }
});

/** Expands the stream with one changed bit, for each of its bits. */
async function withChangedBits(whole: Uint8Array, judge: (expanded: Buffer) => void): Promise<void> {
  for (let bit = 0; bit < whole.length * 8; bit++) {
    // The library's memory is freed only when the event loop runs.
    if (bit % 100 === 0) await nextTurn();
    const changed = Buffer.from(whole);
    changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
    try {
      judge(expand(changed));
    } catch (error) {
      if (!(error instanceof ZstdError)) throw error;
    }
  }
}

test('zstdSource() gives other bytes or a ZstdError for any single changed bit', async () => {
  const whole = compress(Buffer.from(text.repeat(3)));
  let others = 0;
  await withChangedBits(whole, () => others++);
  expect(others).toBeGreaterThan(0);
  expect(others).toBeLessThan(whole.length * 8);
});

test.skipIf(!hasProgram)('zstdSource() never gives other bytes for a changed bit where the frame has a checksum', async () => {
  await withChangedBits(zstd(['--check'], Buffer.from(text.repeat(3))), (expanded) => expect(expanded.toString()).toBe(text.repeat(3)));
});

test('zstdSource() expands at most about a mebibyte more of a bomb than is read', () => {
  const blocks = 4096;
  const source = zstdSource(chunkedSource(bomb(blocks), () => 1 << 20));
  const before = process.memoryUsage().arrayBuffers;
  expect(source.read(Buffer.alloc(1))).toBe(1);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1 << 23);
  const into = Buffer.alloc(1 << 17);
  let produced = 1;
  for (let count = source.read(into); count > 0; count = source.read(into)) produced += count;
  expect(produced).toBe(blocks << 17);
});

test('zstdSource() refuses a block that states more than the largest block size', () => {
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58]);
  for (const block of [((1 << 17) + 1) << 3, ((1 << 21) - 1) << 3, (5 << 3) | 6]) {
    expect(() => expand(Buffer.concat([header, Buffer.from(littleEndian(block)), Buffer.alloc(300_000)]))).toThrow(
      'holds a block that cannot be',
    );
  }
});
