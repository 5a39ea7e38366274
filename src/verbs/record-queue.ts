/**
 * The records that wait for their hash, and the refusal that ends them. Memory does not grow with the input: reading pauses while the
 * records at work hold more than 16 MiB of it.
 *
 *     const queue = openRecordQueue(source);      refuses what is wrong among the first records
 *     queue.next()                                a record, or undefined at a pause and at the end
 *     queue.release(record)                       it has left
 */
import { LineReader, LineTooLong } from '#core/lines';
import type { ByteSource } from '#core/ports';
import { Refusal } from '#core/refusal';
import { type HashInput, parseHashInput } from '#stream/hash';
import { badInput } from '#stream/refusals';

/** Judged before the first record leaves: so many records, or so many bytes of them. */
const OPENING = { records: 4096, bytes: 1 << 22 };
const BYTES_AT_WORK = 1 << 24;

export interface RecordQueue {
  next(): HashInput | undefined;
  release(record: HashInput): void;
  hasEnded(): boolean;
  /** What ended the stream early, once it has ended. */
  refusal(): Refusal | null;
}

export function openRecordQueue(source: ByteSource): RecordQueue {
  const records = readRecords(source);
  const opening = takeOpening(records).values();
  let atWork = 0;
  let ending: Refusal | 'end' | null = null;
  return {
    next() {
      if (ending !== null || atWork > BYTES_AT_WORK) return undefined;
      const record = opening.next().value ?? nextOrRefusal(records) ?? 'end';
      if (record === 'end' || record instanceof Refusal) {
        ending = record;
        return undefined;
      }
      atWork += record.length;
      return record;
    },
    release(record) {
      atWork -= record.length;
    },
    hasEnded: () => ending !== null,
    refusal: () => (ending === 'end' ? null : ending),
  };
}

function* readRecords(source: ByteSource): Generator<HashInput, undefined, undefined> {
  const lines = new LineReader(source);
  for (let line = 1; hasNext(lines, line); line++) yield parseHashInput(lines.bytes.subarray(lines.start, lines.end), line);
}

function hasNext(lines: LineReader, line: number): boolean {
  try {
    return lines.next();
  } catch (error) {
    throw error instanceof LineTooLong ? badInput({ line, error: error.message }) : error;
  }
}

function takeOpening(records: Iterator<HashInput, undefined, undefined>): HashInput[] {
  const opening: HashInput[] = [];
  for (let bytes = 0; opening.length < OPENING.records && bytes < OPENING.bytes; ) {
    const record = records.next().value;
    if (record === undefined) break;
    opening.push(record);
    bytes += record.length;
  }
  return opening;
}

function nextOrRefusal(records: Iterator<HashInput, undefined, undefined>): HashInput | Refusal | undefined {
  try {
    return records.next().value;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
