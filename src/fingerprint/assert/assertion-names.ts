/**
 * Generates the names of assertions without a `name`: the kind and what it searches for, with a number if that name is taken.
 *
 *     heading_regex: { pattern: '(?i)rent roll' }     heading_regex__i_rent_roll, the next such one heading_regex__i_rent_roll__1
 */
import { isJsonObject, type JsonValue } from '#core/json/value';

const MAX_LENGTH = 40;

/** `taken` has the names given in the definition; the new name is added to it. */
export function nameAssertion(kind: string, value: JsonValue, taken: Set<string>): string {
  const slug = firstText(value)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, MAX_LENGTH)
    .replace(/^_|_$/g, '');
  const base = slug === '' ? kind : `${kind}__${slug}`;
  let name = base;
  for (let i = 1; taken.has(name); i++) name = `${base}__${i}`;
  taken.add(name);
  return name;
}

/** The fields that identify an assertion best: a pattern or heading comes before a sheet, which many assertions share. */
const TELLING: readonly string[] = [
  'pattern',
  'heading',
  'cell',
  'range',
  'key',
  'anchor',
  'column',
  'columns',
  'left',
  'schema_file',
  'sheet',
];

function firstText(value: JsonValue): string {
  if (typeof value === 'string') return value;
  if (!isJsonObject(value)) return '';
  for (const field of TELLING) {
    const text = value[field];
    if (typeof text === 'string') return text;
    if (Array.isArray(text) && text.every((item) => typeof item === 'string')) return text.join(' ');
  }
  return '';
}
