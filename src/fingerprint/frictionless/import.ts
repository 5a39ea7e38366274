/**
 * A Frictionless Table Schema as a definition. Everything that definitions cannot say is listed, in a comment and in `losses`.
 *
 *     importSchema(value, { id: 'loans.v1', format: null, resource: null, compile })     { text: 'fingerprint_id: loans.v1\n…', losses: [] }
 */
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import type { Format } from '#core/parsed';
import type { CompileRegex } from '#core/regex';
import { MAX_ENTRIES } from '../define/field-types.ts';
import { commentText, yamlFlow, yamlText } from '../infer/yaml-text.ts';
import { shown } from '../shown.ts';
import { type ImportedField, importField, type TableSigns } from './import-field.ts';
import { Losses } from './losses.ts';
import { BadSchema, findSchema, formatOfResource, importDialect } from './resource.ts';

export interface ImportOptions {
  readonly id: string;
  /** Null if the resource says it, or else it is csv. */
  readonly format: Format | null;
  /** The resource of a Data Package. */
  readonly resource: string | null;
  readonly compile: CompileRegex;
}

export interface Imported {
  readonly text: string;
  readonly losses: readonly string[];
}

/** By these names the export knows what a primary key was. */
export const PRIMARY_KEY = 'primary key';
export const PRIMARY_KEY_FILLED = 'primary key is filled';

const SCHEMA_KEYS = ['fields', 'missingValues', 'primaryKey', 'uniqueKeys', 'fieldsMatch'];
const SCHEMA_WORDS = [
  '$schema',
  'name',
  'title',
  'description',
  'profile',
  'version',
  'homepage',
  'keywords',
  'licenses',
  'sources',
  'contributors',
  'created',
  'image',
  'examples',
];

/** Throws `BadSchema`. */
export function importSchema(value: JsonValue, { id, format: stated, resource: name, compile }: ImportOptions): Imported {
  const { schema, resource } = findSchema(value, name);
  const format = stated ?? formatOfResource(resource);
  const losses = new Losses();
  const fields = fieldsOf(schema, losses);
  for (const key of Object.keys(schema)) if (![...SCHEMA_KEYS, ...SCHEMA_WORDS].includes(key)) losses.add(key);
  const signs = signsOf([...fields.values()]);
  const imported = [...fields].map(([column, field]) => importField(field, column, { signs: signs ?? NO_SIGNS, compile, losses }));
  reportMissingValues(schema['missingValues'], 'missingValues', losses);
  for (const [column, field] of fields) reportMissingValues(field['missingValues'], `${shown(column)}.missingValues`, losses);
  const keys = keyAssertions(schema, fields, losses);
  const isExact = isExactMatch(schema['fieldsMatch'], losses);
  const dialect = { ...importDialect(resource, format, losses), ...(signs === null ? {} : dialectSigns(signs)) };
  const present = { columns_present: { columns: [...fields.keys()], ...(isExact ? { exactly: true } : {}) } };
  return { text: textOf({ id, format, dialect, present, imported, keys, losses: losses.list }), losses: losses.list };
}

interface Written {
  readonly id: string;
  readonly format: Format;
  readonly dialect: JsonObject;
  readonly present: JsonObject;
  readonly imported: readonly ImportedField[];
  readonly keys: readonly JsonObject[];
  readonly losses: readonly string[];
}

function textOf({ id, format, dialect, present, imported, keys, losses }: Written): string {
  const lines = [
    '# Imported from a Frictionless Table Schema.',
    ...(losses.length === 0 ? [] : ['# Not taken over:']),
    ...losses.map((loss) => `#   ${oneLine(loss)}`),
    `fingerprint_id: ${yamlText(id)}`,
    `format: ${format}`,
    ...(Object.keys(dialect).length === 0 ? [] : [`dialect: ${yamlFlow(dialect)}`]),
    'assertions:',
    `  - ${assertionText(present)}`,
    ...imported.flatMap(({ name, words, assertions }) => [
      ...words.map((text) => `  # ${commentText(name)}: ${commentText(text)}`),
      ...assertions.map((assertion) => `  - ${assertionText(assertion)}`),
    ]),
    ...keys.map((assertion) => `  - ${assertionText(assertion)}`),
  ];
  return `${lines.join('\n')}\n`;
}

function assertionText(assertion: JsonObject): string {
  const entries = Object.entries(assertion);
  const [[key, value]] = entries as [[string, JsonValue]];
  return entries.length === 1 ? `${key}: ${yamlFlow(value)}` : yamlFlow(assertion);
}

/** A loss may quote a text of the schema. */
function oneLine(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function fieldsOf(schema: JsonObject, losses: Losses): ReadonlyMap<string, JsonObject> {
  const { fields } = schema;
  if (!Array.isArray(fields) || fields.length === 0) throw new BadSchema('expected "fields" to be a list with at least one field');
  const found = new Map<string, JsonObject>();
  const repeated = new Set<string>();
  (fields as readonly JsonValue[]).forEach((field, i) => {
    const name = isJsonObject(field) ? field['name'] : undefined;
    if (!isJsonObject(field) || typeof name !== 'string') throw new BadSchema(`expected a name in field ${i + 1}`);
    if (found.has(name)) repeated.add(name);
    found.set(name, field);
  });
  for (const name of found.keys()) {
    if (name.trim() === name && name !== '' && !repeated.has(name)) continue;
    losses.add(`field ${shown(name)}`, repeated.has(name) ? 'several fields have the name' : 'no column can be named so');
    found.delete(name);
  }
  if (found.size === 0) throw new BadSchema('expected a field whose name can be that of a column');
  if (found.size > MAX_ENTRIES) throw new BadSchema(`expected at most ${MAX_ENTRIES} fields, found ${found.size}`);
  return found;
}

const NO_SIGNS: TableSigns = { decimal: '.', thousands: '' };
const DECIMALS = ['.', ','];
const THOUSANDS = ['', ',', '.', "'", ' '];

/** The signs of the first field that states some; null if the table has no numbers. Frictionless numbers have no thousands sign unless stated. */
function signsOf(fields: readonly JsonObject[]): TableSigns | null {
  const numbers = fields.filter(({ type, bareNumber }) => (type === 'number' || type === 'integer') && bareNumber !== false);
  const pairs = [...numbers.filter(({ type }) => type === 'number'), ...numbers].map(({ type, decimalChar, groupChar = '' }) => ({
    // Integers have no decimal sign, so it is one that leaves them their thousands sign.
    decimal: type === 'integer' ? (groupChar === '.' ? ',' : '.') : (decimalChar ?? '.'),
    thousands: groupChar,
  }));
  const [first] = pairs.filter(
    (pair): pair is TableSigns =>
      DECIMALS.includes(pair.decimal as string) && THOUSANDS.includes(pair.thousands as string) && pair.decimal !== pair.thousands,
  );
  return numbers.length === 0 ? null : (first ?? NO_SIGNS);
}

function dialectSigns({ decimal, thousands }: TableSigns): JsonObject {
  return { decimal, thousands: thousands === '' ? 'none' : thousands === ' ' ? 'space' : thousands };
}

/** Only an empty cell is blank in a definition. */
function reportMissingValues(value: JsonValue | undefined, what: string, losses: Losses): void {
  if (value === undefined) return;
  const texts = Array.isArray(value)
    ? (value as readonly JsonValue[]).map((one) => (isJsonObject(one) ? (one['value'] ?? null) : one))
    : [];
  const others = texts.filter((text): text is string => typeof text === 'string' && text.trim() !== '');
  if (others.length > 0) losses.add(`${what} ${others.map(shown).join(', ')}`, 'such cells are not blank here, and must be of the type');
  if (!texts.includes('')) losses.add(`${what} without ""`, 'an empty cell is blank here');
}

function isExactMatch(value: JsonValue | undefined, losses: Losses): boolean {
  const match = Array.isArray(value) && value.length === 1 ? (value[0] as JsonValue) : (value ?? 'exact');
  if (match === 'exact') return true;
  if (match !== 'subset')
    losses.add(
      `fieldsMatch ${shown(typeof match === 'string' ? match : '')}`,
      'all fields must be there, in any order, and there may be more',
    );
  return false;
}

function keyAssertions(
  { primaryKey, uniqueKeys }: JsonObject,
  fields: ReadonlyMap<string, JsonObject>,
  losses: Losses,
): readonly JsonObject[] {
  const columnsIn = (value: JsonValue, what: string): readonly string[] | null => {
    const names = typeof value === 'string' ? [value] : Array.isArray(value) ? (value as readonly JsonValue[]) : [];
    if (
      names.length > 0 &&
      names.every((name): name is string => typeof name === 'string' && fields.has(name)) &&
      new Set(names).size === names.length
    )
      return names;
    losses.add(what, 'expected names of fields');
    return null;
  };
  const primary = primaryKey === undefined ? null : columnsIn(primaryKey, 'primaryKey');
  const others = uniqueKeys === undefined ? [] : Array.isArray(uniqueKeys) ? (uniqueKeys as readonly JsonValue[]) : [uniqueKeys];
  const unique = new Map<string, JsonObject>();
  for (const key of others) {
    const columns = columnsIn(key, 'uniqueKeys');
    const name = `unique key ${(columns ?? []).map(shown).join(', ')}`;
    if (columns !== null) unique.set(name, { name, column_unique: { columns } });
  }
  if (primary === null) return [...unique.values()];
  return [
    { name: PRIMARY_KEY_FILLED, column_cells: { column: primary, not_blank: true } },
    { name: PRIMARY_KEY, column_unique: { columns: primary } },
    ...unique.values(),
  ];
}
