/**
 * Maps the entries of one section of a lock by id, as written, except that only one of the two names of a module's digest (S2) is kept.
 *
 *     entriesOf('lawpacks', [{ jurisdiction_id: 'ex', domain: 'civil', … }])     Map { 'ex:civil' => { … } }
 *
 * A zone may patch one module twice: a repeated id gets a number, `org.example.legal.core#2`.
 */
import type { JsonObject, JsonValue } from '#core/json/value';

export type ListSection = 'modules' | 'lawpacks' | 'overlays' | 'corridors';

/** The fields that form the id of an entry; `parseStackLock` checked that they are texts, and that the parts of a lawpack's id have no colon. */
export const ID_FIELDS: Readonly<Record<ListSection, readonly string[]>> = {
  modules: ['module_id'],
  lawpacks: ['jurisdiction_id', 'domain'],
  overlays: ['module_id'],
  corridors: ['corridor_id'],
};

export function entriesOf(section: ListSection, list: JsonValue | undefined): ReadonlyMap<string, JsonObject> {
  const entries = new Map<string, JsonObject>();
  for (const entry of (list ?? []) as readonly JsonObject[]) {
    const id = idOf(section, entry);
    let unused = id;
    for (let count = 2; entries.has(unused); count++) unused = `${id}#${count}`;
    entries.set(unused, section === 'modules' ? withOneDigest(entry) : entry);
  }
  return entries;
}

/** The id as written: two overlays of one module have the same id. */
export function idOf(section: ListSection, entry: JsonObject): string {
  return ID_FIELDS[section].map((field) => entry[field] as string).join(':');
}

function withOneDigest({ manifest_sha256, module_manifest_sha256 = manifest_sha256 as JsonValue, ...entry }: JsonObject): JsonObject {
  return { ...entry, module_manifest_sha256 };
}
