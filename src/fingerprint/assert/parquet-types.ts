/**
 * The types of Parquet columns as definitions write them: the names that `extracted.schema` of parquet.v0 shows, with or without spaces.
 *
 *     timestamp(us, UTC)     decimal(18,2)     { list: string }     { struct: [{ name: id, type: int64 }] }     { map: { key: string, value: int32 } }
 */
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { describeValue, Mistake } from '../define/faults.ts';
import type { FieldType } from '../define/fields.ts';

export interface WantedColumn {
  readonly name: string;
  /** In the form of `describeField`. */
  readonly type: JsonValue;
  /** Null if both are allowed. */
  readonly nullable: boolean | null;
}

export interface WantedColumns {
  readonly list: readonly WantedColumn[];
  /** False for a mapping, which has no order. */
  readonly isOrdered: boolean;
}

const PLAIN =
  'boolean int8 int16 int32 int64 uint8 uint16 uint32 uint64 int96 float16 float double string enum json bson bytes uuid date interval null';
const WITH_TERMS: readonly RegExp[] = [
  /^decimal\(\d+, \d+\)$/,
  /^(?:time|timestamp)\((?:ms|us|ns), (?:UTC|local)\)$/,
  /^fixed\(\d+\)$/,
  /^geometry\(.+\)$/,
  /^geography\(.+, algorithm \d+\)$/,
];
const WORDS = `a type: ${PLAIN.replaceAll(' ', ', ')}, fixed(16), decimal(18, 2), time(us, UTC), timestamp(us, local), or a mapping with list, struct or map`;
const NULLABLE_KEYS: readonly string[] = ['type', 'nullable'];

/** A mapping of names to types, or a list of columns. */
export const PARQUET_COLUMNS: FieldType<WantedColumns> = {
  words: 'a mapping of columns to types, such as {id: int64}, or a list such as [{name: id, type: int64}]',
  read(value) {
    if (Array.isArray(value) && value.length > 0) {
      const list = (value as readonly JsonValue[]).map((entry, i) => below(i, () => columnOf(entry)));
      const twice = list.findIndex(({ name }, i) => list.findIndex((other) => other.name === name) < i);
      if (twice >= 0) throw new Mistake(`expected each column once, found ${describeValue(list[twice]?.name)} twice`, [twice]);
      return { list, isOrdered: true };
    }
    if (!isJsonObject(value) || Object.keys(value).length === 0) throw new Mistake(`expected ${this.words}, found ${describeValue(value)}`);
    return { list: Object.entries(value).map(([name, type]) => below(name, () => ({ name, ...typeAndNull(type) }))), isOrdered: false };
  },
};

function columnOf(value: JsonValue): WantedColumn {
  const name = isJsonObject(value) ? value['name'] : undefined;
  if (!isJsonObject(value) || typeof name !== 'string')
    throw new Mistake(`expected a column such as {name: id, type: int64}, found ${describeValue(value)}`);
  const { name: _, ...rest } = value;
  return { name, ...stated(rest) };
}

function typeAndNull(value: JsonValue): Omit<WantedColumn, 'name'> {
  return isJsonObject(value) && value['type'] !== undefined ? stated(value) : { type: typeOf(value), nullable: null };
}

function stated(value: JsonObject): Omit<WantedColumn, 'name'> {
  const stray = Object.keys(value).find((key) => !NULLABLE_KEYS.includes(key));
  if (stray !== undefined) throw new Mistake(`unknown key ${describeValue(stray)}: expected ${NULLABLE_KEYS.join(', ')}`, [stray]);
  const { type, nullable } = value;
  if (nullable !== undefined && typeof nullable !== 'boolean')
    throw new Mistake(`expected true or false, found ${describeValue(nullable)}`, ['nullable']);
  return { type: below('type', () => typeOf(type)), nullable: nullable ?? null };
}

function typeOf(value: JsonValue | undefined): JsonValue {
  if (typeof value === 'string') {
    const name = value
      .trim()
      .replace(/\s*,\s*/g, ', ')
      .replace(/\s*([()])\s*/g, '$1');
    if (PLAIN.split(' ').includes(name) || WITH_TERMS.some((pattern) => pattern.test(name))) return name;
  }
  const [kind, ...others] = isJsonObject(value) ? Object.keys(value) : [];
  if (!isJsonObject(value) || kind === undefined || others.length > 0)
    throw new Mistake(`expected ${WORDS}, found ${describeValue(value)}`);
  const content = value[kind];
  if (kind === 'list') return { list: below(kind, () => typeOf(content)) };
  if (kind === 'struct' || kind === 'variant') return { [kind]: below(kind, () => fieldsOf(content)) };
  if (kind === 'map' && isJsonObject(content))
    return {
      map: {
        key: below(kind, () => typeOf(content['key'])),
        value: content['value'] === null ? null : below(kind, () => typeOf(content['value'])),
      },
    };
  throw new Mistake(`expected ${WORDS}, found ${describeValue(value)}`);
}

function fieldsOf(value: JsonValue | undefined): readonly JsonObject[] {
  if (!Array.isArray(value) || value.length === 0)
    throw new Mistake(`expected a list of fields such as {name: id, type: int64}, found ${describeValue(value)}`);
  return (value as readonly JsonValue[]).map((entry, i) =>
    below(i, () => {
      const { name, type, nullable } = columnOf(entry);
      if (nullable !== null) throw new Mistake('nullable is for columns, not for the fields of a struct');
      return { name, type };
    }),
  );
}

function below<T>(step: string | number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof Mistake ? new Mistake(error.message, [step, ...error.path]) : error;
  }
}
