/** A Table Schema that is imported and exported again says the same, and nothing is dropped in silence. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileLinear } from '#codecs/regex';
import { encodeUtf8 } from '#core/bytes/utf8';
import { parseJson } from '#core/json/read';
import type { JsonObject, JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { exportSchema } from '#fingerprint/frictionless/export';
import { importSchema } from '#fingerprint/frictionless/import';
import { BadSchema } from '#fingerprint/frictionless/resource';
import { readDefinitionText } from '#fingerprint/ops/definition-file';
import { runs } from '../helpers/trials.ts';
import { csv, outcomeOf } from './samples.ts';

function imported(schema: JsonValue, resource: string | null = null) {
  const { text, losses } = importSchema(schema, { id: 'table.v1', format: null, resource, compile: compileLinear });
  const read = readDefinitionText(text, 'table.fp.yaml');
  if (read.kind === 'broken') throw new Error(`${read.mistakes[0]?.message}\n${text}`);
  return { text, losses, definition: read.definition };
}

function again(schema: JsonValue, withDialect = false) {
  const { definition, losses } = imported(schema);
  const exported = exportSchema(parseJson(encodeUtf8(definition.canonical)) as JsonObject, { withDialect });
  return { ...exported, lostBefore: losses };
}

const field = (parts: JsonObject): JsonObject => ({ fields: [{ name: 'x', ...parts }] });

describe('importSchema', () => {
  it.each<[string, JsonObject, readonly string[], readonly string[]]>([
    ['integer', { type: 'integer' }, ['1', '-7'], ['1.5', 'a', '1,000']],
    ['number', { type: 'number' }, ['1', '-7.25', '1e3'], ['a', '1,5', '1,000.5']],
    ['number', { type: 'number', decimalChar: ',', groupChar: '.' }, ['1,5', '1.000,5'], ['1.5']],
    ['integer', { type: 'integer', groupChar: ' ' }, ['1 000', '5'], ['1,000']],
    ['boolean', { type: 'boolean' }, ['true', 'FALSE', '1'], ['yes', 'ja', 'tRue']],
    ['date', { type: 'date' }, ['2025-12-31'], ['2025-02-30', '31.12.2025']],
    ['date', { type: 'date', format: '%d.%m.%Y' }, ['31.12.2025', '1.2.2025'], ['2025-12-31']],
    ['date', { type: 'date', format: '%d %b %Y' }, ['31 Dec 2025'], ['31 12 2025']],
    ['datetime', { type: 'datetime' }, ['2025-12-31T10:00:00Z'], ['2025-12-31']],
    ['datetime', { type: 'datetime', format: '%Y/%m/%d %H:%M' }, ['2025/12/31 10:00'], ['2025-12-31 10:00']],
    ['time', { type: 'time' }, ['23:59:59'], ['24:00:00', '9:00']],
    ['year', { type: 'year' }, ['2025'], ['25', 'x']],
    ['yearmonth', { type: 'yearmonth' }, ['2025-12'], ['2025-13', '2025']],
    ['uuid', { type: 'string', format: 'uuid' }, ['3f2504e0-4f89-11d3-9a0c-0305e82c3301'], ['3f2504e0']],
    ['required', { constraints: { required: true } }, ['a'], ['']],
    ['unique', { constraints: { unique: true } }, ['a'], []],
    ['minimum', { type: 'number', constraints: { minimum: 1, maximum: '2.5' } }, ['1', '2.5'], ['0.9', '2.6']],
    ['minimum', { type: 'date', constraints: { minimum: '2025-01-01' } }, ['2025-01-01'], ['2024-12-31']],
    ['minimum', { type: 'date', format: '%d.%m.%Y', constraints: { maximum: '31.12.2025' } }, ['31.12.2025'], ['01.01.2026']],
    ['minimum', { type: 'year', constraints: { minimum: 2000 } }, ['2000'], ['1999']],
    ['minLength', { constraints: { minLength: 2, maxLength: 3 } }, ['ab', 'äöü', '🎉🎉'], ['a', 'abcd']],
    ['maxLength', { constraints: { maxLength: 1 } }, ['a'], ['ab']],
    ['pattern', { constraints: { pattern: 'a|bc' } }, ['a', 'bc'], ['abc', 'xa']],
    ['pattern', { constraints: { pattern: '[A-Z]{2}', minLength: 2 } }, ['AB'], ['ABC']],
    ['enum', { constraints: { enum: ['a', 'b: c'] } }, ['a', 'b: c'], ['c']],
    ['enum', { type: 'integer', constraints: { enum: [1, 2] } }, ['1', '2'], ['3']],
    ['any', { type: 'any' }, ['x'], []],
  ])('importSchema of %s: %j', (_, parts, good, bad) => {
    const { definition, losses } = imported(field(parts));
    expect(losses).toEqual([]);
    const judge = (...cells: readonly string[]) => outcomeOf(definition, csv(['x'], ...cells.map((cell) => [cell]), ['', ''])).matched;
    for (const cell of good)
      expect({ cell, matched: judge(cell, ...(parts['constraints'] === undefined ? [''] : [])) }).toEqual({ cell, matched: true });
    for (const cell of bad)
      expect({ cell, matched: outcomeOf(definition, csv(['x'], [cell], ['', 'y'])).matched }).toEqual({ cell, matched: false });
  });

  it('importSchema checks keys, and the names and order of the columns', () => {
    const { definition } = imported({ fields: [{ name: 'a' }, { name: 'b' }], primaryKey: ['a', 'b'], uniqueKeys: [['b']] });
    const judge = (...rows: readonly (readonly string[])[]) => outcomeOf(definition, csv(...rows)).matched;
    expect(judge(['a', 'b'], ['1', '1'], ['1', '2'])).toBe(true);
    expect(judge(['a', 'b'], ['1', '1'], ['1', '1'])).toBe(false);
    expect(judge(['a', 'b'], ['1', '1'], ['2', '1'])).toBe(false);
    expect(judge(['a', 'b'], ['1', ''], ['1', '2'])).toBe(false);
    expect(judge(['b', 'a'], ['1', '2'])).toBe(false);
    expect(judge(['a', 'b', 'c'], ['1', '2', '3'])).toBe(false);
  });

  it.each<[JsonObject, readonly string[]]>([
    [field({ type: 'geopoint' }), ['"x".type "geopoint"']],
    [field({ type: 'string', format: 'email' }), ['"x".format "email"']],
    [field({ type: 'date', format: 'any' }), ['"x".format "any": the type date is not taken over']],
    [field({ type: 'date', format: '%d.%m.%y' }), ['"x".format "%d.%m.%y": the type date is not taken over']],
    [field({ type: 'number', bareNumber: false }), ['"x".bareNumber false: the type number is not taken over']],
    [
      field({ type: 'boolean', trueValues: ['ja'], falseValues: ['nein'] }),
      ['"x".trueValues, falseValues: they are allowed texts here, but not which of them are true'],
    ],
    [field({ constraints: { pattern: '(?=a)' } }), ['"x".constraints.pattern "(?=a)": RE2 does not have it']],
    [field({ constraints: { pattern: 'a){' } }), ['"x".constraints.pattern "a){": RE2 does not have it']],
    [field({ constraints: { minLength: 5000 } }), ['"x".constraints.minLength, maxLength']],
    [field({ constraints: { minimum: 1 } }), ['"x".constraints.minimum "1"']],
    [field({ type: 'number', constraints: { minimum: 5, maximum: 1 } }), ['"x".constraints.maximum: it is less than the minimum']],
    [field({ type: 'number', constraints: { exclusiveMinimum: 1 } }), ['"x".constraints.exclusiveMinimum']],
    [field({ categories: ['a'] }), ['"x".categories']],
    [{ ...field({}), foreignKeys: [{ fields: 'x' }] }, ['foreignKeys']],
    [{ ...field({}), missingValues: ['', 'NA'] }, ['missingValues "NA": such cells are not blank here, and must be of the type']],
    [{ ...field({}), missingValues: [] }, ['missingValues without "": an empty cell is blank here']],
    [{ ...field({}), primaryKey: 'y' }, ['primaryKey: expected names of fields']],
    [{ ...field({}), fieldsMatch: 'partial' }, ['fieldsMatch "partial": all fields must be there, in any order, and there may be more']],
    [
      { fields: [{ name: 'x' }, { name: 'y' }, { name: 'y' }, { name: ' z' }] },
      ['field "y": several fields have the name', 'field " z": no column can be named so'],
    ],
    [
      {
        fields: [
          { name: 'x', type: 'number', decimalChar: ',' },
          { name: 'y', type: 'number' },
        ],
      },
      ['"y".decimalChar, groupChar: a definition has the same signs for all numbers, so the type number is not taken over'],
    ],
    [{ schema: field({}), dialect: { escapeChar: '\\', delimiter: ';', doubleQuote: true } }, ['dialect.escapeChar']],
    [{ schema: field({}), encoding: 'koi8-r' }, ['resource.encoding']],
  ])('importSchema lists what it cannot take over: %j', (schema, losses) => {
    const found = imported(schema);
    expect(found.losses).toEqual(losses);
    for (const loss of losses) expect(found.text).toContain(`#   ${loss}\n`);
  });

  it.each<[JsonValue, string]>([
    [[], 'expected a Table Schema: an object with "fields"'],
    [{ fields: [] }, 'expected "fields" to be a list with at least one field'],
    [{ fields: [{ type: 'string' }] }, 'expected a name in field 1'],
    [{ fields: [{ name: '' }] }, 'expected a field whose name can be that of a column'],
    [{ schema: 'other.json' }, 'the schema is in another file, "other.json": give that file'],
    [{ resources: [] }, 'the Data Package has no resource'],
    [
      {
        resources: [
          { name: 'a', schema: field({}) },
          { name: 'b', schema: field({}) },
        ],
      },
      'the Data Package has several resources, of which --resource names one: "a", "b"',
    ],
    [{ schema: field({}), dialect: { header: false } }, 'the table has no header, and definitions name columns by their header'],
    [{ schema: field({}), format: 'pdf' }, 'expected a resource of csv, xlsx or parquet, found ".pdf"'],
  ])('importSchema refuses %j', (schema, message) => {
    expect(() => imported(schema)).toThrow(message);
  });
});

const JUNK: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(
    null,
    true,
    0,
    -1,
    7,
    '',
    'x',
    [],
    {},
    'number',
    'exact',
    ['', 'x'],
    '%',
    '%d',
    '(',
    'a\nb',
    '\u2028',
    '__proto__',
    '$x',
  ),
  fc.array(fc.constantFrom<JsonValue>('x', 1, null, {}), { maxLength: 3 }),
);
const KEYS =
  'name type format constraints missingValues decimalChar groupChar bareNumber trueValues falseValues title description __proto__'.split(
    ' ',
  );
const LIMITS = 'required unique minimum maximum minLength maxLength pattern enum other'.split(' ');
const junkObject = (keys: readonly string[]): fc.Arbitrary<JsonObject> => fc.dictionary(fc.constantFrom(...keys), JUNK, { maxKeys: 5 });
const JUNK_FIELD = fc
  .tuple(
    junkObject(KEYS),
    fc.oneof(JUNK, junkObject(LIMITS)),
    fc.constantFrom('string', 'integer', 'number', 'date', 'boolean', 'year', 'list'),
  )
  .map(([parts, constraints, type]): JsonObject => ({ name: 'x', type, ...parts, constraints }));
const JUNK_SCHEMA = fc
  .tuple(
    fc.array(JUNK_FIELD, { maxLength: 3 }),
    junkObject(['missingValues', 'primaryKey', 'uniqueKeys', 'fieldsMatch', 'foreignKeys', 'other']),
  )
  .map(([fields, more]): JsonObject => ({ ...more, fields }));
const JUNK_RESOURCE = fc
  .tuple(
    JUNK_SCHEMA,
    junkObject(['delimiter', 'quoteChar', 'header', 'headerRows', 'escapeChar', 'other']),
    junkObject(['encoding', 'format', 'path', 'other']),
  )
  .map(([schema, dialect, more]): JsonObject => ({ ...more, schema, dialect }));

describe('importSchema of anything', () => {
  it('importSchema writes a definition that can be used, or refuses', () => {
    let used = 0;
    fc.assert(
      fc.property(fc.oneof(JUNK_SCHEMA, JUNK_RESOURCE, JUNK), (value) => {
        try {
          again(value);
          used++;
        } catch (error) {
          expect(error).toBeInstanceOf(BadSchema);
        }
      }),
      runs(5000),
    );
    expect(used).toBeGreaterThan(20);
  });
});

const NAME = fc
  .oneof(fc.constantFrom('yes', '#', 'a: b', '*', '__proto__', 'é', '漢', 'a\nb', '\u2028'), fc.string({ minLength: 1, maxLength: 6 }))
  .filter((name) => name.trim() === name && name !== '');

const bounds = fc
  .tuple(fc.integer({ min: -1000, max: 0 }), fc.integer({ min: 0, max: 1000 }))
  .map(([minimum, maximum]) => ({ minimum, maximum }));
const dates = fc.constantFrom({}, { minimum: '2020-01-01' }, { minimum: '2020-01-01', maximum: '2025-12-31' });
const common = fc.record({ required: fc.constant(true), unique: fc.constant(true) }, { requiredKeys: [] });
const KINDS: readonly fc.Arbitrary<{ readonly field: JsonObject; readonly constraints: JsonObject }>[] = [
  fc
    .constantFrom('integer', 'number', 'year')
    .chain((type) => fc.oneof(bounds, fc.constant({})).map((constraints) => ({ field: { type }, constraints }))),
  fc
    .uniqueArray(fc.integer({ min: 0, max: 99 }), { minLength: 1, maxLength: 5 })
    .map((list) => ({ field: { type: 'integer' }, constraints: { enum: list } })),
  fc.constantFrom('boolean', 'time', 'yearmonth').map((type) => ({ field: { type }, constraints: {} })),
  fc
    .constantFrom({}, { format: '%d.%m.%Y' }, { format: '%Y/%m/%d' }, { format: '%d %b %Y' })
    .chain((format) => dates.map((constraints) => ({ field: { type: 'date', ...format }, constraints }))),
  fc.constantFrom({}, { format: '%Y-%m-%dT%H:%M:%S' }).map((format) => ({ field: { type: 'datetime', ...format }, constraints: {} })),
  fc.constant({ field: { type: 'string', format: 'uuid' }, constraints: {} }),
  fc
    .record(
      {
        minLength: fc.integer({ min: 1, max: 5 }),
        maxLength: fc.integer({ min: 5, max: 1000 }),
        pattern: fc.constantFrom('a', 'a|b', '[0-9]+', '(x)|(y)', '\\(', 'a\\)', '[)]', '^a$', '.*', ''),
        enum: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 }),
      },
      { requiredKeys: [] },
    )
    .map((constraints) => ({ field: { type: 'string' }, constraints: constraints as JsonObject })),
];

const FIELD = fc
  .tuple(
    NAME,
    fc.nat(KINDS.length - 1).chain((kind) => KINDS[kind] as (typeof KINDS)[number]),
    common,
  )
  .map(([name, kind, more]): JsonObject => {
    const constraints = { ...kind.constraints, ...more };
    return { name, ...kind.field, ...(Object.keys(constraints).length === 0 ? {} : { constraints }) };
  });

const SCHEMA = fc
  .tuple(
    fc.uniqueArray(FIELD, { minLength: 1, maxLength: 5, selector: ({ name }) => name }),
    fc.constantFrom({}, { decimalChar: ',' }, { groupChar: ' ' }, { decimalChar: ',', groupChar: '.' }),
    fc.boolean(),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([fields, signs, hasKey, hasUnique, isSubset]): JsonObject => {
    const names = fields.map(({ name }) => name as string);
    const signed = fields.map((one) => {
      const { decimalChar: _, ...group } = signs as { readonly decimalChar?: string };
      return one['type'] === 'number' ? { ...one, ...signs } : one['type'] === 'integer' ? { ...one, ...group } : one;
    });
    return {
      fields: signed,
      ...(hasKey ? { primaryKey: names.slice(0, 2) } : {}),
      ...(hasUnique && names.length > 2 ? { uniqueKeys: [names.slice(1, 3)] } : {}),
      ...(isSubset ? { fieldsMatch: 'subset' } : {}),
    };
  });

describe('exportSchema', () => {
  it('exportSchema of an imported schema is that schema', () => {
    fc.assert(
      fc.property(SCHEMA, (schema) => {
        const { descriptor, losses, lostBefore } = again(schema);
        expect({ losses, lostBefore }).toEqual({ losses: [], lostBefore: [] });
        expect(formatSpine(descriptor)).toBe(formatSpine(schema));
      }),
      runs(1000),
    );
  });

  it('exportSchema keeps the dialect of a resource', () => {
    const resource = {
      profile: 'tabular-data-resource',
      name: 'table.v1',
      format: 'csv',
      encoding: 'windows-1252',
      dialect: { delimiter: '\t', quoteChar: "'", headerRows: [3] },
      schema: field({ type: 'string' }),
    };
    const { descriptor, losses } = again(resource, true);
    expect(losses).toEqual([]);
    expect(descriptor).toEqual(resource);
    expect(again(resource).losses).toEqual(
      ['delimiter', 'quote', 'encoding', 'header_row'].map((key) => `dialect.${key}: --with-dialect keeps it`),
    );
  });

  it('exportSchema lists what a schema cannot say', () => {
    const definition = {
      fingerprint_id: 'a.v1',
      format: 'csv',
      valid_from: '2025-01-01',
      extract: [{ name: 'all', type: 'columns', columns: ['a'] }],
      content_hash: { algorithm: 'blake3', over: ['all'] },
      assertions: [
        { columns_present: { columns: ['a', 'b'] } },
        { column_cells: { column: 'a', type: 'percentage', pattern: 'x' } },
        { column_cells: { column: 'b', type: 'boolean' } },
        { severity: 'warn', column_cells: { column: 'b', min: 1 } },
        { name: 'none twice', not: true, column_unique: { columns: ['a'] } },
        { row_count: { min: 1 } },
        { column_cells: { column: 'b', blank: true } },
        { column_unique: { sheet: 'x', columns: ['a'] } },
      ],
    };
    const { descriptor, losses } = exportSchema(definition, { withDialect: false });
    expect(losses).toEqual([
      'valid_from',
      'extract',
      'content_hash',
      'assertion 2, column_cells: type percentage',
      'assertion 2, column_cells: pattern x',
      'assertion 3, column_cells: type boolean: a schema lists the texts, and yes and no in any letter case are among them here',
      'assertion 4, column_cells: it only warns',
      'assertion "none twice": it is negated',
      'assertion 6, row_count',
      'assertion 7, column_cells: blank',
      'assertion 8, column_unique: it is for a named sheet',
    ]);
    expect(descriptor).toEqual({
      fields: [
        { name: 'a', type: 'string' },
        { name: 'b', type: 'string' },
      ],
      fieldsMatch: 'subset',
    });
  });
});
