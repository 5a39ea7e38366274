/** A value of a Parquet file as text, without losing a digit. */
import type { SchemaElement } from 'hyparquet';
import { decodeUtf8 } from '#core/bytes/utf8';
import { Float, type JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';

/** Where the parser would convert an integer to a date or a double, these functions make the text instead. */
export const exactParsers = {
  timestampFromMilliseconds: (value: bigint | number) => instantText(BigInt(value), 3),
  timestampFromMicroseconds: (value: bigint | number) => instantText(BigInt(value), 6),
  timestampFromNanoseconds: (value: bigint | number) => instantText(BigInt(value), 9),
  dateFromDays: (days: number) => dayText(BigInt(days)),
  stringFromBytes: (bytes: Uint8Array) => bytes && decodeUtf8(bytes),
  jsonFromBytes: (bytes: Uint8Array) => bytes && decodeUtf8(bytes),
  geometryFromBytes: (bytes: Uint8Array) => bytes,
  geographyFromBytes: (bytes: Uint8Array) => bytes,
  uuidFromBytes: (bytes: Uint8Array) => bytes && hexOf(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
};

export function isExactDecimal({ converted_type, logical_type }: SchemaElement): boolean {
  return converted_type === 'DECIMAL' || logical_type?.type === 'DECIMAL';
}

export function parquetText(value: unknown, scale: number | null): string | null {
  if (value === null || value === undefined) return null;
  if (scale !== null) return decimalText(integerOf(value), scale);
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (value instanceof Uint8Array) return hexOf(value);
  return formatSpine(jsonOf(value));
}

/** Bytes are read as a big-endian two's complement integer. */
function integerOf(value: unknown): bigint {
  if (!(value instanceof Uint8Array)) return BigInt(value as number | bigint);
  return value.length === 0 ? 0n : BigInt.asIntN(8 * value.length, BigInt(`0x${hexOf(value)}`));
}

export function decimalText(unscaled: bigint, scale: number): string {
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0');
  const sign = unscaled < 0n ? '-' : '';
  return scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

const DAY = 86_400n;

function instantText(value: bigint, places: number): string {
  const unit = 10n ** BigInt(places);
  const seconds = floorDivide(value, unit);
  const fraction = String(value - seconds * unit).padStart(places, '0');
  const day = floorDivide(seconds, DAY);
  const clock = Number(seconds - day * DAY);
  const parts = [Math.floor(clock / 3600), Math.floor(clock / 60) % 60, clock % 60].map((part) => String(part).padStart(2, '0'));
  return `${dayText(day)}T${parts.join(':')}${/^0*$/.test(fraction) ? '' : `.${fraction}`}`;
}

/** For a year that a date cannot represent, the text is the number of days. */
function dayText(days: bigint): string {
  const instant = new Date(Number(days) * Number(DAY) * 1000);
  return Number.isNaN(instant.getTime()) ? `day ${days}` : instant.toISOString().replace(/T.*$/, '');
}

function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value % by < 0n ? quotient - 1n : quotient;
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
}

function jsonOf(value: unknown): JsonValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) && !Object.is(value, -0) ? value : finite(value);
  if (value instanceof Uint8Array) return hexOf(value);
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return Array.from(value as Iterable<unknown>, jsonOf);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, jsonOf(inner)]));
}

function finite(value: number): JsonValue {
  return Number.isFinite(value) ? new Float(value) : String(value);
}
