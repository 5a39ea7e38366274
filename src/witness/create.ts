/**
 * A draft of a record: what a tool knows about its run before it knows the record above.
 *
 *     appendRecord(path, draftRecord(fields, newHasher), { sync: true })
 */

import { encodeUtf8 } from '#core/bytes/utf8';
import type { JsonObject } from '#core/json/value';
import type { NewHasher } from '#core/ports';
import { computeId, formatRecord, type WitnessRecord } from './document.ts';
import { idOf, type LedgerLine, readExactly } from './line.ts';

export type WitnessFields = Omit<WitnessRecord, 'id' | 'prev'>;

export interface WitnessDraft {
  /** Returns the line, without its newline, that follows the record with the id `prev`. */
  seal(prev: string | null): Uint8Array;
  /** Returns the id that a line states, or null if it states none. */
  idOf(line: Uint8Array): string | null;
}

export function draftRecord(fields: WitnessFields, newHasher: NewHasher): WitnessDraft {
  return {
    seal: (prev) => encodeUtf8(formatRecord(createRecord(fields, prev, newHasher))),
    idOf: (line) => recordId(readExactly(line)),
  };
}

/** Other documents of one line may have an id too. They name their form, `verdict.v0`; a record names the version of its tool. */
function recordId(line: LedgerLine): string | null {
  const version = line.kind === 'record' ? line.get('version') : undefined;
  return typeof version === 'string' && /\.v\d+$/.test(version) ? null : idOf(line);
}

export function createRecord(fields: WitnessFields, prev: string | null, newHasher: NewHasher): WitnessRecord {
  const record = { ...fields, id: '', prev };
  return { ...record, id: computeId(record as unknown as JsonObject, newHasher) };
}
