/**
 * The strict reader of DER (X.690), for certificates, timestamps and keys: one value that is all of the bytes, definite lengths in their
 * shortest form, values of the basic types in their one allowed form. Only the order of the values of a SET is not judged.
 *
 *     readDer(Uint8Array.of(0x30, 0x03, 0x02, 0x01, 0x05)).children[0]     { tag: 0x02, content: [5], … }
 *
 * Depth, length and number of values are limited: the bytes come from strangers.
 */
export interface DerValue {
  /** The first byte: class, whether it is constructed, and the number of the tag. */
  readonly tag: number;
  readonly content: Uint8Array;
  /** The value with its tag and length, as it is in the input. */
  readonly whole: Uint8Array;
  /** Empty for a value that is not constructed. */
  readonly children: readonly DerValue[];
}

/** Bytes that are not DER, or not the structure that was expected. */
export class BadDer extends Error {
  override readonly name = 'BadDer';
}

export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

const CONSTRUCTED = 0x20;
const CLASS = 0xc0;
const NUMBER = 0x1f;
const MAX_LENGTH = 1 << 20;
const MAX_DEPTH = 32;
const MAX_VALUES = 20_000;

/** Of the universal types only these two are constructed. */
const CONSTRUCTED_TYPES: ReadonlySet<number> = new Set([0x10, 0x11]);

export function readDer(bytes: Uint8Array, { maxLength = MAX_LENGTH } = {}): DerValue {
  if (bytes.length > maxLength) throw new BadDer(`expected at most ${maxLength} bytes of DER, found ${bytes.length}`);
  const reading = { bytes, values: 0 };
  const value = readValue(reading, { at: 0, end: bytes.length, depth: 1 });
  if (value.whole.length !== bytes.length)
    throw new BadDer(`expected one DER value, found ${bytes.length - value.whole.length} bytes after it`);
  return value;
}

/** Implicit and explicit tags: `contextTag(0)` is 0xa0, `contextTag(0, false)` is 0x80. */
export function contextTag(number: number, isConstructed = true): number {
  return 0x80 | (isConstructed ? CONSTRUCTED : 0) | number;
}

interface Reading {
  readonly bytes: Uint8Array;
  values: number;
}

interface Part {
  readonly at: number;
  readonly end: number;
  readonly depth: number;
}

function readValue(reading: Reading, { at, end, depth }: Part): DerValue {
  if (depth > MAX_DEPTH) throw new BadDer(`expected DER values at most ${MAX_DEPTH} deep`);
  if (++reading.values > MAX_VALUES) throw new BadDer(`expected at most ${MAX_VALUES} DER values`);
  const { bytes } = reading;
  if (at >= end) throw new BadDer(`expected a DER value at byte ${at}, found the end`);
  const tag = bytes[at] as number;
  const start = readLength(bytes, at + 1, end);
  const after = start.at + start.length;
  if (after > end) throw new BadDer(`expected a DER value of ${start.length} bytes at byte ${at}, found ${end - start.at}`);
  requireKnownForm(tag, at);
  const content = bytes.subarray(start.at, after);
  const children: DerValue[] = [];
  if ((tag & CONSTRUCTED) !== 0) {
    for (let next = start.at; next < after; ) {
      const child = readValue(reading, { at: next, end: after, depth: depth + 1 });
      children.push(child);
      next += child.whole.length;
    }
  } else requireOneForm(tag, content, at);
  return { tag, content, whole: bytes.subarray(at, after), children };
}

function readLength(bytes: Uint8Array, at: number, end: number): { readonly length: number; readonly at: number } {
  const first = at < end ? (bytes[at] as number) : undefined;
  if (first === undefined) throw new BadDer(`expected a DER length at byte ${at}, found the end`);
  if (first < 0x80) return { length: first, at: at + 1 };
  const count = first & 0x7f;
  if (count === 0) throw new BadDer(`expected a definite length at byte ${at}`);
  if (count > 4 || at + 1 + count > end) throw new BadDer(`expected a DER length at byte ${at} that fits`);
  let length = 0;
  for (let i = 1; i <= count; i++) length = length * 256 + (bytes[at + i] as number);
  const isShortest = length >= 0x80 && length >= 256 ** (count - 1);
  if (!isShortest) throw new BadDer(`expected the shortest form of the length at byte ${at}`);
  return { length, at: at + 1 + count };
}

function requireKnownForm(tag: number, at: number): void {
  const number = tag & NUMBER;
  if (number === NUMBER) throw new BadDer(`expected a tag of one byte at byte ${at}`);
  if ((tag & CLASS) !== 0) return;
  const isConstructed = (tag & CONSTRUCTED) !== 0;
  if (number === 0 || isConstructed !== CONSTRUCTED_TYPES.has(number))
    throw new BadDer(`expected a DER value at byte ${at}, found tag ${tag.toString(16).padStart(2, '0')}`);
}

/** A second form of a basic value would be a second spelling of the same content. */
function requireOneForm(tag: number, content: Uint8Array, at: number): void {
  const [first, second] = content;
  let isGood = true;
  if (tag === TAG.boolean) isGood = content.length === 1 && (first === 0 || first === 0xff);
  else if (tag === TAG.null) isGood = content.length === 0;
  else if (tag === TAG.integer) isGood = content.length === 1 || (first !== undefined && !isPadded(first, second as number));
  else if (tag === TAG.oid) isGood = isOid(content);
  else if (tag === TAG.bitString) isGood = isBitString(content);
  if (!isGood) throw new BadDer(`expected the one allowed form of the value at byte ${at}`);
}

/** The first nine bits of a longer INTEGER are not all the same. */
function isPadded(first: number, second: number): boolean {
  return (first === 0 && second < 0x80) || (first === 0xff && second >= 0x80);
}

/** Arcs of at most 28 bits, each without leading zeros, the last complete. */
function isOid(content: Uint8Array): boolean {
  let length = 0;
  for (const byte of content) {
    if (length === 0 && byte === 0x80) return false;
    length = byte >= 0x80 ? length + 1 : 0;
    if (length > 3) return false;
  }
  return content.length > 0 && length === 0;
}

/** The first byte counts the unused bits at the end, which are zero. */
function isBitString(content: Uint8Array): boolean {
  const unused = content[0];
  if (unused === undefined || unused > 7) return false;
  if (content.length === 1) return unused === 0;
  return ((content[content.length - 1] as number) & ((1 << unused) - 1)) === 0;
}
