/**
 * A value of a column as text, without losing a digit. Values of one type have different texts if they differ.
 *
 *     decimal(10, 2), 123456        1234.56
 *     timestamp(us, UTC), 1         1970-01-01T00:00:00.000001Z
 *     interval                      P1M2DT3.004S
 */
import { decodeUtf8 } from '#core/bytes/utf8';
import { damaged } from './damage.ts';
import type { Unit } from './logical-type.ts';
import type { Leaf } from './schema.ts';

/** An integer is a bigint only if it is beyond 2^53. */
export interface TextOf {
  integer(value: number | bigint): string;
  bytes(bytes: Uint8Array): string;
  /** Whether the text is a number or a literal of JSON, unless it is NaN or infinite. */
  readonly isBare: boolean;
}

export function textOf({ type, path }: Leaf): TextOf {
  const wrong = (): never => damaged(`column "${path.join('.')}" is of the wrong type`);
  switch (type.kind) {
    case 'integer':
      return { integer: type.isSigned ? String : unsigned(type.bits), bytes: wrong, isBare: true };
    case 'decimal':
      return {
        integer: (value) => decimalText(BigInt(value), type.scale),
        bytes: (bytes) => decimalText(bigEndian(bytes), type.scale),
        isBare: true,
      };
    case 'date':
      return { integer: dayText, bytes: wrong, isBare: false };
    case 'time':
      return { integer: (value) => `${timeText(value, PLACES[type.unit])}${type.isUtc ? 'Z' : ''}`, bytes: wrong, isBare: false };
    case 'timestamp':
      return { integer: (value) => `${instantText(value, PLACES[type.unit])}${type.isUtc ? 'Z' : ''}`, bytes: wrong, isBare: false };
    case 'string':
      return { integer: wrong, bytes: utf8Text, isBare: false };
    case 'uuid':
      return { integer: wrong, bytes: uuidText, isBare: false };
    case 'interval':
      return { integer: wrong, bytes: intervalText, isBare: false };
    case 'float16':
      return { integer: wrong, bytes: (bytes) => floatText(float16((bytes[0] as number) | ((bytes[1] as number) << 8))), isBare: true };
    case 'bytes':
    case 'null':
    case 'plain':
      return { integer: String, bytes: hexText, isBare: type.kind === 'plain' };
    default:
      return type satisfies never;
  }
}

const PLACES: Readonly<Record<Unit, number>> = { ms: 3, us: 6, ns: 9 };
const DAY = 86_400;

/** Narrow unsigned integers are stored in the low bits of 32. */
function unsigned(bits: number): (value: number | bigint) => string {
  return (value) =>
    value >= 0 ? String(value) : bits === 64 ? String(BigInt.asUintN(64, BigInt(value))) : String((value as number) >>> 0);
}

/** The sign of zero counts. */
export function floatText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

function float16(bits: number): number {
  const [exponent, fraction] = [(bits >> 10) & 0x1f, bits & 0x3ff];
  const size =
    exponent === 0 ? fraction * 2 ** -24 : exponent < 31 ? (1 + fraction / 1024) * 2 ** (exponent - 15) : fraction === 0 ? Infinity : NaN;
  return bits & 0x8000 ? -size : size;
}

function decimalText(unscaled: bigint, scale: number): string {
  const digits = String(unscaled < 0n ? -unscaled : unscaled).padStart(scale + 1, '0');
  const sign = unscaled < 0n ? '-' : '';
  return scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** A two's complement integer. */
function bigEndian(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt.asIntN(8 * bytes.length, BigInt(`0x${hexText(bytes)}`));
}

function instantText(value: number | bigint, places: number): string {
  const unit = 10 ** places;
  if (typeof value === 'bigint') {
    const perDay = BigInt(DAY * unit);
    const day = value / perDay - (value % perDay < 0n ? 1n : 0n);
    return `${dayText(day)}T${timeText(value - day * perDay, places)}`;
  }
  const day = Math.floor(value / (DAY * unit));
  return `${dayText(day)}T${timeText(value - day * DAY * unit, places)}`;
}

/** `08:30:00` or `08:30:00.000001`; beyond a day the hours go on. */
function timeText(value: number | bigint, places: number): string {
  if (value < 0) return `-${timeText(-value, places)}`;
  const digits = String(value).padStart(places + 1, '0');
  const seconds = Number(digits.slice(0, -places));
  const fraction = digits.slice(-places);
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return /^0*$/.test(fraction) ? clock : `${clock}.${fraction}`;
}

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

let lastDay: { readonly day: number | bigint; readonly text: string } = { day: 0, text: '1970-01-01' };

/** For a year that a date cannot represent, the text is the number of days. */
function dayText(day: number | bigint): string {
  if (lastDay.day === day) return lastDay.text;
  const instant = new Date(Number(day) * DAY * 1000);
  lastDay = { day, text: Number.isNaN(instant.getTime()) ? `day ${day}` : instant.toISOString().replace(/T.*$/, '') };
  return lastDay.text;
}

/** Twelve bytes: months, days and milliseconds, which are independent of each other. */
function intervalText(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [months, days, millis] = [view.getUint32(0, true), view.getUint32(4, true), view.getUint32(8, true)];
  return `P${months}M${days}DT${decimalText(BigInt(millis), 3)}S`;
}

/** The moment of an INT96: nanoseconds of a day, and its Julian number. */
export function int96Text(nanos: bigint, julianDay: number): string {
  return `${dayText(julianDay - 2_440_588)}T${timeText(nanos, 9)}`;
}

function uuidText(bytes: Uint8Array): string {
  return hexText(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function utf8Text(bytes: Uint8Array): string {
  try {
    return decodeUtf8(bytes);
  } catch {
    return damaged('a text that is not UTF-8');
  }
}

function hexText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');
}
