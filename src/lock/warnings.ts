/** The warnings of a skipped record, as the lock keeps them (L5): any detail as it came, missing words empty. */
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { BadRecord, FIELD, type StreamRecord } from './record.ts';

export function warningEntries(record: StreamRecord): readonly JsonObject[] {
  const value = record.value(FIELD._warnings);
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new BadRecord('malformed _warnings: expected an array');
  return value.map((entry: JsonValue) => {
    if (!isJsonObject(entry)) throw new BadRecord('malformed _warnings: every entry must be an object');
    if (depthOf(entry['detail'] ?? null) > DEEPEST_DETAIL) throw new BadRecord(`_warnings: detail is nested deeper than ${DEEPEST_DETAIL}`);
    return {
      tool: word(entry['tool']),
      code: word(entry['code']),
      message: word(entry['message']),
      detail: entry['detail'] === undefined ? {} : entry['detail'],
    };
  });
}

/** A detail stands five levels down in a lock, whose reader takes 128: no lock is written that verify refuses (L3). */
const DEEPEST_DETAIL = 123;

function depthOf(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0;
  let deepest = 0;
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner));
  return deepest + 1;
}

function word(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
