/** Reads a short YAML file and reports mistakes with their lines and columns. */

import { yamlPlaces } from '#codecs/yaml/places';
import { parseYaml, YamlError } from '#codecs/yaml/read';
import type { JsonValue } from '#core/json/value';
import { osText } from '#disk/os-error';
import { readRegularFile } from '#disk/read/regular-file';
import type { PlacedMistake } from '#stream/fingerprint-refusals';
import { type Fault, formatFaultPath } from '../define/faults.ts';

const LONGEST = 1 << 20;

export type PlacedYaml =
  | { readonly kind: 'value'; readonly value: JsonValue; placed(faults: readonly Fault[]): readonly PlacedMistake[] }
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
    return { kind: 'value', value, placed: (faults) => placeAll(bytes, faults) };
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

/** Sorted by position. */
function placeAll(bytes: Uint8Array, faults: readonly Fault[]): readonly PlacedMistake[] {
  const placeOf = yamlPlaces(bytes);
  const placed = faults.map(({ path, message }) => {
    const { line, column } = placeOf(path);
    return { column, line, message, path: formatFaultPath(path) };
  });
  return placed.sort((a, b) => a.line - b.line || a.column - b.column);
}
