/**
 * Reads the lines of a ledger in blocks, from either end, so that memory does not grow with the file. A line is a view that is valid until
 * the next one is requested. A line of more than `MAX_LINE` bytes is reported without its bytes.
 *
 *     a\nb        linesForward: a, then b with isEnded false; linesBackward: the same two, b first
 */
import { readSync } from 'node:fs';
import { markReused } from '#core/reused';
import type { RawLine } from '../verify.ts';

/** Fills the beginning of `into` with the bytes at `position` and returns the number of bytes. */
export type ReadAt = (into: Uint8Array, position: number) => number;

export function readAtOf(fd: number): ReadAt {
  return (into, position) => readSync(fd, into, 0, into.length, position);
}

export const MAX_LINE = 64 * 1024 * 1024;
const FIRST_BLOCK = 64 * 1024;
const BLOCK = 1024 * 1024;
const NEWLINE = 10;

export function* linesForward(readAt: ReadAt, size: number): Generator<RawLine> {
  const block = Buffer.allocUnsafe(Math.min(BLOCK, Math.max(size, 1)));
  const line = gather('after');
  for (let at = 0; at < size; ) {
    const chunk = readExactly(readAt, block.subarray(0, Math.min(block.length, size - at)), at);
    at += chunk.length;
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      yield line.finish(chunk.subarray(start, end), true);
      start = end + 1;
    }
    line.keep(chunk.subarray(start));
  }
  if (line.isStarted()) yield line.finish(EMPTY, false);
}

export function* linesBackward(readAt: ReadAt, size: number): Generator<RawLine> {
  if (size === 0) return;
  let block = Buffer.allocUnsafe(Math.min(FIRST_BLOCK, size));
  const line = gather('before');
  let isEnded = readExactly(readAt, block.subarray(0, 1), size - 1)[0] === NEWLINE;
  let at = isEnded ? size - 1 : size;
  while (at > 0) {
    const chunk = readExactly(readAt, block.subarray(0, Math.min(block.length, at)), Math.max(0, at - block.length));
    at -= chunk.length;
    let stop = chunk.length;
    for (let before = lastNewline(chunk, stop); before >= 0; before = lastNewline(chunk, stop)) {
      yield line.finish(chunk.subarray(before + 1, stop), isEnded);
      isEnded = true;
      stop = before;
    }
    line.keep(chunk.subarray(0, stop));
    if (block.length < BLOCK && at > 0) block = Buffer.allocUnsafe(Math.min(BLOCK, at));
  }
  yield line.finish(EMPTY, isEnded);
}

const EMPTY = new Uint8Array(0);

/** Collects one line. Parts from a finished block are copied, because the block buffer is reused; the last part is not copied. */
function gather(side: 'before' | 'after') {
  let held: Uint8Array[] = [];
  let length = 0;
  const add = (part: Uint8Array): void => {
    length += part.length;
    if (length > MAX_LINE) held = [];
    else if (part.length > 0) held.splice(side === 'before' ? 0 : held.length, 0, part);
  };
  return {
    isStarted: () => length > 0,
    keep: (part: Uint8Array) => add(new Uint8Array(part)),
    finish(part: Uint8Array, isEnded: boolean): RawLine {
      add(part);
      const isTooLong = length > MAX_LINE;
      const bytes = held.length === 1 ? (held[0] as Uint8Array) : Buffer.concat(held);
      held = [];
      length = 0;
      return { bytes: markReused(bytes), isEnded, isTooLong };
    },
  };
}

function lastNewline(chunk: Buffer, stop: number): number {
  return stop === 0 ? -1 : chunk.lastIndexOf(NEWLINE, stop - 1);
}

function readExactly(readAt: ReadAt, into: Buffer, position: number): Buffer {
  for (let filled = 0; filled < into.length; ) {
    const count = readAt(into.subarray(filled), position + filled);
    if (count === 0) throw new Error('the file became shorter while it was read');
    filled += count;
  }
  return into;
}
