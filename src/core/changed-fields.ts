/**
 * The fields of two documents that differ, in byte order, including fields that this version does not know.
 *
 *     changedFields({ note: 'a' }, { note: 'b' }, new Set())     [{ field: 'note', old: 'a', new: 'b' }]
 */
import { compareUtf8 } from './bytes/order.ts';
import type { JsonObject, JsonValue } from './json/value.ts';
import { formatSpine } from './json/write.ts';

export interface FieldChange {
  readonly field: string;
  readonly old: JsonValue;
  readonly new: JsonValue;
}

/** An absent field counts as null; those in `except` are left out. */
export function changedFields(old: JsonObject, now: JsonObject, except: ReadonlySet<string>): readonly FieldChange[] {
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((field) => !except.has(field))
    .sort(compareUtf8)
    .map((field) => ({ field, old: old[field] ?? null, new: now[field] ?? null }))
    .filter((change) => formatSpine(change.old) !== formatSpine(change.new));
}
