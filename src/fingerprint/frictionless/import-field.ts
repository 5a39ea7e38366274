/**
 * One field of a Table Schema as assertions on its column.
 *
 *     { "name": "Balance", "type": "number", "constraints": { "required": true, "minimum": 0 } }
 *       column_cells: { column: Balance, type: number, min: 0, not_blank: true }
 */
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import type { CompileRegex } from '#core/regex';
import { parseDateFormat } from '../assert/dates.ts';
import { shown } from '../shown.ts';
import { constraintConditions, type FieldBase, formatText, type Lost } from './import-constraints.ts';
import type { Losses } from './losses.ts';
import { FALSE_VALUES, fromStrptime, PATTERN_TYPES, SAME_TYPES, TRUE_VALUES, UUID_PATTERN, YEAR_PATTERN } from './table-types.ts';

/** The signs of all numbers of the table: a definition has one pair. */
export interface TableSigns {
  readonly decimal: string;
  readonly thousands: string;
}

export interface ImportContext {
  readonly signs: TableSigns;
  readonly compile: CompileRegex;
  readonly losses: Losses;
}

export interface ImportedField {
  readonly name: string;
  /** Words about the field. */
  readonly words: readonly string[];
  readonly assertions: readonly JsonObject[];
}

const KNOWN = [
  'name',
  'type',
  'format',
  'constraints',
  'missingValues',
  'decimalChar',
  'groupChar',
  'bareNumber',
  'trueValues',
  'falseValues',
];
const WORDS = ['title', 'description'];
const SILENT = ['example', 'examples', 'rdfType', '$schema'];

export function importField(field: JsonObject, name: string, context: ImportContext): ImportedField {
  const { losses } = context;
  const lost = (what: string, why: string | null = null): void => losses.add(`${shown(name)}.${what}`, why);
  for (const key of Object.keys(field)) if (![...KNOWN, ...WORDS, ...SILENT].includes(key)) lost(key);
  const { constraints = {} } = field;
  if (!isJsonObject(constraints)) lost('constraints', 'not an object');
  const asked = isJsonObject(constraints) ? constraints : {};
  const base = typeConditions(field, context.signs, lost);
  const { conditions, patterns } = constraintConditions(asked, base, { ...context, lost });
  const [first, ...others] = [...(base.pattern === null ? [] : [base.pattern]), ...patterns];
  const cells = {
    ...base.conditions,
    ...conditions,
    ...(first === undefined ? {} : { pattern: first }),
    ...(asked['required'] === true ? { not_blank: true } : {}),
  };
  return {
    name,
    words: WORDS.flatMap((key) => (typeof field[key] === 'string' ? [field[key]] : [])),
    assertions: [
      ...(Object.keys(cells).length === 0 ? [] : [{ column_cells: { column: name, ...cells } }]),
      ...others.map((pattern) => ({ column_cells: { column: name, pattern } })),
      ...(asked['unique'] === true ? [{ column_unique: { columns: [name] } }] : []),
    ],
  };
}

function typeConditions(field: JsonObject, signs: TableSigns, lost: Lost): FieldBase {
  const { type = 'string', format = 'default' } = field;
  if (typeof type !== 'string') {
    lost('type');
    return { type: null, conditions: {}, pattern: null };
  }
  const of = (conditions: JsonObject, pattern: string | null = null): FieldBase => ({ type, conditions, pattern });
  const none = { type: null, conditions: {}, pattern: null };
  if (type === 'any') return of({});
  if (type === 'string') {
    if (format === 'uuid') return of({}, UUID_PATTERN);
    if (format !== 'default') lost(`format ${formatText(format)}`);
    return of({});
  }
  if (type === 'date' || type === 'datetime') return dated(type, format, lost) ?? none;
  if (format !== 'default') {
    lost(`format ${formatText(format)}`, `the type ${type} is not taken over`);
    return none;
  }
  const pattern = PATTERN_TYPES[type];
  if (pattern !== undefined) return of({}, pattern);
  if (type === 'year') return of({ type: 'integer' }, YEAR_PATTERN);
  if (type === 'boolean') return of(booleanConditions(field, lost));
  if (!SAME_TYPES.includes(type)) {
    lost(`type ${shown(type)}`);
    return none;
  }
  if (field['bareNumber'] === false) {
    lost('bareNumber false', `the type ${type} is not taken over`);
    return none;
  }
  if (!hasSigns(field, signs)) {
    lost('decimalChar, groupChar', `a definition has the same signs for all numbers, so the type ${type} is not taken over`);
    return none;
  }
  return of({ type });
}

/** Integers have no decimal sign. */
function hasSigns({ type, decimalChar = '.', groupChar = '' }: JsonObject, { decimal, thousands }: TableSigns): boolean {
  return groupChar === thousands && (type === 'integer' || decimalChar === decimal);
}

function dated(type: string, format: JsonValue, lost: Lost): FieldBase | null {
  if (format === 'default') return { type, conditions: { type }, pattern: null };
  const own = typeof format === 'string' ? fromStrptime(format) : null;
  if (own !== null && parseDateFormat(own) !== null) return { type, conditions: { type, format: own }, pattern: null };
  lost(`format ${formatText(format)}`, `the type ${type} is not taken over`);
  return null;
}

function booleanConditions({ trueValues, falseValues }: JsonObject, lost: Lost): JsonObject {
  if (trueValues === undefined && falseValues === undefined) return { type: 'boolean', one_of: [...TRUE_VALUES, ...FALSE_VALUES] };
  const textsIn = (list: JsonValue): readonly string[] =>
    Array.isArray(list) ? (list as readonly JsonValue[]).filter((text): text is string => typeof text === 'string' && text !== '') : [];
  const texts = [...new Set([...textsIn(trueValues ?? TRUE_VALUES), ...textsIn(falseValues ?? FALSE_VALUES)])];
  lost('trueValues, falseValues', 'they are allowed texts here, but not which of them are true');
  return texts.length === 0 ? {} : { one_of: texts };
}
