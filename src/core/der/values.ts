/**
 * What DER values mean: the fields of a SEQUENCE in order, and numbers, names and times.
 *
 *     const fields = fieldsOf(value, 'a validity');
 *     const notBefore = timeOf(fields.any('notBefore'));
 *     fields.end();
 *
 * All of them throw `BadDer`.
 */
import { hex } from '@scure/base';
import { parseInstant } from '../time.ts';
import { BadDer, type DerValue, TAG } from './read.ts';

export interface Fields {
  /** The next field, which must have this tag. */
  next(tag: number, what: string): DerValue;
  any(what: string): DerValue;
  /** The next field if it has this tag. */
  optional(tag: number): DerValue | undefined;
  /** All that is left. */
  rest(): readonly DerValue[];
  /** There is no further field. */
  end(): void;
}

export function fieldsOf(value: DerValue, what: string, tag: number = TAG.sequence): Fields {
  const { children } = expectTag(value, tag, what);
  let at = 0;
  const any = (name: string): DerValue => {
    const child = children[at];
    if (child === undefined) throw new BadDer(`expected ${name} in ${what}, found its end`);
    at++;
    return child;
  };
  return {
    any,
    next: (wanted, name) => expectTag(any(name), wanted, name),
    optional: (wanted) => (children[at]?.tag === wanted ? children[at++] : undefined),
    rest: () => children.slice(at),
    end: () => {
      if (at < children.length) throw new BadDer(`expected the end of ${what}, found a further value`);
    },
  };
}

export function expectTag(value: DerValue, tag: number, what: string): DerValue {
  if (value.tag === tag) return value;
  throw new BadDer(`expected ${what}, found tag ${hex.encode(Uint8Array.of(value.tag))}`);
}

/** The one value inside an explicit tag. */
export function onlyChild(value: DerValue, what: string): DerValue {
  const [child] = value.children;
  if (child === undefined || value.children.length !== 1) throw new BadDer(`expected one value in ${what}, found ${value.children.length}`);
  return child;
}

/** `1.2.840.10045.2.1` */
export function oidOf(value: DerValue, what: string): string {
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of expectTag(value, TAG.oid, what).content) {
    arc = arc * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    arcs.push(arc);
    arc = 0;
  }
  const [joined = 0, ...rest] = arcs;
  const first = Math.min(2, Math.floor(joined / 40));
  return [first, joined - first * 40, ...rest].join('.');
}

/** A number that is counted with, from 0 to 2^31-1. */
export function smallInteger(value: DerValue, what: string): number {
  const { content } = expectTag(value, TAG.integer, what);
  if (content.length > 4 || (content[0] as number) >= 0x80)
    throw new BadDer(`expected a small number as ${what}, found ${hex.encode(content)}`);
  return content.reduce((sum, byte) => sum * 256 + byte, 0);
}

/** The bytes of an INTEGER as hex: numbers that are only compared. */
export function integerHex(value: DerValue, what: string): string {
  return hex.encode(expectTag(value, TAG.integer, what).content);
}

/** A BOOLEAN that may be absent and is false then. Its default should not be written, but certificates in use do so. */
export function flagOf(value: DerValue | undefined): boolean {
  return value?.content[0] === 0xff;
}

/** The numbers of the bits that are set. */
export function bitsOf(value: DerValue, what: string): ReadonlySet<number> {
  const [, ...bytes] = expectTag(value, TAG.bitString, what).content;
  return new Set(bytes.flatMap((byte, at) => [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => byte & (0x80 >> bit)).map((bit) => at * 8 + bit)));
}

/** The bytes of a BIT STRING of whole bytes: a key or a signature. */
export function wholeBits(value: DerValue, what: string): Uint8Array {
  const { content } = expectTag(value, TAG.bitString, what);
  if (content[0] !== 0) throw new BadDer(`expected whole bytes as ${what}`);
  return content.subarray(1);
}

const UTC_TIME = /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/;
const GENERALIZED_TIME = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\.\d{0,8}[1-9])?Z$/;

/** Milliseconds since 1970. UTCTime means the years 1950 to 2049 (RFC 5280). */
export function timeOf(value: DerValue, what: string): number {
  const text = latin1Of(value.content);
  const pattern = value.tag === TAG.utcTime ? UTC_TIME : value.tag === TAG.generalizedTime ? GENERALIZED_TIME : undefined;
  const match = pattern?.exec(text);
  if (match === null || match === undefined) throw new BadDer(`expected a time in UTC as ${what}`);
  const [, year = '', month, day, hour, minute, second, fraction = ''] = match;
  const full = year.length === 2 ? `${Number(year) < 50 ? '20' : '19'}${year}` : year;
  const ms = second === '60' ? null : parseInstant(`${full}-${month}-${day}T${hour}:${minute}:${second}${fraction}Z`);
  if (ms === null) throw new BadDer(`expected a real date as ${what}, found ${text}`);
  return ms;
}

/** Text of ASCII: a time or a printable string. */
function latin1Of(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, 64));
}
