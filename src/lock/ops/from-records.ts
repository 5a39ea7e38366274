/** `vacuum | hash | lock`, the last part: a stream of records into a lock. */
import { LineReader, LineTooLong } from '#core/bytes/lines';
import type { ByteSource } from '#core/ports';
import type { LockDraft } from '../create.ts';

/** `onRecords` hears how many lines were read since it heard last. */
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
