/** Reads a short YAML file and reports mistakes with their lines and columns. */

import { yamlPlaces, yamlSources } from '#codecs/yaml/places';
import { parseYaml, YamlError } from '#codecs/yaml/read';
import { Digits, emptyObject, isJsonObject, type JsonValue } from '#core/json/value';
import { formatExact } from '#core/json/write';
import { lazy } from '#core/lazy';
import { osText } from '#disk/os-error';
import { readRegularFile } from '#disk/read/regular-file';
import type { LocatedMistake } from '#stream/fingerprint-refusals';
import { type Fault, type FaultPath, formatFaultPath } from '../define/faults.ts';

const MAX_LENGTH = 1 << 20;

export type LocatedYaml =
  | {
      readonly kind: 'value';
      readonly value: JsonValue;
      /** The value, in which scalars below these keys are the texts that were written. */
      asWritten(keys: WrittenKeys): { readonly value: JsonValue; readonly faults: readonly Fault[] };
      locate(faults: readonly Fault[]): readonly LocatedMistake[];
    }
  | { readonly kind: 'mistake'; readonly mistake: LocatedMistake; readonly isUnread: boolean };

/** Links are followed. */
export function readLocatedYaml(path: string): LocatedYaml {
  let bytes: Uint8Array;
  try {
    bytes = readRegularFile(path, { maxBytes: MAX_LENGTH, follow: true });
  } catch (error) {
    return { kind: 'mistake', mistake: { column: null, line: null, message: osText(error), path: '' }, isUnread: true };
  }
  return parseLocatedYaml(bytes);
}

export function parseLocatedYaml(bytes: Uint8Array): LocatedYaml {
  try {
    const value = parseYaml(bytes);
    const asWritten = (keys: WrittenKeys): { readonly value: JsonValue; readonly faults: readonly Fault[] } => {
      const sourceOf = lazy(() => yamlSources(bytes));
      const faults: Fault[] = [];
      return { value: withTexts(value, [], { keys, key: '', isKept: false, faults, sourceOf: (path) => sourceOf()(path) }), faults };
    };
    return { kind: 'value', value, asWritten, locate: (faults) => locateAll(bytes, faults) };
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    const { place } = error;
    const mistake = {
      line: place?.line ?? null,
      column: place?.column ?? null,
      path: '',
      message: error.message.replace(/ at line \d+ column \d+$/, ''),
    };
    return { kind: 'mistake', mistake, isUnread: false };
  }
}

export interface WrittenKeys {
  /** Numbers and booleans. */
  readonly texts: ReadonlySet<string>;
  /** Numbers of more digits than a double keeps. */
  readonly numbers: ReadonlySet<string>;
  /** What is below these keys stays as it is; a number that loses digits is a mistake. */
  readonly kept: ReadonlySet<string>;
}

interface Written {
  readonly keys: WrittenKeys;
  /** The nearest key above. */
  readonly key: string;
  /** Whether one of `keys.kept` is above. */
  readonly isKept: boolean;
  readonly faults: Fault[];
  readonly sourceOf: (path: FaultPath) => string | null;
}

const LONG_NUMBER = /^-?(?=(?:\.?\d){16})\d+(?:\.\d+)?$/;

function withTexts(value: JsonValue, path: FaultPath, written: Written): JsonValue {
  const { keys, key: above, isKept, faults, sourceOf } = written;
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item, i) => withTexts(item, [...path, i], written));
  if (isJsonObject(value)) {
    const result = emptyObject();
    for (const [key, item] of Object.entries(value))
      result[key] = withTexts(item, [...path, key], { ...written, key, isKept: isKept || keys.kept.has(key) });
    return result;
  }
  if (value === null || typeof value === 'string') return value;
  if (!isKept && keys.texts.has(above)) return sourceOf(path) ?? value;
  const source = (isKept || keys.numbers.has(above)) && typeof value !== 'boolean' ? sourceOf(path) : null;
  if (source === null || !LONG_NUMBER.test(source)) return value;
  if (!isKept) return source;
  if (formatExact(value) !== formatExact(new Digits(source)))
    faults.push({ path, message: `${source} has more digits than YAML keeps: expected the schema as a text of JSON, or in schema_file` });
  return value;
}

/** Sorted by position. */
function locateAll(bytes: Uint8Array, faults: readonly Fault[]): readonly LocatedMistake[] {
  const placeOf = yamlPlaces(bytes);
  const located = faults.map(({ path, message }) => {
    const { line, column } = placeOf(path);
    return { column, line, message, path: formatFaultPath(path) };
  });
  return located.sort((a, b) => a.line - b.line || a.column - b.column);
}
