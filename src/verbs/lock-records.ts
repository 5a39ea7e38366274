/** `vacuum | hash | lock`, the last part: a stream of records into a lock. */
import { forEachLine, LineTooLong } from '#core/lines';
import type { ByteSource } from '#core/ports';
import type { LockDraft } from '#lock/create';

/** `onRecords` hears how many lines were read since it heard last. */
export function lockRecords(draft: LockDraft, source: ByteSource, onRecords?: (count: number) => void): void {
  try {
    forEachLine(source, (bytes, start, end) => {
      draft.addLine(bytes, start, end);
      onRecords?.(1);
    });
  } catch (error) {
    throw error instanceof LineTooLong ? draft.refuseNextLine(error.message) : error;
  }
}
