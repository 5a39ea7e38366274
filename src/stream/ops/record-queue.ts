/**
 * The records of a stream that wait for their results, and the refusal that ends the stream. Memory does not grow with the input: reading
 * pauses while the waiting records have more than 16 MiB of input.
 *
 *     const queue = openRecordQueue(source, { parse: parseHashInput, badInput });      refuses if one of the first records is bad
 *     queue.next()                                                                     a record, or undefined at a pause and at the end
 *     queue.release(record)                                                            the record is finished
 */

import { LineReader, LineTooLong } from '#core/bytes/lines';
import type { JsonObject } from '#core/json/value';
import type { ByteSource } from '#core/ports';
import { Refusal } from '#core/refusal';

/** The number of records, or of their bytes, that are parsed before the first record is returned. */
const OPENING = { records: 4096, bytes: 1 << 22 };
const BYTES_AT_WORK = 1 << 24;

export interface Measured {
  /** The length of its line in bytes. */
  readonly length: number;
}

export interface RecordKind<R> {
  /** Refuses a bad line. Lines are counted from 1. */
  parse(bytes: Uint8Array, line: number): R;
  badInput(detail: JsonObject): Refusal;
}

export interface RecordQueue<R extends Measured> {
  next(): R | undefined;
  release(record: R): void;
  hasEnded(): boolean;
  /** The refusal that ended the stream early, or null. It is known once the stream has ended. */
  refusal(): Refusal | null;
}

export function openRecordQueue<R extends Measured>(source: ByteSource, kind: RecordKind<R>): RecordQueue<R> {
  const records = readRecords(source, kind);
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

/** Yields every record in order and keeps none of them. */
export function* readRecords<R>(source: ByteSource, { parse, badInput }: RecordKind<R>): Generator<R, undefined, undefined> {
  const lines = new LineReader(source);
  for (let line = 1; hasNext(lines, line, badInput); line++) yield parse(lines.bytes.subarray(lines.start, lines.end), line);
}

function hasNext(lines: LineReader, line: number, badInput: (detail: JsonObject) => Refusal): boolean {
  try {
    return lines.next();
  } catch (error) {
    throw error instanceof LineTooLong ? badInput({ line, error: error.message }) : error;
  }
}

function takeOpening<R extends Measured>(records: Iterator<R, undefined, undefined>): R[] {
  const opening: R[] = [];
  for (let bytes = 0; opening.length < OPENING.records && bytes < OPENING.bytes; ) {
    const record = records.next().value;
    if (record === undefined) break;
    opening.push(record);
    bytes += record.length;
  }
  return opening;
}

function nextOrRefusal<R>(records: Iterator<R, undefined, undefined>): R | Refusal | undefined {
  try {
    return records.next().value;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
