/**
 * The value as block YAML, keys in the order given, such that `parseYaml` gives it back. What a reader of YAML 1.1 would take for something
 * else than a string, such as a date, is quoted.
 *
 *     formatYaml({ zone_id: 'ex', as_of_date: '2025-01-01' })     zone_id: ex
 *                                                                 as_of_date: "2025-01-01"
 */
import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { Float, type JsonValue } from '#core/json/value';

const require = createRequire(import.meta.url);

/** What YAML calls not printable, and the mark that it drops at the start of a text. */
const ESCAPED = /[\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]/g;

export function formatYaml(value: JsonValue): string {
  const yaml = require('yaml') as typeof Yaml;
  const options = { version: '1.2', schema: 'core', compat: 'yaml-1.1', aliasDuplicateObjects: false } as const;
  const written = new yaml.Document(plain(value, yaml), options).toString({ lineWidth: 0 });
  // Each stands in a string that is in double quotes for its sake.
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

/** `1.0` stays apart from `1`. */
function float(value: number, yaml: typeof Yaml): Yaml.Scalar {
  const node = new yaml.Scalar(value);
  if (Number.isInteger(value)) node.minFractionDigits = 1;
  return node;
}
