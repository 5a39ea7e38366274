/** The same bytes, as they may arrive: in pieces of any size. */
import type { ByteSource } from '#core/ports';
import { type Dice, dice } from './dice.ts';

/** `size` says how long each next piece may be. */
export function chunkedSource(bytes: Uint8Array, size: () => number): ByteSource {
  let at = 0;
  return {
    read(into) {
      const count = Math.min(Math.max(1, size()), into.length, bytes.length - at);
      into.set(bytes.subarray(at, at + count));
      at += count;
      return count;
    },
  };
}

/** Pieces of a few bytes, mostly, by the fall of dice. */
export function randomChunks(bytes: Uint8Array, seed: number): ByteSource {
  const how: Dice = dice(seed);
  return chunkedSource(bytes, () => 1 + how.roll(how.pick([1, 2, 8, 64, 4096])));
}
