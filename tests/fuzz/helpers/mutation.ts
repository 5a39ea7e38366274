/** Damage: a few bytes of a text replaced, inserted, removed, repeated, moved or cut off. */
import { encodeUtf8 } from '#core/bytes/utf8';
import type { Dice } from './dice.ts';

/** Bytes on which a JSON reader decides something. */
const BYTES = [
  ...encodeUtf8('"\\{}[]:, \t\n\r0123456789+-.eEtfnu/abcdDfF\0\x1f\x7f'),
  0x80,
  0xbf,
  0xc0,
  0xc2,
  0xe0,
  0xe2,
  0xed,
  0xef,
  0xf0,
  0xf4,
  0xf5,
  0xff,
];

export function mutated(bytes: Uint8Array, how: Dice): Uint8Array {
  let result = Uint8Array.from(bytes);
  for (let edits = 1 + how.roll(3); edits > 0; edits--) result = edited(result, how);
  return result;
}

function edited(bytes: Uint8Array<ArrayBuffer>, how: Dice): Uint8Array<ArrayBuffer> {
  const at = how.roll(bytes.length + 1);
  const length = 1 + how.roll(how.pick([1, 2, 8, 40]));
  const [before, run, after] = [bytes.subarray(0, at), bytes.subarray(at, at + length), bytes.subarray(at + length)];
  switch (how.roll(7)) {
    case 0:
      return Uint8Array.from([...before, how.pick(BYTES), ...bytes.subarray(at + 1)]);
    case 1:
      return Uint8Array.from([...before, how.pick(BYTES), ...run, ...after]);
    case 2:
      return Uint8Array.from([...before, ...after]);
    case 3:
      return Uint8Array.from([...before, ...run, ...run, ...after]);
    case 4:
      return Uint8Array.from([...before, ...after, ...run]);
    case 5:
      return Uint8Array.from(before);
    default: {
      const flipped = Uint8Array.from(bytes);
      if (at < flipped.length) flipped[at] = (flipped[at] as number) ^ (1 << how.roll(8));
      return flipped;
    }
  }
}
