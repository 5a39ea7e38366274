/** The number of fields in the first row of a CSV, by the first bytes of the file; null if the row is longer than they are. */
import { readCsv } from '#codecs/grid/csv';
import { memorySource } from '#core/bytes/source';
import { ParseFailure } from '#core/parsed';
import type { Ends } from '../../kinds/magic.ts';

export function firstRowWidth({ head, size }: Ends): number | null {
  const rows = head.length < size ? wholeRows(head) : head;
  try {
    const [first, second] = readCsv(memorySource(rows)).rows('csv');
    return first === undefined || (second === undefined && head.length < size) ? null : first.length;
  } catch (error) {
    if (error instanceof ParseFailure) return null;
    throw error;
  }
}

/** Without the last line, which may be cut within a character. In UTF-16LE the line feed is followed by a NUL. */
function wholeRows(head: Uint8Array): Uint8Array {
  const end = head.lastIndexOf(0x0a) + 1;
  return head.subarray(0, head[0] === 0xff && end > 0 ? end + 1 : end);
}
