/**
 * Reads of a file that go on where the last one ended. A read of a browser takes half a millisecond, however short it is, and documents are read
 * in pieces of 64 KiB; so such a read gets a few megabytes, from which the next ones are served. A reader belongs to one opening of a file: who
 * opens it again reads it again.
 *
 *     const read = readAhead((position, length) => …);
 *     read(0, into); read(into.length, into)
 */
const AHEAD = 1 << 22;
const NOTHING = new Uint8Array();

/** `bytesAt` gives fewer bytes than `length` only at the end of the file. What is returned gives their number, likewise. */
export function readAhead(bytesAt: (position: number, length: number) => Uint8Array): (position: number, into: Uint8Array) => number {
  let next = 0;
  /** The bytes at `next`. */
  let held: Uint8Array = NOTHING;
  return (position, into) => {
    const isNext = position > 0 && position === next;
    if (!isNext) held = NOTHING;
    const first = held.subarray(0, into.length);
    into.set(first);
    held = held.subarray(first.length);
    let count = first.length;
    if (count < into.length) {
      const wanted = into.length - count;
      const more = bytesAt(position + count, isNext ? Math.max(wanted, AHEAD) : wanted);
      into.set(more.subarray(0, wanted), count);
      held = more.subarray(wanted);
      count += Math.min(wanted, more.length);
    }
    next = position + count;
    return count;
  };
}
