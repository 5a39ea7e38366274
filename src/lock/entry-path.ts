/**
 * The path of an entry, still quoted inside the canonical bytes of the entry. An escape does not sort like the character it represents
 * (`\"` begins with a backslash), so paths that contain an escape are compared unescaped.
 */

import { compareUtf8 } from '#core/bytes/order';
import { parseJson } from '#core/json/read';

export interface EntryPath {
  readonly bytes: Uint8Array;
  /** `start` is the position of the opening quote, `end` the position after the closing quote. */
  readonly start: number;
  readonly end: number;
}

export function textOfPath(path: EntryPath): string {
  return parseJson(path.bytes, path.start, path.end) as string;
}

export function compareRuns(a: Uint8Array, aStart: number, aEnd: number, b: Uint8Array, bStart: number, bEnd: number): number {
  const aLength = aEnd - aStart - 1;
  const bLength = bEnd - bStart - 1;
  const length = aLength < bLength ? aLength : bLength;
  for (let i = 1; i < length; i++) {
    const x = a[aStart + i] as number;
    const y = b[bStart + i] as number;
    if (x === y) continue;
    if (x !== 0x5c && y !== 0x5c && !isInEscape(a, aStart + 1, aStart + i)) return x - y;
    return compareUnescaped(a, aStart, aEnd, b, bStart, bEnd);
  }
  return aLength - bLength;
}

/** Whether the byte at `at` may be part of an escape. The longest escape is `\u001f`. */
function isInEscape(bytes: Uint8Array, from: number, at: number): boolean {
  for (let i = Math.max(from, at - 5); i < at; i++) if (bytes[i] === 0x5c) return true;
  return false;
}

function compareUnescaped(a: Uint8Array, aStart: number, aEnd: number, b: Uint8Array, bStart: number, bEnd: number): number {
  return compareUtf8(textOfPath({ bytes: a, start: aStart, end: aEnd }), textOfPath({ bytes: b, start: bStart, end: bEnd }));
}
