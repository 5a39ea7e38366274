/** The positions and kinds of the fields of an object, in its bytes. */
import { startsWith } from '../bytes/prefix.ts';
import { parseJson, stringAt } from './read.ts';
import { HAS_ESCAPE } from './token.ts';
import type { JsonValue } from './value.ts';

/** The index of a name in the list that was passed to the reader. */
export type Field = number;

const ABSENT = 0;
const STRING = 1;
const OTHER = 2;

export class FieldPlaces {
  bytes: Uint8Array = new Uint8Array(0);
  readonly #kind: Uint8Array;
  readonly #start: Int32Array;
  readonly #end: Int32Array;
  readonly #holds: Uint8Array;

  constructor(count: number) {
    this.#kind = new Uint8Array(count);
    this.#start = new Int32Array(count);
    this.#end = new Int32Array(count);
    this.#holds = new Uint8Array(count);
  }

  clear(): void {
    this.#kind.fill(ABSENT);
  }

  /** `holds` are the bits that `scanString` returned for a string. */
  put(field: Field, isString: boolean, start: number, end: number, holds: number): void {
    this.#kind[field] = isString ? STRING : OTHER;
    this.#start[field] = start;
    this.#end[field] = end;
    this.#holds[field] = holds;
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

  /** Whether the value is present and has exactly these bytes. */
  isSpelled(field: Field, token: Uint8Array): boolean {
    const start = this.start(field);
    return this.#kind[field] !== ABSENT && this.end(field) - start === token.length && startsWith(this.bytes, start, token);
  }

  /** Whether the value is a natural number of few digits, as nearly all sizes are. */
  isShortCount(field: Field): boolean {
    if (this.#kind[field] !== OTHER || this.end(field) - this.start(field) > 15) return false;
    for (let i = this.start(field); i < this.end(field); i++) {
      const byte = this.bytes[i] as number;
      if (byte < 0x30 || byte > 0x39) return false;
    }
    return true;
  }

  /** The value of a field for which `isShortCount` is true. */
  shortCount(field: Field): number {
    let count = 0;
    for (let i = this.start(field); i < this.end(field); i++) count = count * 10 + (this.bytes[i] as number) - 0x30;
    return count;
  }

  /** Returns an integer of any length, or undefined if the value is not an integer. */
  integer(field: Field): number | bigint | undefined {
    if (this.isShortCount(field)) return this.shortCount(field);
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
