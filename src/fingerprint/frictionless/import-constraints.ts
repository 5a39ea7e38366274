/** The constraints of a field of a Table Schema as conditions on the cells of its column. */
import { Float, type JsonObject, type JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import type { CompileRegex } from '#core/regex';
import { ISO_DATES, ISO_DATETIMES, parseDateFormat } from '../assert/dates.ts';
import { MAX_ENTRIES } from '../define/field-types.ts';
import { shown } from '../shown.ts';
import { lengthPattern, wholePattern } from './table-types.ts';

export type Lost = (what: string, why?: string | null) => void;

/** What the type of a field says. */
export interface FieldBase {
  /** The type in the schema; null if it was not taken over. */
  readonly type: string | null;
  readonly conditions: JsonObject;
  readonly pattern: string | null;
}

interface ConstraintContext {
  readonly compile: CompileRegex;
  readonly lost: Lost;
}

export interface Constraints {
  readonly conditions: JsonObject;
  /** Each is for the whole text. */
  readonly patterns: readonly string[];
}

export function constraintConditions(
  asked: JsonObject,
  { type, conditions: base }: FieldBase,
  { lost, compile }: ConstraintContext,
): Constraints {
  const patterns: string[] = [];
  const conditions: { [key: string]: JsonValue } = {};
  const { minLength = 0, maxLength = null } = asked;
  for (const [key, value] of Object.entries(asked)) {
    switch (key) {
      case 'required':
      case 'unique':
        if (typeof value !== 'boolean') lost(`constraints.${key}`, 'not true or false');
        break;
      case 'minimum':
      case 'maximum': {
        const bound = type === null ? null : boundOf(value, type, base['format']);
        if (bound === null) lost(`constraints.${key} ${formatText(value)}`);
        else conditions[key === 'minimum' ? 'min' : 'max'] = bound;
        break;
      }
      case 'minLength':
        break;
      case 'maxLength':
        break;
      case 'pattern':
        if (typeof value === 'string' && isPattern(wholePattern(value), compile)) patterns.push(wholePattern(value));
        else lost(`constraints.pattern ${formatText(value)}`, 'RE2 does not have it');
        break;
      case 'enum': {
        const texts = enumTexts(value);
        if (texts === null || base['one_of'] !== undefined) lost('constraints.enum');
        else conditions['one_of'] = texts;
        break;
      }
      default:
        lost(`constraints.${key}`);
    }
  }
  if (asked['minLength'] !== undefined || asked['maxLength'] !== undefined) {
    const pattern =
      isLength(minLength) && (maxLength === null || isLength(maxLength))
        ? lengthPattern(minLength as number, maxLength as number | null)
        : null;
    if (pattern === null || (maxLength !== null && Number(maxLength) < Number(minLength))) lost('constraints.minLength, maxLength');
    else patterns.push(pattern);
  }
  if (conditions['min'] !== undefined && conditions['max'] !== undefined && !isOrdered(conditions['min'], conditions['max'])) {
    lost('constraints.maximum', 'it is less than the minimum');
    delete conditions['max'];
  }
  return { conditions, patterns };
}

function isLength(value: JsonValue): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function isPattern(pattern: string, compile: CompileRegex): boolean {
  try {
    compile(pattern);
    return true;
  } catch {
    return false;
  }
}

/** A bound as a definition writes it; null if it has none of that kind. */
function boundOf(value: JsonValue, type: string, format: JsonValue | undefined): JsonValue | null {
  if (['integer', 'number', 'year'].includes(type)) {
    if (typeof value !== 'string') return typeof value === 'number' || typeof value === 'bigint' || value instanceof Float ? value : null;
    const number = /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
    if (!Number.isFinite(number)) return null;
    return Number.isSafeInteger(number) ? number : new Float(number);
  }
  if (type !== 'date' && type !== 'datetime') return null;
  if (typeof value !== 'string') return null;
  if (ISO_DATES.read(value) !== null || ISO_DATETIMES.read(value) !== null) return value;
  const read = typeof format === 'string' ? (parseDateFormat(format)?.read(value) ?? null) : null;
  return read === null ? null : type === 'date' ? new Date(read).toISOString().slice(0, 10) : new Date(read).toISOString();
}

function isOrdered(min: JsonValue, max: JsonValue): boolean {
  const [low, high] = [min, max].map((bound) =>
    typeof bound === 'string'
      ? (ISO_DATES.read(bound) ?? ISO_DATETIMES.read(bound) ?? 0)
      : Number(bound instanceof Float ? bound.value : bound),
  ) as [number, number];
  return low <= high;
}

/** The texts of cells; null if one of them is no text. */
function enumTexts(value: JsonValue): readonly string[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_ENTRIES) return null;
  const texts = (value as readonly JsonValue[]).map((one) =>
    typeof one === 'string'
      ? one
      : typeof one === 'number' || typeof one === 'bigint' || typeof one === 'boolean' || one instanceof Float
        ? formatSpine(one)
        : '',
  );
  return texts.includes('') ? null : texts;
}

/** For messages. */
export function formatText(value: JsonValue): string {
  return typeof value === 'string' ? shown(value) : shown(formatSpine(value));
}
