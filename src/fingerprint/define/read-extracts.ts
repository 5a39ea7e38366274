/** Reads the `extract` list of a definition and its `content_hash`. */
import { isJsonObject, type JsonValue } from '#core/json/value';
import type { Format } from '#core/parsed';
import type { NewHasher } from '#core/ports';
import type { Scope } from '../assert/assertion.ts';
import { shown } from '../shown.ts';
import { EXTRACTS, type Extraction, type ExtractKind } from './extract.ts';
import { describeValue } from './faults.ts';
import { type Reading, readFields } from './fields.ts';
import { checkBinding } from './read-assertions.ts';

export interface NamedExtract {
  readonly name: string;
  readonly kind: ExtractKind;
  begin(scope: Scope, newHasher: NewHasher): Extraction;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_.-]*$/;

export function readExtracts(
  list: JsonValue | undefined,
  format: Format | null,
  reading: Reading,
  bound: Set<string>,
): readonly NamedExtract[] {
  const { faults, path } = reading;
  if (list === undefined) return [];
  if (!Array.isArray(list)) {
    faults.add(path, `expected a list, found ${describeValue(list)}`);
    return [];
  }
  const taken = new Set<string>();
  return (list as readonly JsonValue[]).flatMap((entry, i) => {
    const at = { ...reading, path: [...path, i] };
    if (!isJsonObject(entry)) {
      faults.add(at.path, `expected a mapping with name and type, found ${describeValue(entry)}`);
      return [];
    }
    const { name, type } = entry;
    if (typeof name !== 'string' || !NAME.test(name))
      faults.add([...at.path, 'name'], `expected a name of letters, digits, _, . and -, found ${describeValue(name)}`);
    else if (taken.has(name)) faults.add([...at.path, 'name'], `expected a name of its own, found ${shown(name)} twice`);
    else taken.add(name);
    const kind = EXTRACTS.find((known) => known.type === type);
    if (kind === undefined || (format !== null && !kind.formats.includes(format))) {
      const known = EXTRACTS.filter(({ formats }) => format === null || formats.includes(format)).map((other) => other.type);
      faults.add([...at.path, 'type'], `expected one of ${known.join(', ')}, found ${describeValue(type)}`);
      return [];
    }
    checkBinding(entry, at, bound);
    const values = readFields(entry, kind.fields, at, ['name', 'type']);
    const objection = values === null || format === null ? null : kind.objection(values, format);
    if (objection !== null) faults.add(at.path, objection);
    return values === null || typeof name !== 'string'
      ? []
      : [{ name, kind, begin: (scope: Scope, newHasher: NewHasher) => kind.begin(values, scope, newHasher) }];
  });
}

/** Returns the names that the content hash covers; null if no hash is requested. `known` are the names of the extracts. */
export function readContentHash(
  value: JsonValue | undefined,
  known: readonly string[],
  { faults, path }: Reading,
): readonly string[] | null {
  if (value === undefined) return null;
  if (!isJsonObject(value)) {
    faults.add(path, `expected a mapping with algorithm and over, found ${describeValue(value)}`);
    return null;
  }
  faults.unknownKeys(value, ['algorithm', 'over'], path);
  const { algorithm, over } = value;
  if (algorithm !== 'blake3') faults.add([...path, 'algorithm'], `expected blake3, found ${describeValue(algorithm)}`);
  if (!Array.isArray(over) || over.length === 0) {
    faults.add([...path, 'over'], `expected a list of names of extracts, found ${describeValue(over)}`);
    return null;
  }
  (over as readonly JsonValue[]).forEach((name, i) => {
    const isKnown = typeof name === 'string' && known.includes(name);
    if (!isKnown) faults.add([...path, 'over', i], `expected the name of an extract, found ${describeValue(name)}`);
    else if (over.indexOf(name) < i) faults.add([...path, 'over', i], `expected each name once, found ${shown(name)} twice`);
  });
  return over as readonly string[];
}
