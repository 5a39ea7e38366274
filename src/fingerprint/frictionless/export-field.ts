/** One column of a definition as a field of a Table Schema. */
import { Float, type JsonObject, type JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import {
  FALSE_VALUES,
  PATTERN_TYPES,
  readLengthPattern,
  readWholePattern,
  SAME_TYPES,
  TRUE_VALUES,
  toStrptime,
  UUID_PATTERN,
  YEAR_PATTERN,
} from './table-types.ts';

/** What the dialect says of all columns. */
export interface FieldDefaults {
  readonly decimalChar: string;
  /** Empty for none. */
  readonly groupChar: string;
  /** Null for that of ISO 8601. */
  readonly dates: string | null;
}

const BOOLEAN = [...TRUE_VALUES, ...FALSE_VALUES];

export class ExportedField {
  readonly #name: string;
  readonly #defaults: FieldDefaults;
  #type: string | null = null;
  #format: string | null = null;
  readonly #constraints = new Map<string, JsonValue>();

  constructor(name: string, defaults: FieldDefaults) {
    this.#name = name;
    this.#defaults = defaults;
  }

  constrain(key: string, value: JsonValue): boolean {
    if (this.#constraints.has(key) && formatSpine(this.#constraints.get(key) as JsonValue) !== formatSpine(value)) return false;
    this.#constraints.set(key, value);
    return true;
  }

  /** The conditions of one `column_cells`; `lost` takes those that cannot be said. */
  add(conditions: JsonObject, lost: (part: string) => void): void {
    const { type, format, min, max, one_of, pattern, not_blank, blank } = conditions;
    if (not_blank === true) this.constrain('required', true);
    if (blank === true) lost('blank');
    const isBoolean = type === 'boolean' && Array.isArray(one_of) && formatSpine(one_of as JsonValue) === formatSpine(BOOLEAN);
    if (typeof type === 'string') this.#addType(type, { format, pattern, isBoolean }, lost);
    else if (this.#type === null && (min ?? max) !== undefined) this.#type = typeof (min ?? max) === 'string' ? 'date' : 'number';
    if (min !== undefined && !this.constrain('minimum', min)) lost('min');
    if (max !== undefined && !this.constrain('maximum', max)) lost('max');
    if (one_of !== undefined && !isBoolean && !this.constrain('enum', typedTexts(one_of as readonly JsonValue[], this.#type)))
      lost('one_of');
    if (typeof pattern === 'string') this.#addPattern(pattern, lost);
  }

  descriptor(): JsonObject {
    const type = this.#type ?? 'string';
    const { decimalChar, groupChar } = this.#defaults;
    const isNumber = type === 'number' || type === 'integer';
    const constraints = Object.fromEntries(this.#constraints);
    return {
      name: this.#name,
      type,
      ...(this.#format === null ? {} : { format: this.#format }),
      ...(type === 'number' && decimalChar !== '.' ? { decimalChar } : {}),
      ...(isNumber && groupChar !== '' ? { groupChar } : {}),
      ...(Object.keys(constraints).length === 0 ? {} : { constraints }),
    };
  }

  #addType(
    type: string,
    {
      format,
      pattern,
      isBoolean,
    }: { readonly format: JsonValue | undefined; readonly pattern: JsonValue | undefined; readonly isBoolean: boolean },
    lost: (part: string) => void,
  ): void {
    const found = type === 'integer' && pattern === YEAR_PATTERN ? 'year' : isBoolean ? 'boolean' : type;
    if (type === 'boolean' && !isBoolean)
      lost('type boolean: a schema lists the texts, and yes and no in any letter case are among them here');
    else if (!SAME_TYPES.includes(found) && found !== 'year' && found !== 'boolean') lost(`type ${type}`);
    else if (this.#type !== null && this.#type !== found) lost(`type ${type}: it has another one, too`);
    else this.#type = found;
    const stated = typeof format === 'string' ? format : type === 'date' ? this.#defaults.dates : null;
    if (stated !== null && this.#type === found) this.#format = toStrptime(stated);
  }

  #addPattern(pattern: string, lost: (part: string) => void): void {
    if (pattern === YEAR_PATTERN && this.#type === 'year') return;
    const [known] = Object.entries(PATTERN_TYPES).find(([, own]) => own === pattern) ?? [];
    if (known !== undefined && this.#type === null) {
      this.#type = known;
      return;
    }
    if (pattern === UUID_PATTERN && (this.#type ?? 'string') === 'string') {
      this.#format = 'uuid';
      return;
    }
    const lengths = readLengthPattern(pattern);
    if (lengths !== null) {
      for (const [key, value] of Object.entries(lengths)) if (!this.constrain(key, value)) lost(`pattern ${pattern}`);
      return;
    }
    const whole = readWholePattern(pattern);
    if (whole === null || !this.constrain('pattern', whole)) lost(`pattern ${pattern}`);
  }
}

/** Allowed values of integers are numbers again, if they are written as numbers are. */
function typedTexts(texts: readonly JsonValue[], type: string | null): readonly JsonValue[] {
  return texts.map((text) => {
    if (typeof text !== 'string' || (type !== 'integer' && type !== 'year' && type !== 'number')) return text;
    const number = Number(text);
    const value = Number.isSafeInteger(number) ? number : new Float(number);
    return Number.isFinite(number) && formatSpine(value) === text ? value : text;
  });
}
