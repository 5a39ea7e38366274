/** The last step of `vacuum | hash | lock`: builds a lock from a stream of records. */
import { LineReader, LineTooLong } from '#core/bytes/lines';
import type { ByteSource } from '#core/ports';
import type { LockDraft } from '../create.ts';

/** `onRecords` is called with the number of lines that were read since the last call. */
export function lockRecords(draft: LockDraft, source: ByteSource, onRecords?: (count: number) => void): void {
  const lines = new LineReader(source);
  while (hasNext(lines, draft)) {
    draft.addLine(lines.bytes, lines.start, lines.end);
    onRecords?.(1);
  }
}

function hasNext(lines: LineReader, draft: LockDraft): boolean {
  try {
    return lines.next();
  } catch (error) {
    throw error instanceof LineTooLong ? draft.refuseNextLine(error.message) : error;
  }
}
