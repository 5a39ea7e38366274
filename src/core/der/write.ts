/**
 * Writes DER: tags and lengths around content.
 *
 *     derOf(TAG.sequence, derInteger(1), derOid('1.2.3'))     30 08 02 01 01 06 …
 */
import { BadDer, TAG } from './read.ts';

export function derOf(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const whole = Uint8Array.of(tag, ...lengthBytes(length), ...new Uint8Array(length));
  let at = whole.length - length;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A number, or the bytes of a positive number with the highest first. */
export function derInteger(value: number | Uint8Array): Uint8Array {
  const given = typeof value === 'number' ? bytesOf(value) : [...value];
  const start = given.findIndex((byte) => byte !== 0);
  const digits = start < 0 ? [0] : given.slice(start);
  return derOf(TAG.integer, Uint8Array.of(...((digits[0] as number) >= 0x80 ? [0] : []), ...digits));
}

/** Throws `BadDer` for a text that is not an object identifier. */
export function derOid(text: string): Uint8Array {
  const arcs = /^[0-2](\.(0|[1-9]\d{0,7}))+$/.test(text) ? text.split('.').map(Number) : [];
  const [first = 0, second = 0, ...rest] = arcs;
  if (arcs.length < 2 || (first < 2 && second > 39)) throw new BadDer(`expected an object identifier such as 1.2.3.4, found ${text}`);
  return derOf(TAG.oid, Uint8Array.of(...[first * 40 + second, ...rest].flatMap(arcBytes)));
}

function arcBytes(arc: number): readonly number[] {
  const digits = [arc % 128];
  for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) digits.unshift(0x80 | (left % 128));
  return digits;
}

function lengthBytes(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const bytes = bytesOf(length);
  return [0x80 | bytes.length, ...bytes];
}

function bytesOf(value: number): readonly number[] {
  const bytes = [value % 256];
  for (let left = Math.floor(value / 256); left > 0; left = Math.floor(left / 256)) bytes.unshift(left % 256);
  return bytes;
}
