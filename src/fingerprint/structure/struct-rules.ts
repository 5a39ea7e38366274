/**
 * `*.sf.yaml`: the files that a delivery must have, folder by folder.
 *
 *     rules:
 *       - { id: monthly, group_by: "deals/*", required: ["tape.csv", "*.pdf"], optional: ["notes.md"] }
 *
 * `group_by` is a glob for folders below the root of the scan (`.` is the root itself); the others are globs for file names in them.
 */
import { BadGlob, type Glob, parseGlob } from '#core/glob/glob';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { describeValue, type Fault, type FaultPath, Faults } from '../define/faults.ts';
import { shown } from '../shown.ts';

export interface StructRule {
  readonly id: string;
  readonly groupBy: Glob;
  readonly required: readonly Glob[];
  readonly optional: readonly Glob[];
}

export type StructRulesRead =
  | { readonly kind: 'rules'; readonly rules: readonly StructRule[] }
  | { readonly kind: 'faults'; readonly faults: readonly Fault[] };

export function readStructRules(value: JsonValue): StructRulesRead {
  const faults = new Faults();
  const list = isJsonObject(value) ? value['rules'] : undefined;
  if (isJsonObject(value)) faults.unknownKeys(value, ['rules'], []);
  if (!Array.isArray(list) || list.length === 0) {
    faults.add(
      list === undefined ? [] : ['rules'],
      `expected a list of rules in "rules", found ${describeValue(isJsonObject(value) ? list : value)}`,
    );
    return { kind: 'faults', faults: faults.list };
  }
  const ids = new Set<string>();
  const rules = (list as readonly JsonValue[]).flatMap((entry, i) => readRule(entry, ['rules', i], faults, ids));
  return faults.count > 0 ? { kind: 'faults', faults: faults.list } : { kind: 'rules', rules };
}

function readRule(entry: JsonValue, path: FaultPath, faults: Faults, ids: Set<string>): readonly StructRule[] {
  if (!isJsonObject(entry)) {
    faults.add(path, `expected a mapping with id, group_by and required, found ${describeValue(entry)}`);
    return [];
  }
  faults.unknownKeys(entry, ['id', 'group_by', 'required', 'optional'], path);
  const { id, group_by } = entry;
  if (typeof id !== 'string' || id === '') faults.add(place(entry, path, 'id'), `expected an id, found ${describeValue(id)}`);
  else if (ids.has(id)) faults.add([...path, 'id'], `expected an id of its own, found ${shown(id)} twice`);
  else ids.add(id);
  const groupBy = readGlobAt(group_by, place(entry, path, 'group_by'), 'a glob for folders', faults);
  const required = readNames(entry, 'required', path, faults);
  const optional = entry['optional'] === undefined ? [] : readNames(entry, 'optional', path, faults);
  if (Array.isArray(entry['required']) && entry['required'].length === 0)
    faults.add([...path, 'required'], 'expected at least one name, found none');
  return groupBy === null || typeof id !== 'string' ? [] : [{ id, groupBy, required, optional }];
}

function readNames(entry: JsonObject, key: string, path: FaultPath, faults: Faults): readonly Glob[] {
  const list = entry[key];
  if (!Array.isArray(list)) {
    faults.add(place(entry, path, key), `expected a list of names in "${key}", found ${describeValue(list)}`);
    return [];
  }
  return (list as readonly JsonValue[]).flatMap((name, i) => {
    const at = [...path, key, i];
    if (typeof name === 'string' && name.includes('/')) {
      faults.add(at, `expected the name of a file, without a folder, found ${shown(name)}`);
      return [];
    }
    return readGlobAt(name, at, 'a glob for names of files', faults) ?? [];
  });
}

function readGlobAt(value: JsonValue | undefined, path: FaultPath, wanted: string, faults: Faults): Glob | null {
  if (typeof value !== 'string') {
    faults.add(path, `expected ${wanted}, found ${describeValue(value)}`);
    return null;
  }
  try {
    return parseGlob(value);
  } catch (error) {
    if (!(error instanceof BadGlob)) throw error;
    faults.add(path, `bad glob ${shown(value)}: ${error.message}`);
    return null;
  }
}

/** An absent key has no position, so its parent is reported. */
function place(entry: JsonObject, path: FaultPath, key: string): FaultPath {
  return entry[key] === undefined ? path : [...path, key];
}
