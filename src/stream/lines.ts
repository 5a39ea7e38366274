/**
 * The lines of a stream of records, one at a time: memory is bounded by the longest line, not by the input. One CR before the LF
 * belongs to the line end; the last line may lack its LF.
 *
 *     a\r\n\nb   ->   'a', '', 'b'
 */
import type { ByteSource } from '#core/ports';
import { badInput } from './refusals.ts';

const BLOCK = 1 << 16;
const LONGEST = 1 << 24;

/** Each line is a view that holds until the next one is asked for. Refuses a line of more than 16 MiB. */
export function* readLines(source: ByteSource): Generator<Uint8Array, void, undefined> {
  let buffer = new Uint8Array(BLOCK);
  let start = 0;
  let end = 0;
  let searched = 0;
  for (let line = 1; ; ) {
    const feed = buffer.subarray(0, end).indexOf(0x0a, searched);
    if (feed >= 0) {
      yield withoutReturn(buffer.subarray(start, feed));
      searched = start = feed + 1;
      line++;
      continue;
    }
    if (end - start > LONGEST) throw badInput({ line, error: `expected a line of at most ${LONGEST} bytes` });
    if (end - start > buffer.length / 2) buffer = grown(buffer, start, end);
    else buffer.copyWithin(0, start, end);
    searched = end -= start;
    start = 0;
    const count = source.read(buffer.subarray(end));
    if (count === 0) break;
    end += count;
  }
  if (end > 0) yield withoutReturn(buffer.subarray(0, end));
}

function grown(buffer: Uint8Array, start: number, end: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(buffer.length * 2);
  bytes.set(buffer.subarray(start, end));
  return bytes;
}

function withoutReturn(line: Uint8Array): Uint8Array {
  return line.at(-1) === 0x0d ? line.subarray(0, -1) : line;
}
