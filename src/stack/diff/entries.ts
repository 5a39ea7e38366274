/**
 * The entries of one section of a lock by their ids, as written but for the two names of a module's digest (S2), of which one is kept.
 *
 *     entriesOf('lawpacks', [{ jurisdiction_id: 'ex', domain: 'civil', … }])     Map { 'ex:civil' => { … } }
 *
 * A zone may patch one module twice: an id that came before is numbered, `org.example.legal.core#2`.
 */
import type { JsonObject, JsonValue } from '#core/json/value';

export type ListSection = 'modules' | 'lawpacks' | 'overlays' | 'corridors';

/** What makes the id of an entry; `parseStackLock` saw that they are texts, and that neither half of a lawpack's has a colon. */
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

/** As written: two overlays of one module have the same. */
export function idOf(section: ListSection, entry: JsonObject): string {
  return ID_FIELDS[section].map((field) => entry[field] as string).join(':');
}

function withOneDigest({ manifest_sha256, module_manifest_sha256 = manifest_sha256 as JsonValue, ...entry }: JsonObject): JsonObject {
  return { ...entry, module_manifest_sha256 };
}
