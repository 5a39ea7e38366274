/**
 * Validates a lockfile of any length with its full schema in pieces: the document with empty lists, then the lists in runs. The result is
 * the same as for the whole document, because the schema has no rule that spans entries. At most one run is in memory as values.
 *
 *     lockSchemaFault(readLock(source))     '/members/70000 must not have extra'
 */

import { JsonTooLarge } from '#core/json/limits';
import { parseJson } from '#core/json/read';
import { requireWithinLimits } from '#core/json/size-limit';
import { emptyObject, type JsonObject, type JsonValue } from '#core/json/value';
import type { ByteSource } from '#core/ports';
import { LOCK_VERSION } from '#lock/document';
import type { EntryTable } from '#lock/entry-table';
import type { LockText } from '#lock/read';
import { schemaFault } from './member-schemas.ts';

const RUN = 1024;
const RUN_BYTES = 1 << 20;
/** Far longer than any entry that is written. */
const MAX_VALUE_LENGTH = 1 << 23;

type ListName = 'members' | 'skipped';

export function lockSchemaFault(text: LockText): string | null {
  requireWithinLimits(text.fields.values());
  const bare = emptyObject();
  for (const [name, bytes] of text.fields) bare[name] = parseJson(bytes);
  if (text.members !== null) bare['members'] = [];
  if (text.skipped !== null) bare['skipped'] = [];
  return schemaFault(LOCK_VERSION, 'full', bare) ?? listFault(bare, 'members', text.members) ?? listFault(bare, 'skipped', text.skipped);
}

function listFault(bare: JsonObject, name: ListName, list: EntryTable | null): string | null {
  const faultOf = (entries: readonly JsonValue[]): string | null => schemaFault(LOCK_VERSION, 'full', { ...bare, [name]: entries });
  for (let start = 0; start < (list?.count ?? 0); ) {
    const entries = readRun(list as EntryTable, start);
    if (faultOf(entries) !== null) {
      const index = entries.findIndex((entry) => faultOf([entry]) !== null);
      return (faultOf([entries[index] as JsonValue]) as string).replace(`/${name}/0`, `/${name}/${start + index}`);
    }
    start += entries.length;
  }
  return null;
}

/** Reads at least one entry, and no more than one mebibyte unless a single entry is longer. */
function readRun(list: EntryTable, start: number): readonly JsonValue[] {
  const texts: Uint8Array[] = [];
  for (let index = start, length = 0; index < list.count && texts.length < RUN && length < RUN_BYTES; index++) {
    const text = list.entry(index);
    texts.push(text);
    length += text.length;
  }
  requireWithinLimits(texts);
  return texts.map((text) => parseJson(text));
}

/**
 * Refuses a lockfile with a longer value. The reader enlarges its buffer until a value fits, so the buffer size shows the length of the
 * value.
 */
export function modestValues(source: ByteSource): ByteSource {
  return {
    read(into) {
      if (into.buffer.byteLength > MAX_VALUE_LENGTH) throw new JsonTooLarge(`a value longer than ${MAX_VALUE_LENGTH} bytes`);
      return source.read(into);
    },
  };
}
