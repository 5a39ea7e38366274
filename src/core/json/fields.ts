/**
 * Where the fields of interest of a JSON object stand, with the whole object judged by the strict rules: for objects that come by the
 * million, of which only a few fields matter.
 *
 *     const record = new FieldReader(['size', 'version']);
 *     record.read(line, 0, line.length);
 *     record.text(VERSION)
 *
 * An object whose keys ascend (as the tools write them) is judged where it lies; any other is first brought into canonical form by the
 * exact reader, so there is one way of looking at fields.
 */
import { encodeUtf8 } from '../utf8.ts';
import { Cursor, JsonError } from './cursor.ts';
import { KeyTable } from './key-table.ts';
import { compareRanges, isPlainValue, passValue } from './pass.ts';
import { parseJson, passColon, passComma, readValue, stringAt } from './read.ts';
import { ObjectShape } from './shape.ts';
import { asciiText, HAS_ESCAPE, scanString, skipSpace } from './token.ts';
import type { JsonValue } from './value.ts';
import { formatSpine } from './write.ts';

/** The place of a name in the list that the reader was made with. */
export type Field = number;

const ABSENT = 0;
const STRING = 1;
const OTHER = 2;

/** The fields of the object read last; one reader serves for a whole stream. */
export class FieldReader {
  bytes: Uint8Array = new Uint8Array(0);
  isObject = false;
  readonly #cursor = new Cursor(this.bytes);
  readonly #keys: KeyTable;
  readonly #kind: Uint8Array;
  readonly #start: Int32Array;
  readonly #end: Int32Array;
  readonly #holds: Uint8Array;
  readonly #shape = new ObjectShape();

  constructor(names: readonly string[]) {
    this.#kind = new Uint8Array(names.length);
    this.#start = new Int32Array(names.length);
    this.#end = new Int32Array(names.length);
    this.#holds = new Uint8Array(names.length);
    this.#keys = new KeyTable(names);
  }

  /** Reads `bytes[start..end)`; throws `JsonError` if that is not one strict JSON value. */
  read(bytes: Uint8Array, start: number, end: number): void {
    const c = this.#cursor;
    c.bytes = bytes;
    c.pos = start;
    c.end = end;
    c.origin = start;
    if (this.#shape.isComplete && this.#readByShape()) return;
    c.pos = start;
    this.#shape.clear();
    skipSpace(c);
    this.isObject = c.pos < end && bytes[c.pos] === 0x7b;
    if (!this.isObject) {
      this.#kind.fill(ABSENT);
      readValue(c, 0);
      this.#requireEnd();
    } else if (!this.#readFields(false)) {
      this.#shape.clear();
      this.#readCanonical(parseJson(bytes, start, end));
    }
  }

  /** True if the object has the shape of the one before; its values are judged, its keys were. Errors are left to the exact way. */
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
    this.#kind.fill(ABSENT);
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
   * The end of the object at `pos` if it has the shape of the one read last and only plain values: strings without escapes, small
   * integers, literals. Such an object is as canonical as that one was. Otherwise -1, and nothing is said of it.
   */
  readAlike(bytes: Uint8Array, pos: number, end: number): number {
    if (!this.#shape.isComplete) return -1;
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

  #passAlike(): number {
    const c = this.#cursor;
    const shape = this.#shape;
    this.bytes = c.bytes;
    this.isObject = true;
    this.#kind.fill(ABSENT);
    for (let index = 0; index < shape.values; index++) {
      const pos = shape.pass(index, c.bytes, c.pos, c.end);
      if (pos < 0) return -1;
      c.pos = pos;
      if (!this.#passField(shape.field(index)) && !isPlainValue(c.bytes, pos, c.pos)) return -1;
    }
    return shape.pass(shape.values, c.bytes, c.pos, c.end);
  }

  #readCanonical(value: JsonValue): void {
    const c = this.#cursor;
    c.bytes = encodeUtf8(formatSpine(value));
    c.pos = 0;
    c.end = c.bytes.length;
    c.origin = 0;
    this.#readFields(true);
  }

  /** False if the keys are not in plain ascending order; `isCanonical` says that this was settled before. */
  #readFields(isCanonical: boolean): boolean {
    const c = this.#cursor;
    this.bytes = c.bytes;
    this.#kind.fill(ABSENT);
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
      if (!isCanonical && (!isPlain || (lastEnd > 0 && compareRanges(c.bytes, lastStart, lastEnd, keyStart, c.pos) >= 0))) return false;
      lastStart = keyStart;
      lastEnd = c.pos;
      const field = isPlain ? this.#keys.find(c.bytes, keyStart + 1, c.pos - 1) : -1;
      passColon(c);
      skipSpace(c);
      if (!isCanonical) this.#shape.add(c.bytes, pieceStart, c.pos, field);
      this.#passField(field);
      pieceStart = c.pos;
      if (passComma(c, 0x7d, 'an object')) break;
    }
    this.#requireEnd();
    if (!isCanonical) this.#shape.close(c.bytes, pieceStart, c.end);
    return true;
  }

  /** True for a string without escapes. */
  #passField(field: number): boolean {
    const c = this.#cursor;
    const start = c.pos;
    const isString = start < c.end && c.bytes[start] === 0x22;
    let holds = 0;
    if (isString) holds = scanString(c);
    else passValue(c, 1, null);
    if (field >= 0) {
      this.#kind[field] = isString ? STRING : OTHER;
      this.#start[field] = start;
      this.#end[field] = c.pos;
      this.#holds[field] = holds;
    }
    return isString && (holds & HAS_ESCAPE) === 0;
  }

  #requireEnd(): void {
    const c = this.#cursor;
    skipSpace(c);
    if (c.pos < c.end) c.fail('trailing characters');
  }

  isString(field: Field): boolean {
    return this.#kind[field] === STRING;
  }

  isAbsent(field: Field): boolean {
    return this.#kind[field] === ABSENT;
  }

  start(field: Field): number {
    return this.#start[field] as number;
  }

  end(field: Field): number {
    return this.#end[field] as number;
  }

  hasEscape(field: Field): boolean {
    return ((this.#holds[field] as number) & HAS_ESCAPE) !== 0;
  }

  /** Whether the value is a natural number of a few digits, as nearly all sizes are. */
  isShortCount(field: Field): boolean {
    if (this.#kind[field] !== OTHER || this.end(field) - this.start(field) > 15) return false;
    for (let i = this.start(field); i < this.end(field); i++) {
      const byte = this.bytes[i] as number;
      if (byte < 0x30 || byte > 0x39) return false;
    }
    return true;
  }

  /** An integer of any length; undefined if the value is none. */
  integer(field: Field): number | bigint | undefined {
    if (this.isShortCount(field)) return Number(asciiText(this.bytes, this.start(field), this.end(field)));
    const value = this.value(field);
    return typeof value === 'number' || typeof value === 'bigint' ? value : undefined;
  }

  text(field: Field): string {
    return stringAt(this.bytes, this.start(field), this.end(field), this.#holds[field] as number);
  }

  value(field: Field): JsonValue | undefined {
    return this.isAbsent(field) ? undefined : parseJson(this.bytes, this.start(field), this.end(field));
  }
}
