/** The page refuses every archive that the native library refuses, and otherwise gives the same bytes. */
import { xxhash64 } from 'hash-wasm';
import { describe, expect, it } from 'vitest';
import { loadZstd, type ZstdNative } from '#installation/native';
import { dice } from '../../../../tests/fuzz/helpers/dice.ts';
import { trials } from '../../../../tests/helpers/trials.ts';
import { readFrames } from '../../../codecs/zstd/frames.ts';
import { Decompressor } from './decompress.ts';
import { Xxh64 } from './xxh64.ts';

const TEXT = Buffer.from(Array.from({ length: 9000 }, (_, n) => `row ${n} ${(n * 7919) % 1000} in the tape\n`).join(''));
const NOISE = Buffer.from(Array.from({ length: 200_000 }, (_, n) => (Math.imul(n, 0x9e3779b1) >>> 13) & 255));
const native = loadZstd();

/** A frame by the native library, which has no checksum. */
function framed(bytes: Buffer, level: number): Buffer {
  const pieces: Uint8Array[] = [];
  const compressor = new native.Compressor(level);
  compressor.data(bytes, (piece) => pieces.push(Buffer.from(piece)));
  compressor.end((piece) => pieces.push(Buffer.from(piece)));
  return Buffer.concat(pieces);
}

/** The same frame with a checksum by another library. */
async function checked(frame: Buffer, bytes: Buffer): Promise<Buffer> {
  const sum = Buffer.from(await xxhash64(bytes), 'hex')
    .subarray(4)
    .reverse();
  const whole = Buffer.concat([frame, sum]);
  whole[4] = (whole[4] as number) | 4;
  return whole;
}

function expanded(Kind: ZstdNative['Decompressor'], bytes: Uint8Array): string | null {
  let at = 0;
  const frames = readFrames({
    read(into) {
      const piece = bytes.subarray(at, at + into.length);
      into.set(piece);
      at += piece.length;
      return piece.length;
    },
  });
  const made: Buffer[] = [];
  const keep = (piece: Uint8Array): void => void made.push(Buffer.from(piece));
  try {
    const stream = new Kind();
    for (let piece = frames.next(); piece !== null; piece = frames.next()) stream.data(piece, keep);
    stream.end(keep);
  } catch {
    return null;
  }
  return Buffer.concat(made).toString('latin1');
}

const SAMPLES = [1, 3, 19].flatMap((level) =>
  [Buffer.alloc(0), TEXT.subarray(0, 40), TEXT.subarray(0, 3000), TEXT, NOISE, Buffer.alloc(400_000, 'a')].map(
    (bytes) => [`${bytes.length} bytes by level ${level}`, framed(bytes, level), bytes] as const,
  ),
);

describe('Decompressor', () => {
  it.each(SAMPLES)('gives what was compressed, with a checksum and without: %s', async (_, frame, bytes) => {
    const text = bytes.toString('latin1');
    expect(expanded(Decompressor, frame) === text).toBe(true);
    const whole = await checked(frame, bytes);
    expect([expanded(native.Decompressor, whole) === text, expanded(Decompressor, whole) === text]).toEqual([true, true]);
    expect(expanded(Decompressor, Buffer.concat([whole, frame])) === text + text).toBe(true);
    whole[whole.length - 1] = (whole.at(-1) as number) ^ 1;
    expect([expanded(native.Decompressor, whole), expanded(Decompressor, whole)]).toEqual([null, null]);
  });

  it('accepts no damage that the native library refuses, and gives no other bytes than it', async () => {
    const dies = dice(7);
    let refused = 0;
    for (const [name, frame, bytes] of SAMPLES) {
      for (const whole of [frame, await checked(frame, bytes)])
        for (let trial = 0; trial < trials(20, 2000); trial++) {
          const damaged = Buffer.from(whole);
          // Its head and tables are more telling than its literals.
          const at = dies.roll(dies.pick([Math.min(60, whole.length), whole.length]));
          damaged[at] = (damaged[at] as number) ^ (1 << dies.roll(8));
          const [wanted, found] = [expanded(native.Decompressor, damaged), expanded(Decompressor, damaged)];
          // The native library also reads streams of literals that do not end where they should.
          if (found !== null) expect([name, at, wanted === found]).toEqual([name, at, true]);
          if (wanted === null) refused++;
        }
    }
    expect(refused).toBeGreaterThan(100);
  });

  it('needs no memory for a window that a header only states', () => {
    const frame = Buffer.from('28b52ffd00880100 00'.replaceAll(' ', ''), 'hex');
    expect(expanded(Decompressor, frame)).toBe('');
    frame[5] = 0x90;
    expect(expanded(Decompressor, frame)).toBe(null);
  });
});

it('Xxh64 is that of another library, however the bytes are divided', async () => {
  for (let length = 0; length < 150; length++) {
    const bytes = NOISE.subarray(0, length);
    for (const step of [1, 7, 32, 150]) {
      const hash = new Xxh64();
      for (let at = 0; at < length; at += step) hash.update(bytes.subarray(at, at + step));
      expect([length, step, hash.low().toString(16).padStart(8, '0')]).toEqual([length, step, (await xxhash64(bytes)).slice(8)]);
    }
  }
});
