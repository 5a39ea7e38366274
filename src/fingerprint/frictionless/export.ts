/**
 * A definition as a Frictionless Table Schema, or with `withDialect` as a resource that has the dialect too. What a schema cannot say is listed.
 *
 *     exportSchema(definition, { withDialect: false })     { descriptor: { fields: [{ name: 'Balance', type: 'number', … }] }, losses: [] }
 */
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { shown } from '../shown.ts';
import { ExportedField, type FieldDefaults } from './export-field.ts';
import { PRIMARY_KEY, PRIMARY_KEY_FILLED } from './import.ts';
import { Losses } from './losses.ts';

export interface Exported {
  readonly descriptor: JsonObject;
  readonly losses: readonly string[];
}

/** `definition` is valid. */
export function exportSchema(definition: JsonObject, { withDialect }: { readonly withDialect: boolean }): Exported {
  const losses = new Losses();
  const dialect = objectOf(definition['dialect']);
  const table = new ExportedTable(defaultsOf(dialect), losses);
  for (const key of ['valid_from', 'valid_until', 'parent', 'extract', 'content_hash']) if (definition[key] !== undefined) losses.add(key);
  for (const [i, assertion] of listOf(definition['assertions']).entries()) table.add(objectOf(assertion), i);
  const schema = table.schema();
  const csv = csvDialect(dialect);
  if (!withDialect) for (const key of Object.keys(csv.stated)) losses.add(`dialect.${key}`, '--with-dialect keeps it');
  const id = typeof definition['fingerprint_id'] === 'string' ? definition['fingerprint_id'] : '';
  const descriptor = withDialect
    ? {
        profile: 'tabular-data-resource',
        name: id.toLowerCase().replace(/[^a-z0-9._-]/g, '-'),
        format: definition['format'] ?? 'csv',
        ...csv.encoding,
        ...(Object.keys(csv.dialect).length === 0 ? {} : { dialect: csv.dialect }),
        schema,
      }
    : schema;
  return { descriptor, losses: losses.list };
}

/** What a definition says by its dialect, a schema says in each field. */
function defaultsOf({ decimal, thousands, dates }: JsonObject): FieldDefaults {
  const sign = decimal ?? (thousands === '.' ? ',' : '.');
  const group = thousands ?? (sign === '.' ? ',' : '.');
  return {
    decimalChar: sign as string,
    groupChar: group === 'none' ? '' : group === 'space' ? ' ' : (group as string),
    dates: typeof dates === 'string' ? dates : null,
  };
}

function csvDialect({ delimiter, quote, encoding, header_row }: JsonObject) {
  const stated = { delimiter, quote, encoding, header_row };
  const entries = Object.entries(stated).filter(([, value]) => value !== undefined) as [string, JsonValue][];
  return {
    stated: Object.fromEntries(entries),
    encoding: encoding === undefined ? {} : { encoding: encoding === 'latin-1' ? 'iso-8859-1' : encoding },
    dialect: {
      ...(delimiter === undefined ? {} : { delimiter: delimiter === 'tab' ? '\t' : delimiter }),
      ...(quote === undefined ? {} : { quoteChar: quote === 'none' ? null : quote }),
      ...(header_row === undefined ? {} : { headerRows: [header_row] }),
    } as JsonObject,
  };
}

class ExportedTable {
  readonly #defaults: FieldDefaults;
  readonly #losses: Losses;
  readonly #fields = new Map<string, ExportedField>();
  readonly #uniqueKeys: (readonly string[])[] = [];
  #primaryKey: readonly string[] | null = null;
  #isExact = false;

  constructor(defaults: FieldDefaults, losses: Losses) {
    this.#defaults = defaults;
    this.#losses = losses;
  }

  add(assertion: JsonObject, index: number): void {
    const { name, severity, not, ...rest } = assertion;
    const [[kind, value]] = Object.entries(rest) as [[string, JsonValue]];
    const what = typeof name === 'string' ? `assertion ${shown(name)}` : `assertion ${index + 1}, ${kind}`;
    const fields = objectOf(value);
    if (severity === 'warn') return this.#losses.add(what, 'it only warns');
    if (not === true) return this.#losses.add(what, 'it is negated');
    if (fields['sheet'] !== undefined) return this.#losses.add(what, 'it is for a named sheet');
    switch (kind) {
      case 'columns_present':
        for (const column of namesIn(fields['columns'])) this.#field(column);
        if (fields['exactly'] === true) this.#isExact = true;
        return undefined;
      case 'column_cells':
        if (name === PRIMARY_KEY_FILLED) return undefined;
        for (const column of namesIn(fields['column'])) this.#field(column).add(fields, (part) => this.#losses.add(`${what}: ${part}`));
        return undefined;
      case 'column_unique':
        return this.#addKey(namesIn(fields['columns']), name === PRIMARY_KEY);
      default:
        return this.#losses.add(what);
    }
  }

  schema(): JsonObject {
    if (this.#fields.size === 0) this.#losses.add('no column is named');
    return {
      fields: [...this.#fields.values()].map((field) => field.descriptor()),
      ...(this.#primaryKey === null ? {} : { primaryKey: this.#primaryKey }),
      ...(this.#uniqueKeys.length === 0 ? {} : { uniqueKeys: this.#uniqueKeys }),
      // Version 1 has no such property, and readers of it expect exactly the fields.
      ...(this.#isExact ? {} : { fieldsMatch: 'subset' }),
    };
  }

  #field(name: string): ExportedField {
    const known = this.#fields.get(name) ?? new ExportedField(name, this.#defaults);
    this.#fields.set(name, known);
    return known;
  }

  #addKey(columns: readonly string[], isPrimary: boolean): void {
    const fields = columns.map((column) => this.#field(column));
    if (isPrimary) this.#primaryKey = columns;
    else if (fields.length === 1) fields[0]?.constrain('unique', true);
    else this.#uniqueKeys.push(columns);
  }
}

function namesIn(value: JsonValue | undefined): readonly string[] {
  return typeof value === 'string' ? [value] : (listOf(value) as readonly string[]);
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}
