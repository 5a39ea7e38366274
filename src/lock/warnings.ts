/** The warnings of a skipped record, as the lock stores them (L5). `detail` is kept unchanged; missing texts become empty. */
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { BadRecord, FIELD, type StreamRecord } from './record.ts';

export function warningEntries(record: StreamRecord): readonly JsonObject[] {
  const value = record.value(FIELD._warnings);
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new BadRecord('malformed _warnings: expected an array');
  return value.map((entry: JsonValue) => {
    if (!isJsonObject(entry)) throw new BadRecord('malformed _warnings: every entry must be an object');
    if (depthOf(entry['detail'] ?? null) > MAX_DETAIL_DEPTH)
      throw new BadRecord(`_warnings: detail is nested deeper than ${MAX_DETAIL_DEPTH}`);
    return {
      tool: word(entry['tool']),
      code: word(entry['code']),
      message: word(entry['message']),
      detail: entry['detail'] === undefined ? {} : entry['detail'],
    };
  });
}

/** A detail is five levels deep in a lock, and the reader allows 128 levels. So no lock is written that verify would refuse (L3). */
const MAX_DETAIL_DEPTH = 123;

function depthOf(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0;
  let deepest = 0;
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner));
  return deepest + 1;
}

function word(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
