import { expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core/json/value';
import type { Format } from '#core/parsed';
import { Losses } from './losses.ts';
import { BadSchema, findSchema, formatOfResource, importDialect } from './resource.ts';

const schema = { fields: [{ name: 'a' }] };
const resource = { name: 'loans', schema };

it.each<[JsonValue, string | null, JsonObject | null]>([
  [schema, null, null],
  [resource, null, resource],
  [{ resources: [resource] }, null, resource],
  [{ resources: [{ name: 'other' }, resource, 'no object'] }, 'loans', resource],
])('findSchema(%j, %j) finds the schema and its resource', (value, name, expected) => {
  expect(findSchema(value, name)).toEqual({ schema, resource: expected });
});

it.each<[JsonValue, string | null, string]>([
  [[], null, 'expected a Table Schema: an object with "fields"'],
  [schema, 'loans', '--resource is for a Data Package, and this has no "resources"'],
  [{ resources: {} }, null, 'expected "resources" to be a list'],
  [{ resources: [] }, null, 'the Data Package has no resource'],
  [{ resources: [resource, { schema }] }, 'rents', 'no resource "rents", but "loans", ""'],
  [{ resources: [resource, resource] }, null, 'the Data Package has several resources, of which --resource names one: "loans", "loans"'],
  [{ schema: 'schema.json' }, null, 'the schema is in another file, "schema.json": give that file'],
  [{ resources: [{ name: 'loans' }] }, null, 'the resource has no "schema"'],
])('findSchema(%j, %j) refuses: %s', (value, name, message) => {
  expect(() => findSchema(value, name)).toThrow(new BadSchema(message));
});

it.each<[JsonObject | null, Format]>([
  [null, 'csv'],
  [{}, 'csv'],
  [{ format: 'xlsx', path: 'a.csv' }, 'xlsx'],
  [{ format: 'table', path: 'a.parquet' }, 'parquet'],
  [{ path: ['a.xlsx', 'b.csv'] }, 'xlsx'],
])('formatOfResource(%j) is %s', (given, format) => {
  expect(formatOfResource(given)).toBe(format);
});

it('formatOfResource() refuses a resource of another format', () => {
  expect(() => formatOfResource({ format: 'json', path: 'a.geojson' })).toThrow(
    new BadSchema('expected a resource of csv, xlsx or parquet, found ".json", "a.geojson"'),
  );
});

it.each<[JsonObject | null, Format, JsonObject, readonly string[]]>([
  [null, 'csv', {}, []],
  [{ title: 'words', dialect: { lineTerminator: '\r\n', doubleQuote: true, header: true } }, 'csv', {}, []],
  [{ dialect: { delimiter: '\t', quoteChar: null, headerRows: [3] } }, 'csv', { delimiter: 'tab', quote: 'none', header_row: 3 }, []],
  [
    { dialect: { delimiter: ';', quoteChar: "'" }, encoding: 'CP1252' },
    'csv',
    { delimiter: ';', quote: "'", encoding: 'windows-1252' },
    [],
  ],
  [{ encoding: 'latin1' }, 'csv', { encoding: 'latin-1' }, []],
  [{ encoding: 'koi8-r', data: [] }, 'csv', {}, ['resource.data', 'resource.encoding']],
  [{ encoding: 'utf-8' }, 'xlsx', {}, ['resource.encoding']],
  [{ dialect: 'dialect.json' }, 'csv', {}, ['resource.dialect: it is in another file']],
  [{ dialect: { delimiter: ';', headerRows: [2] } }, 'xlsx', { header_row: 2 }, ['dialect.delimiter: it is for csv']],
  ...(['a', '"', ';;', 1] as const).map((delimiter): [JsonObject, Format, JsonObject, readonly string[]] => [
    { dialect: { delimiter } },
    'csv',
    {},
    ['dialect.delimiter'],
  ]),
  ...([[0], [1, 2], [1.5], 1] as const).map((headerRows): [JsonObject, Format, JsonObject, readonly string[]] => [
    { dialect: { headerRows } },
    'csv',
    {},
    ['dialect.headerRows'],
  ]),
  [
    { dialect: { quoteChar: '|', doubleQuote: false, skipInitialSpace: true, commentChar: '#' } },
    'csv',
    {},
    ['dialect.quoteChar', 'dialect.doubleQuote', 'dialect.skipInitialSpace', 'dialect.commentChar'],
  ],
])('importDialect(%j) of %s is %j, without %j', (given, format, dialect, lost) => {
  const losses = new Losses();
  expect(importDialect(given, format, losses)).toEqual(dialect);
  expect(losses.list).toEqual(lost);
});

it('importDialect() refuses a table without a header', () => {
  expect(() => importDialect({ dialect: { header: false } }, 'csv', new Losses())).toThrow(
    new BadSchema('the table has no header, and definitions name columns by their header'),
  );
});
