/**
 * Finds the positions of selected fields of a JSON object, and validates the whole object by the strict rules. It is for millions of
 * objects of which only a few fields matter.
 *
 *     const record = new FieldReader(['size', 'version']);
 *     record.read(line, 0, line.length);
 *     record.text(VERSION)
 *
 * An object is validated in place if its keys are in ascending order (as the tools write them), or if its keys are the same as in the
 * object before it. For any other object the exact reader checks the keys. If a key has an escape, the object is first converted to
 * canonical form.
 */
import { startsWith } from '../bytes/prefix.ts';
import { encodeUtf8 } from '../bytes/utf8.ts';
import { Cursor, JsonError } from './cursor.ts';
import { FieldPlaces } from './field-places.ts';
import { ObjectShape } from './object-shape.ts';
import { parseJson, passColon, passComma, readValue } from './read.ts';
import { compareRanges, isPlainValue, passValue } from './skip-or-copy.ts';
import { HAS_ESCAPE, scanString, skipSpace } from './token.ts';
import type { JsonValue } from './value.ts';
import { formatSpine } from './write.ts';

/**
 * What is known about the keys of an object before it is read: `ASCENDING` keys must ascend, `SETTLED` keys were checked by the exact
 * reader, and `CANONICAL` text was written here.
 */
const ASCENDING = 0;
const SETTLED = 1;
const CANONICAL = 2;

export type { Field } from './field-places.ts';

/** The fields of the object that was read last. One reader is used for a whole stream. */
export class FieldReader extends FieldPlaces {
  isObject = false;
  readonly #cursor = new Cursor(this.bytes);
  readonly #keys: KeyTable;
  readonly #shape = new ObjectShape();
  /** Whether the keys of the shape are in ascending order. */
  #isInOrder = false;

  constructor(names: readonly string[]) {
    super(names.length);
    this.#keys = new KeyTable(names);
  }

  /** Reads `bytes[start..end)`. Throws `JsonError` if that is not one strict JSON value. */
  read(bytes: Uint8Array, start: number, end: number): void {
    const c = this.#cursor;
    c.bytes = bytes;
    c.pos = start;
    c.end = end;
    c.origin = start;
    if (this.#shape.isComplete && this.#readByShape()) return;
    c.pos = start;
    this.#forget();
    skipSpace(c);
    const open = c.pos;
    this.isObject = open < end && bytes[open] === 0x7b;
    if (!this.isObject) {
      this.clear();
      readValue(c, 0);
      this.#requireEnd();
    } else if (!this.#readFields(ASCENDING)) {
      const value = parseJson(bytes, start, end);
      c.pos = open;
      if (!this.#readFields(SETTLED)) this.#readAsCanonical(value);
    }
  }

  /**
   * Returns true if the object has the shape of the object before it. Its values are validated; its keys were validated before. On any
   * error it returns false, and the exact path reports the error.
   */
  #readByShape(): boolean {
    try {
      return this.#passByShape();
    } catch (error) {
      if (error instanceof JsonError) return false;
      throw error;
    }
  }

  #passByShape(): boolean {
    const c = this.#cursor;
    const shape = this.#shape;
    const { bytes, end } = c;
    this.bytes = bytes;
    this.isObject = true;
    this.clear();
    for (let index = 0; index < shape.values; index++) {
      const pos = shape.pass(index, bytes, c.pos, end);
      if (pos < 0) return false;
      c.pos = pos;
      skipSpace(c);
      this.#passField(shape.field(index));
    }
    return shape.pass(shape.values, bytes, c.pos, end) === end;
  }

  /**
   * Returns the end of the object at `pos` if it has the shape of the object that was read last, and only plain values: strings without
   * escapes, small integers, literals. Such an object is canonical if that one was. Otherwise it returns -1, which says nothing about the
   * object.
   */
  readAlike(bytes: Uint8Array, pos: number, end: number): number {
    if (!this.#isInOrder) return -1;
    const c = this.#cursor;
    c.bytes = bytes;
    c.pos = pos;
    c.end = end;
    c.origin = pos;
    try {
      return this.#passAlike();
    } catch (error) {
      if (error instanceof JsonError) return -1;
      throw error;
    }
  }

  /** Reads an object that was written in canonical form, usually with the shape of the one before it. */
  readCanonical(bytes: Uint8Array, start: number, end: number): void {
    if (this.readAlike(bytes, start, end) !== end) this.read(bytes, start, end);
  }

  #passAlike(): number {
    const c = this.#cursor;
    const shape = this.#shape;
    this.bytes = c.bytes;
    this.isObject = true;
    this.clear();
    for (let index = 0; index < shape.values; index++) {
      const pos = shape.pass(index, c.bytes, c.pos, c.end);
      if (pos < 0) return -1;
      c.pos = pos;
      if (!this.#passField(shape.field(index)) && !isPlainValue(c.bytes, pos, c.pos)) return -1;
    }
    return shape.pass(shape.values, c.bytes, c.pos, c.end);
  }

  #readAsCanonical(value: JsonValue): void {
    const c = this.#cursor;
    c.bytes = encodeUtf8(formatSpine(value));
    c.pos = 0;
    c.end = c.bytes.length;
    c.origin = 0;
    this.#readFields(CANONICAL);
  }

  /**
   * Returns false if a key has an escape, or if a key must be `ASCENDING` and is not. Then the caller must check for duplicate keys in
   * another way. The shape is remembered if the keys are used as they are.
   */
  #readFields(keys: number): boolean {
    const c = this.#cursor;
    this.#forget();
    this.bytes = c.bytes;
    this.clear();
    c.pos++;
    skipSpace(c);
    let lastStart = 0;
    let lastEnd = 0;
    let pieceStart = c.origin;
    if (c.pos < c.end && c.bytes[c.pos] === 0x7d) {
      c.pos++;
      this.#requireEnd();
      return true;
    }
    for (;;) {
      skipSpace(c);
      const keyStart = c.pos;
      if (keyStart >= c.end) c.failAtEnd('an object');
      if (c.bytes[keyStart] !== 0x22) c.fail('expected a key');
      const holds = scanString(c);
      const isPlain = (holds & HAS_ESCAPE) === 0;
      if (!isPlain && keys !== CANONICAL) return this.#forget();
      if (keys === ASCENDING && lastEnd > 0 && compareRanges(c.bytes, lastStart, lastEnd, keyStart, c.pos) >= 0) return this.#forget();
      lastStart = keyStart;
      lastEnd = c.pos;
      const field = isPlain ? this.#keys.find(c.bytes, keyStart + 1, c.pos - 1) : -1;
      passColon(c);
      skipSpace(c);
      if (keys !== CANONICAL) this.#shape.add(c.bytes, pieceStart, c.pos, field);
      this.#passField(field);
      pieceStart = c.pos;
      if (passComma(c, 0x7d, 'an object')) break;
    }
    this.#requireEnd();
    if (keys !== CANONICAL) this.#shape.close(c.bytes, pieceStart, c.end);
    this.#isInOrder = keys === ASCENDING;
    return true;
  }

  #forget(): false {
    this.#isInOrder = false;
    this.#shape.clear();
    return false;
  }

  /** Returns true for a string without escapes. */
  #passField(field: number): boolean {
    const c = this.#cursor;
    const start = c.pos;
    const isString = start < c.end && c.bytes[start] === 0x22;
    let holds = 0;
    if (isString) holds = scanString(c);
    else passValue(c, 1, null);
    if (field >= 0) this.put(field, isString, start, c.pos, holds);
    return isString && (holds & HAS_ESCAPE) === 0;
  }

  #requireEnd(): void {
    const c = this.#cursor;
    skipSpace(c);
    if (c.pos < c.end) c.fail('trailing characters');
  }
}

/** The known keys, found by the bytes between their quotes. */
interface Key {
  readonly field: number;
  readonly bytes: Uint8Array;
}

export class KeyTable {
  readonly #byLength: Key[][] = [];

  constructor(names: readonly string[]) {
    names.forEach((name, field) => {
      const bytes = encodeUtf8(name);
      const alike = this.#byLength[bytes.length] ?? [];
      alike.push({ field, bytes });
      this.#byLength[bytes.length] = alike;
    });
  }

  /** Returns the index of the name in the list, or -1. */
  find(bytes: Uint8Array, start: number, end: number): number {
    const alike = this.#byLength[end - start];
    if (alike === undefined) return -1;
    for (let k = 0; k < alike.length; k++) {
      const key = alike[k] as Key;
      if (startsWith(bytes, start, key.bytes)) return key.field;
    }
    return -1;
  }
}
