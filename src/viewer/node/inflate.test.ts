/** The page's deflate against zlib: the same bytes, and the same message for what is damaged. */
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../tests/helpers/trials.ts';
import { inflateRaw } from './inflate.ts';

type Answer = { readonly hex: string; readonly used: number } | { readonly message: string };

function ours(bytes: Uint8Array, limit: number): Answer {
  try {
    const { buffer, used } = inflateRaw(bytes, limit);
    return { hex: Buffer.from(buffer).toString('hex'), used };
  } catch (error) {
    return { message: (error as Error).message };
  }
}

function zlibs(bytes: Uint8Array, limit: number): Answer {
  try {
    const { buffer, engine } = inflateRawSync(bytes, { maxOutputLength: limit, info: true }) as unknown as {
      readonly buffer: Buffer;
      readonly engine: { readonly bytesWritten: number };
    };
    return { hex: buffer.toString('hex'), used: engine.bytesWritten };
  } catch (error) {
    return { message: (error as Error).message };
  }
}

const { Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE } = constants;
/** Text with repeats, and noise. */
const content = fc.oneof(
  fc.array(fc.constantFrom('loan,', '0', '1', 'amount\n', 'x'.repeat(300)), { maxLength: 200 }).map((words) => Buffer.from(words.join(''))),
  fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes)),
);
const packed = fc
  .tuple(content, fc.integer({ min: 0, max: 9 }), fc.constantFrom(Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE))
  .map(([bytes, level, strategy]) => deflateRawSync(bytes, { level, strategy }));

it('inflateRaw() unpacks what zlib packs', () => {
  fc.assert(
    fc.property(packed, fc.uint8Array({ maxLength: 3 }), (bytes, more) => {
      const whole = Buffer.concat([bytes, more]);
      expect(ours(whole, 1 << 20)).toEqual(zlibs(whole, 1 << 20));
    }),
    runs(1000),
  );
});

it('inflateRaw() says of damaged input what zlib says', () => {
  const damaged = fc.tuple(packed, fc.nat(), fc.nat()).map(([bytes, at, cut]) => {
    const other = Buffer.from(bytes.subarray(0, 1 + (cut % bytes.length)));
    const bit = at % (other.length * 8);
    other[bit >> 3] = (other[bit >> 3] as number) ^ (1 << (bit & 7));
    return other;
  });
  fc.assert(
    fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 200 })), fc.constantFrom(10, 20_000, 1 << 20), (bytes, limit) => {
      expect(ours(bytes, limit)).toEqual(zlibs(bytes, limit));
    }),
    runs(5000),
  );
});

it.each([
  ['nothing', ''],
  ['an unknown block', '07'],
  ['a distance without codes', '05c0010600000000000020ff6b0004'],
  ['a set with too many codes', '04 80 49 92 24 49 92 24 0f b4 ff ff c3 04'],
  ['too many symbols', 'fc ff'],
  ['lengths that are not complete', '04 00 24 e9 ff 6d'],
  ['a repeat of nothing', '04 00 24 e9 ff ff'],
  ['lengths without codes', '54 00 00 00'],
  ['no end of a block', '04 80 49 92 24 f1 ff ff'],
  ['a distance that is too far', '4b 04 00 02 00'],
])('inflateRaw() says of %s what zlib says', (_, hex) => {
  const bytes = Buffer.from(hex.replaceAll(' ', ''), 'hex');
  expect(ours(bytes, 1000)).toEqual(zlibs(bytes, 1000));
});

it('inflateRaw() ends at the limit as zlib does', () => {
  const bytes = deflateRawSync(Buffer.alloc(100_000));
  for (const limit of [1, 16_383, 16_384, 16_385, 99_999, 100_000]) expect(ours(bytes, limit)).toEqual(zlibs(bytes, limit));
});
