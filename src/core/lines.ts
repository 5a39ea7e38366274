/**
 * The lines of a stream, one after the other: memory is bounded by the longest line, not by the input. One CR before the LF belongs to
 * the line end; the last line may lack its LF.
 *
 *     forEachLine(source of 'a\r\n\nb', …)    'a', '', 'b'
 */
import type { ByteSource } from './ports.ts';

const BLOCK = 1 << 20;
const LONGEST = 1 << 26;

/** A line of more than 64 MiB. */
export class LineTooLong extends Error {
  override readonly name = 'LineTooLong';
}

/** Hands over each line as a range of `bytes`, which holds until `onLine` returns. */
export function forEachLine(source: ByteSource, onLine: (bytes: Uint8Array, start: number, end: number) => void): void {
  let buffer = new Uint8Array(BLOCK);
  let end = 0;
  for (;;) {
    const count = source.read(end === 0 ? buffer : buffer.subarray(end));
    if (count === 0) break;
    let searched = end;
    end += count;
    // What lies behind the end is not searched: a long line that comes in small pieces would be gone over again with each.
    const filled = buffer.subarray(0, end);
    let start = 0;
    for (;;) {
      const feed = filled.indexOf(0x0a, searched);
      if (feed < 0) break;
      onLine(buffer, start, withoutReturn(buffer, start, feed));
      start = feed + 1;
      searched = start;
    }
    if (start > 0) buffer.copyWithin(0, start, end);
    end -= start;
    if (end === buffer.length) buffer = enlarged(buffer);
  }
  if (end > 0) onLine(buffer, 0, withoutReturn(buffer, 0, end));
}

function withoutReturn(bytes: Uint8Array, start: number, end: number): number {
  return end > start && bytes[end - 1] === 0x0d ? end - 1 : end;
}

function enlarged(buffer: Uint8Array): Uint8Array<ArrayBuffer> {
  if (buffer.length >= LONGEST) throw new LineTooLong(`expected a line of at most ${LONGEST} bytes`);
  const bytes = new Uint8Array(buffer.length * 2);
  bytes.set(buffer);
  return bytes;
}
