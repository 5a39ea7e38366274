/** Finds the Table Schema in what was given: a schema, a resource of a Data Package with its schema, or a Data Package. */
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import type { Format } from '#core/parsed';
import { formatsFor, GRID_FORMATS } from '../formats.ts';
import { shown } from '../shown.ts';
import type { Losses } from './losses.ts';

export interface GivenSchema {
  readonly schema: JsonObject;
  /** Null for a schema alone. */
  readonly resource: JsonObject | null;
}

/** A mistake in the schema: nothing can be made of it. */
export class BadSchema extends Error {
  override readonly name = 'BadSchema';
}

/** `name` is the name of a resource, null if none was asked for. */
export function findSchema(value: JsonValue, name: string | null): GivenSchema {
  if (!isJsonObject(value)) throw new BadSchema('expected a Table Schema: an object with "fields"');
  const { resources } = value;
  if (resources === undefined && name !== null) throw new BadSchema('--resource is for a Data Package, and this has no "resources"');
  if (resources !== undefined) return inResource(resourceOf(resources, name));
  return value['fields'] === undefined && value['schema'] !== undefined ? inResource(value) : { schema: value, resource: null };
}

function resourceOf(resources: JsonValue, name: string | null): JsonObject {
  if (!Array.isArray(resources)) throw new BadSchema('expected "resources" to be a list');
  const all = (resources as readonly JsonValue[]).filter(isJsonObject);
  const names = all.map((one) => (typeof one['name'] === 'string' ? one['name'] : '')).map(shown);
  const fitting = name === null ? all : all.filter((one) => one['name'] === name);
  const [only, ...others] = fitting;
  if (only === undefined)
    throw new BadSchema(name === null ? 'the Data Package has no resource' : `no resource ${shown(name)}, but ${names.join(', ')}`);
  if (others.length > 0) throw new BadSchema(`the Data Package has several resources, of which --resource names one: ${names.join(', ')}`);
  return only;
}

function inResource(resource: JsonObject): GivenSchema {
  const { schema } = resource;
  if (typeof schema === 'string') throw new BadSchema(`the schema is in another file, ${shown(schema)}: give that file`);
  if (!isJsonObject(schema)) throw new BadSchema('the resource has no "schema"');
  return { schema, resource };
}

/** By its `format`, else by the end of its path; csv for a schema alone. */
export function formatOfResource(resource: JsonObject | null): Format {
  const { format, path } = resource ?? {};
  const [first] = Array.isArray(path) ? (path as readonly JsonValue[]) : [path];
  const names = [...(typeof format === 'string' ? [`.${format}`] : []), ...(typeof first === 'string' ? [first] : [])];
  const [found] = names.flatMap((name) => formatsFor(null, name, GRID_FORMATS));
  if (found === undefined && names.length > 0)
    throw new BadSchema(`expected a resource of csv, xlsx or parquet, found ${names.map(shown).join(', ')}`);
  return found ?? 'csv';
}

const ENCODINGS: ReadonlyMap<string, string> = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['utf-16le', 'utf-16le'],
  ['utf-16be', 'utf-16be'],
  ['windows-1252', 'windows-1252'],
  ['cp1252', 'windows-1252'],
  ['iso-8859-1', 'latin-1'],
  ['latin-1', 'latin-1'],
  ['latin1', 'latin-1'],
]);

/** Words about the data, which are no rules. */
const WORDS = [
  'name',
  'path',
  'profile',
  '$schema',
  'title',
  'description',
  'format',
  'mediatype',
  'bytes',
  'hash',
  'sources',
  'licenses',
  'homepage',
  'type',
  'scheme',
];

/** The dialect of a resource, as a definition states it. */
export function importDialect(resource: JsonObject | null, format: Format, losses: Losses): JsonObject {
  if (resource === null) return {};
  for (const key of Object.keys(resource)) if (!['schema', 'dialect', 'encoding', ...WORDS].includes(key)) losses.add(`resource.${key}`);
  const { dialect, encoding } = resource;
  const isCsv = format === 'csv';
  const known = typeof encoding === 'string' ? ENCODINGS.get(encoding.toLowerCase()) : undefined;
  if (encoding !== undefined && (known === undefined || !isCsv)) losses.add('resource.encoding');
  const stated = typeof dialect === 'string' ? {} : (dialect ?? {});
  if (typeof dialect === 'string') losses.add('resource.dialect', 'it is in another file');
  const read = isJsonObject(stated) ? readCsvDialect(stated, losses) : {};
  if (!isCsv) for (const key of ['delimiter', 'quote'] as const) if (read[key] !== undefined) losses.add(`dialect.${key}`, 'it is for csv');
  const { delimiter, quote, ...others } = read;
  return {
    ...(isCsv && delimiter !== undefined ? { delimiter } : {}),
    ...(isCsv && quote !== undefined ? { quote } : {}),
    ...(isCsv && known !== undefined ? { encoding: known } : {}),
    ...others,
  };
}

/** Properties with the only value that a definition has for them. Line ends of every kind are read. */
const FIXED: Readonly<Record<string, readonly JsonValue[]>> = {
  doubleQuote: [true],
  skipInitialSpace: [false],
  header: [true],
  caseSensitiveHeader: [true],
};
const IGNORED = ['lineTerminator', 'csvddfVersion', '$schema', 'name', 'title', 'description', 'type'];

function readCsvDialect(dialect: JsonObject, losses: Losses): { delimiter?: string; quote?: string; header_row?: number } {
  const read: { delimiter?: string; quote?: string; header_row?: number } = {};
  for (const [key, value] of Object.entries(dialect)) {
    if (IGNORED.includes(key)) continue;
    if (key === 'header' && value === false) throw new BadSchema('the table has no header, and definitions name columns by their header');
    if (key === 'delimiter' && typeof value === 'string' && (value === '\t' || /^[ -~]$/.test(value)) && !/["'A-Za-z0-9]/.test(value)) {
      read.delimiter = value === '\t' ? 'tab' : value;
    } else if (key === 'quoteChar' && (value === '"' || value === "'")) read.quote = value;
    else if (key === 'quoteChar' && value === null) read.quote = 'none';
    else if (key === 'headerRows' && Array.isArray(value) && value.length === 1 && isRow(value[0] as JsonValue))
      read.header_row = value[0] as number;
    else if (FIXED[key]?.includes(value) !== true) losses.add(`dialect.${key}`);
  }
  return read;
}

function isRow(value: JsonValue): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1;
}
