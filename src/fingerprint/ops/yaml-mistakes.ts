/** Reads a short YAML file and reports mistakes with their lines and columns. */

import { yamlPlaces, yamlSources } from '#codecs/yaml/places';
import { parseYaml, YamlError } from '#codecs/yaml/read';
import { emptyObject, isJsonObject, type JsonValue } from '#core/json/value';
import { lazy } from '#core/lazy';
import { osText } from '#disk/os-error';
import { readRegularFile } from '#disk/read/regular-file';
import type { PlacedMistake } from '#stream/fingerprint-refusals';
import { type Fault, type FaultPath, formatFaultPath } from '../define/faults.ts';

const LONGEST = 1 << 20;

export type PlacedYaml =
  | {
      readonly kind: 'value';
      readonly value: JsonValue;
      /** The value, in which scalars below these keys are the texts that were written. */
      asWritten(keys: WrittenKeys): JsonValue;
      placed(faults: readonly Fault[]): readonly PlacedMistake[];
    }
  | { readonly kind: 'mistake'; readonly mistake: PlacedMistake; readonly isUnread: boolean };

/** Links are followed. */
export function readPlacedYaml(path: string): PlacedYaml {
  let bytes: Uint8Array;
  try {
    bytes = readRegularFile(path, { most: LONGEST, follow: true });
  } catch (error) {
    return { kind: 'mistake', mistake: { column: null, line: null, message: osText(error), path: '' }, isUnread: true };
  }
  return placedYaml(bytes);
}

function placedYaml(bytes: Uint8Array): PlacedYaml {
  try {
    const value = parseYaml(bytes);
    const asWritten = (keys: WrittenKeys): JsonValue => {
      const sourceOf = lazy(() => yamlSources(bytes));
      return withTexts(value, [], { keys, key: '', sourceOf: (path) => sourceOf()(path) });
    };
    return { kind: 'value', value, asWritten, placed: (faults) => placeAll(bytes, faults) };
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
  /** What is below these keys stays as it is. */
  readonly others: ReadonlySet<string>;
}

interface Written {
  readonly keys: WrittenKeys;
  /** The nearest key above. */
  readonly key: string;
  readonly sourceOf: (path: FaultPath) => string | null;
}

const LONG_NUMBER = /^-?(?=(?:\.?\d){16})\d+(?:\.\d+)?$/;

function withTexts(value: JsonValue, path: FaultPath, written: Written): JsonValue {
  const { keys, key: above, sourceOf } = written;
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item, i) => withTexts(item, [...path, i], written));
  if (isJsonObject(value)) {
    const result = emptyObject();
    for (const [key, item] of Object.entries(value))
      result[key] = keys.others.has(key) ? item : withTexts(item, [...path, key], { ...written, key });
    return result;
  }
  if (value === null || typeof value === 'string') return value;
  if (keys.texts.has(above)) return sourceOf(path) ?? value;
  const source = keys.numbers.has(above) && typeof value !== 'boolean' ? sourceOf(path) : null;
  return source !== null && LONG_NUMBER.test(source) ? source : value;
}

/** Sorted by position. */
function placeAll(bytes: Uint8Array, faults: readonly Fault[]): readonly PlacedMistake[] {
  const placeOf = yamlPlaces(bytes);
  const placed = faults.map(({ path, message }) => {
    const { line, column } = placeOf(path);
    return { column, line, message, path: formatFaultPath(path) };
  });
  return placed.sort((a, b) => a.line - b.line || a.column - b.column);
}
