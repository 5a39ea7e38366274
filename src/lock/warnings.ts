/** The warnings of a skipped record, as the lock keeps them (L5): any detail as it came, missing words empty. */
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { BadRecord, FIELD, type StreamRecord } from './record.ts';

export function warningEntries(record: StreamRecord): readonly JsonObject[] {
  const value = record.value(FIELD._warnings);
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new BadRecord('malformed _warnings: expected an array');
  return value.map((entry: JsonValue) => {
    if (!isJsonObject(entry)) throw new BadRecord('malformed _warnings: every entry must be an object');
    return {
      tool: word(entry['tool']),
      code: word(entry['code']),
      message: word(entry['message']),
      detail: entry['detail'] === undefined ? {} : entry['detail'],
    };
  });
}

function word(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
