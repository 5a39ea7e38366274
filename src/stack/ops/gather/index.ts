/**
 * Indexes the modules and profiles of a tree by id, and the corridors in the folders of modules of kind `corridor` (S8). Duplicate ids are refused
 * even if they are not used: which one is meant would depend on the order of a folder.
 *
 *     const modules = indexModules(gathering);
 *     modules.get('org.example.reg.aml')     the file, with its value
 */
import { isJsonObject, type JsonValue } from '#core/json/value';
import { parentOf } from '#core/path/parent-of';
import type { RelPath } from '#core/path/rel-path';
import { type Corridor, readCorridor } from '../../inputs/corridor.ts';
import type { ReadDocument } from '../../inputs/facts.ts';
import { badCorridor, badModule, badProfile, duplicate } from '../../refusals.ts';
import { attempt, type Gathering, type StackSection } from './notes.ts';
import { type DocumentFormat, LAYOUT, readDocument, requireShaped, yamlOf } from './tree.ts';

export interface CorridorFolder {
  readonly corridor: Corridor;
  /** The path relative to the root. */
  readonly folder: string;
  readonly manifest: ReadDocument;
}

export function indexModules(gathering: Gathering): ReadonlyMap<string, ReadDocument> {
  const places = gathering.tree.named('modules', 'module.yaml');
  return indexBy(gathering, { section: 'modules', kind: 'module', places, read: byField(gathering, 'module_id', yamlOf(badModule)) });
}

export function indexProfiles(gathering: Gathering): ReadonlyMap<string, ReadDocument> {
  const places = gathering.tree.named('profiles', 'profile.yaml');
  return indexBy(gathering, { section: 'profile', kind: 'profile', places, read: byField(gathering, 'profile_id', yamlOf(badProfile)) });
}

export function indexCorridors(gathering: Gathering, modules: ReadonlyMap<string, ReadDocument>): ReadonlyMap<string, CorridorFolder> {
  const { tree } = gathering;
  const places = [...modules.values()].filter(isCorridor).map(({ place }) => `${parentOf(place)}/corridor.yaml` as RelPath);
  const format = yamlOf(badCorridor);
  const read = (place: RelPath) => {
    const manifest = documentAt(gathering, place, format);
    const corridor = requireShaped(tree, manifest, readCorridor(manifest.value), badCorridor);
    return { id: corridor.corridorId, entry: { corridor, folder: parentOf(place), manifest } };
  };
  return indexBy(gathering, { section: 'corridors', kind: 'corridor', places: places.filter(tree.has), read });
}

function isCorridor({ value }: ReadDocument): boolean {
  return isJsonObject(value) && value['kind'] === 'corridor';
}

interface Indexing<T> {
  readonly section: StackSection;
  readonly kind: string;
  readonly places: readonly RelPath[];
  readonly read: (place: RelPath) => { readonly id: string; readonly entry: T };
}

function indexBy<T>(gathering: Gathering, { section, kind, places, read }: Indexing<T>): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  const first = new Map<string, string>();
  for (const place of places) {
    attempt(gathering, { section, id: place, field: null, index: null }, () => {
      const { id, entry } = read(place);
      const other = first.get(id);
      if (other !== undefined) throw duplicate(kind, id, [other, place].map(gathering.tree.show));
      first.set(id, place);
      found.set(id, entry);
    });
  }
  return found;
}

/** Only the id of a document is read here; the rest is read when the document is needed. */
function byField(gathering: Gathering, field: string, format: DocumentFormat): Indexing<ReadDocument>['read'] {
  return (place) => {
    const entry = documentAt(gathering, place, format);
    const id: JsonValue | undefined = isJsonObject(entry.value) ? entry.value[field] : undefined;
    if (typeof id === 'string' && id !== '') return { id, entry };
    throw format.bad(gathering.tree.show(place), [{ at: field, message: 'expected a string' }]);
  };
}

function documentAt({ tree }: Gathering, place: RelPath, format: DocumentFormat): ReadDocument {
  return readDocument(tree, tree.file({ what: 'file', path: place, folder: '', by: LAYOUT }), format);
}
