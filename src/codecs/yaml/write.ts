/**
 * Writes a value as block YAML with the keys in the given order, so that `parseYaml` returns the same value. A string that a YAML 1.1
 * reader would understand as another type, such as a date, is quoted.
 *
 *     formatYaml({ zone_id: 'ex', as_of_date: '2025-01-01' })     zone_id: ex
 *                                                                 as_of_date: "2025-01-01"
 */
import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { Float, type JsonValue } from '#core/json/value';

const require = createRequire(import.meta.url);

/** The characters that YAML calls not printable, and the byte order mark, which a reader drops at the start of a text. */
const ESCAPED = /[\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]/g;

export function formatYaml(value: JsonValue): string {
  const yaml = require('yaml') as typeof Yaml;
  const options = { version: '1.2', schema: 'core', compat: 'yaml-1.1', aliasDuplicateObjects: false } as const;
  const written = new yaml.Document(plain(value, yaml), options).toString({ lineWidth: 0 });
  // A string with one of these characters is always written in double quotes.
  return written.replace(ESCAPED, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function plain(value: JsonValue, yaml: typeof Yaml): unknown {
  if (typeof value === 'string') return text(value, yaml);
  if (value instanceof Float) return float(value.value, yaml);
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item) => plain(item, yaml));
  if (typeof value !== 'object' || value === null) return value;
  return new Map(Object.entries(value).map(([key, item]) => [text(key, yaml), plain(item, yaml)]));
}

function text(value: string, yaml: typeof Yaml): string | Yaml.Scalar {
  if (value.search(ESCAPED) < 0) return value;
  const node = new yaml.Scalar(value);
  node.type = 'QUOTE_DOUBLE';
  return node;
}

/** Keeps `1.0` different from `1`. */
function float(value: number, yaml: typeof Yaml): Yaml.Scalar {
  const node = new yaml.Scalar(value);
  if (Number.isInteger(value)) node.minFractionDigits = 1;
  return node;
}
