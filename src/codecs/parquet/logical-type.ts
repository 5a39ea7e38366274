/**
 * The type of a column in one spelling. The format has two: converted types, and the logical types that replaced them; most writers write
 * both. If the two disagree, readers would read different values, so it is damage.
 *
 *     INT64, TIMESTAMP_MICROS                                    timestamp(us, UTC)
 *     INT64, TIMESTAMP(isAdjustedToUTC=false, unit=MICROS)       timestamp(us, local)
 *     INT64, no annotation                                       int64
 *     FIXED_LEN_BYTE_ARRAY(8) or INT64, DECIMAL(18, 2)           decimal(18, 2)
 */
import { damaged } from './damage.ts';
import type { Clock, Converted, DecimalType, GeographyType, IntegerType, Logical, Physical, SchemaElement } from './metadata.ts';

export type Unit = 'ms' | 'us' | 'ns';

export type LeafType =
  | { readonly kind: 'plain' | 'string' | 'bytes' | 'date' | 'uuid' | 'interval' | 'float16' | 'null' }
  | { readonly kind: 'integer'; readonly bits: number; readonly isSigned: boolean }
  | { readonly kind: 'decimal'; readonly scale: number }
  | { readonly kind: 'time' | 'timestamp'; readonly unit: Unit; readonly isUtc: boolean };

export interface NamedType {
  readonly name: string;
  readonly type: LeafType;
}

const UNANNOTATED: Readonly<Record<Physical, NamedType>> = {
  BOOLEAN: { name: 'boolean', type: { kind: 'plain' } },
  INT32: { name: 'int32', type: { kind: 'integer', bits: 32, isSigned: true } },
  INT64: { name: 'int64', type: { kind: 'integer', bits: 64, isSigned: true } },
  INT96: { name: 'int96', type: { kind: 'plain' } },
  FLOAT: { name: 'float', type: { kind: 'plain' } },
  DOUBLE: { name: 'double', type: { kind: 'plain' } },
  BYTE_ARRAY: { name: 'bytes', type: { kind: 'bytes' } },
  FIXED_LEN_BYTE_ARRAY: { name: 'fixed', type: { kind: 'bytes' } },
};

/** The physical types that may carry an annotation. */
const CARRIERS: Readonly<Record<string, readonly Physical[]>> = {
  integer: ['INT32', 'INT64'],
  decimal: ['INT32', 'INT64', 'BYTE_ARRAY', 'FIXED_LEN_BYTE_ARRAY'],
  date: ['INT32'],
  time: ['INT32', 'INT64'],
  timestamp: ['INT64'],
  string: ['BYTE_ARRAY'],
  bytes: ['BYTE_ARRAY'],
  uuid: ['FIXED_LEN_BYTE_ARRAY'],
  interval: ['FIXED_LEN_BYTE_ARRAY'],
  float16: ['FIXED_LEN_BYTE_ARRAY'],
};
const WIDTHS: Readonly<Record<string, number>> = { uuid: 16, interval: 12, float16: 2 };

export function leafType(element: SchemaElement, physical: Physical): NamedType {
  const { converted, logical, type_length } = element;
  const byLogical = logical === undefined ? null : fromLogical(logical, physical);
  const byConverted = converted === undefined ? null : fromConverted(converted, element);
  if (byLogical !== null && byConverted !== null && !isSameType(byLogical, byConverted))
    damaged(`column "${element.name}" is both ${byLogical.name} and ${byConverted.name}`);
  const found = byLogical ?? byConverted ?? UNANNOTATED[physical];
  const { kind } = found.type;
  const carriers = CARRIERS[kind];
  if (found !== UNANNOTATED[physical] && carriers !== undefined && !carriers.includes(physical) && !found.name.startsWith('unknown'))
    damaged(`column "${element.name}" is ${found.name} in ${physical}`);
  requireWidths(element, found, physical);
  return physical === 'FIXED_LEN_BYTE_ARRAY' && kind === 'bytes' ? { ...found, name: `${found.name}(${type_length})` } : found;
}

function requireWidths({ name, type_length = 0 }: SchemaElement, { name: typeName, type }: NamedType, physical: Physical): void {
  if (physical === 'FIXED_LEN_BYTE_ARRAY' && type_length <= 0) damaged(`column "${name}" has no length`);
  const width = WIDTHS[type.kind];
  if (width !== undefined && type_length !== width) damaged(`column "${name}" is ${typeName} in ${type_length} bytes`);
  const is64 = type.kind === 'integer' ? type.bits === 64 : type.kind === 'time' ? type.unit !== 'ms' : null;
  if (is64 !== null && is64 !== (physical === 'INT64')) damaged(`column "${name}" is ${typeName} in ${physical}`);
}

function fromLogical({ name, id, value }: Logical, physical: Physical): NamedType {
  switch (name) {
    case 'STRING':
    case 'ENUM':
    case 'JSON':
      return { name: name.toLowerCase(), type: { kind: 'string' } };
    case 'BSON':
      return { name: 'bson', type: { kind: 'bytes' } };
    case 'DECIMAL':
      return decimal(value as DecimalType);
    case 'DATE':
      return { name: 'date', type: { kind: 'date' } };
    case 'TIME':
    case 'TIMESTAMP':
      return clock(name === 'TIME' ? 'time' : 'timestamp', value as Clock);
    case 'INTEGER':
      return integer(value as IntegerType);
    case 'UNKNOWN':
      return { name: 'null', type: { kind: 'null' } };
    case 'UUID':
      return { name: 'uuid', type: { kind: 'uuid' } };
    case 'FLOAT16':
      return { name: 'float16', type: { kind: 'float16' } };
    case 'GEOMETRY':
    case 'GEOGRAPHY': {
      const { crs, algorithm } = value as GeographyType;
      const terms = [crs ?? 'OGC:CRS84', ...(name === 'GEOGRAPHY' ? [`algorithm ${algorithm ?? 0}`] : [])];
      return { name: `${name.toLowerCase()}(${terms.join(', ')})`, type: { kind: 'bytes' } };
    }
    case null:
      return { name: `unknown ${id} ${UNANNOTATED[physical].name}`, type: UNANNOTATED[physical].type };
    default:
      return damaged(`a column that is a ${name}`);
  }
}

function fromConverted(converted: Converted, { scale, precision }: SchemaElement): NamedType {
  switch (converted) {
    case 'UTF8':
      return { name: 'string', type: { kind: 'string' } };
    case 'ENUM':
    case 'JSON':
      return { name: converted.toLowerCase(), type: { kind: 'string' } };
    case 'BSON':
      return { name: 'bson', type: { kind: 'bytes' } };
    case 'DECIMAL':
      return decimal({ scale: scale ?? 0, precision: precision ?? damaged('a decimal without a precision') });
    case 'DATE':
      return { name: 'date', type: { kind: 'date' } };
    case 'INTERVAL':
      return { name: 'interval', type: { kind: 'interval' } };
    case 'TIME_MILLIS':
    case 'TIME_MICROS':
    case 'TIMESTAMP_MILLIS':
    case 'TIMESTAMP_MICROS': {
      const [kind, unit] = converted.split('_') as [string, string];
      return clockOf(kind === 'TIME' ? 'time' : 'timestamp', unit === 'MILLIS' ? 'ms' : 'us', true);
    }
    case 'MAP':
    case 'MAP_KEY_VALUE':
    case 'LIST':
      return damaged(`a column that is a ${converted}`);
    default: {
      const [sign, bits] = converted.split('_') as [string, string];
      return integer({ bitWidth: Number(bits), isSigned: sign === 'INT' });
    }
  }
}

function decimal({ scale, precision }: DecimalType): NamedType {
  if (precision < 1 || scale < 0 || scale > precision) damaged(`a decimal of ${precision} digits with ${scale} decimals`);
  return { name: `decimal(${precision}, ${scale})`, type: { kind: 'decimal', scale } };
}

function integer({ bitWidth, isSigned }: IntegerType): NamedType {
  if (![8, 16, 32, 64].includes(bitWidth)) damaged(`an integer of ${bitWidth} bits`);
  return { name: `${isSigned ? 'int' : 'uint'}${bitWidth}`, type: { kind: 'integer', bits: bitWidth, isSigned } };
}

function clock(kind: 'time' | 'timestamp', { isAdjustedToUTC, unit }: Clock): NamedType {
  return clockOf(kind, unit.name ?? damaged('an unknown unit of time'), isAdjustedToUTC);
}

function clockOf(kind: 'time' | 'timestamp', unit: Unit, isUtc: boolean): NamedType {
  return { name: `${kind}(${unit}, ${isUtc ? 'UTC' : 'local'})`, type: { kind, unit, isUtc } };
}

/** A converted type cannot say that a time is local: writers that write both use it for any time of that unit. */
function isSameType(logical: NamedType, converted: NamedType): boolean {
  return logical.name.replace(', local)', ', UTC)') === converted.name;
}
