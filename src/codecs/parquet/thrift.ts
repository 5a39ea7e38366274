/**
 * The compact protocol of Thrift, in which a Parquet file describes itself. Every struct is described by a table of its fields, and a field
 * must have the wire type of its row: a reader that trusts the bytes instead takes damage for data. Unknown fields are skipped, because a
 * later version of the format may add some.
 *
 *     const POINT = struct({ x: required(1, I32), y: optional(2, I32) });
 *     new ThriftReader(bytes, 0, bytes.length).struct(POINT)      { x: 7, y: undefined }
 */
import { decodeUtf8 } from '#core/bytes/utf8';
import { damaged } from './damage.ts';

const WIRE = { true: 1, false: 2, i8: 3, i16: 4, i32: 5, i64: 6, double: 7, binary: 8, list: 9, set: 10, map: 11, struct: 12 } as const;
/** The deepest nesting of structs and lists; a file needs less than ten. */
const MAX_LEVELS = 32;

export interface Kind<T> {
  /** The wire types that the value may have. */
  readonly wires: readonly number[];
  read(reader: ThriftReader, wire: number): T;
}

interface Field<T> {
  readonly id: number;
  readonly kind: Kind<T>;
  readonly isRequired: boolean;
}

type Table = Readonly<Record<string, Field<unknown>>>;
type ValueOf<F> = F extends Field<infer T> ? T : never;
export type StructOf<K> = K extends Kind<infer T> ? T : never;

export function required<T>(id: number, kind: Kind<T>): Field<T> {
  return { id, kind, isRequired: true };
}

export function optional<T>(id: number, kind: Kind<T>): Field<T | undefined> {
  return { id, kind, isRequired: false };
}

export const BOOL: Kind<boolean> = { wires: [WIRE.true, WIRE.false], read: (_, wire) => wire === WIRE.true };
export const I8: Kind<number> = { wires: [WIRE.i8], read: (reader) => (reader.byte() << 24) >> 24 };
export const I16: Kind<number> = { wires: [WIRE.i16], read: (reader) => reader.integer(16) };
export const I32: Kind<number> = { wires: [WIRE.i32], read: (reader) => reader.integer(32) };
/** Offsets and counts: an integer beyond 2^53 is refused, as no file is so long. */
export const I64: Kind<number> = { wires: [WIRE.i64], read: (reader) => reader.integer(64) };
export const BINARY: Kind<Uint8Array> = { wires: [WIRE.binary], read: (reader) => reader.binary() };
export const TEXT: Kind<string> = {
  wires: [WIRE.binary],
  read(reader) {
    try {
      return decodeUtf8(reader.binary());
    } catch {
      return damaged('a text that is not UTF-8');
    }
  },
};

/** An integer that stands for one of the names; an integer without a name is a failure. */
export function enumOf<const N extends readonly (string | null)[]>(what: string, names: N): Kind<NonNullable<N[number]>> {
  return {
    wires: [WIRE.i32],
    read(reader) {
      const value = reader.integer(32);
      return names[value] ?? damaged(`unknown ${what} ${value}`);
    },
  };
}

export function listOf<T>(kind: Kind<T>): Kind<readonly T[]> {
  return { wires: [WIRE.list], read: (reader) => reader.list(kind) };
}

export function struct<T extends Table>(fields: T): Kind<{ readonly [K in keyof T]: ValueOf<T[K]> }> {
  const byId = new Map(Object.entries(fields).map(([name, field]) => [field.id, { name, field }]));
  const needed = Object.entries(fields).filter(([, { isRequired }]) => isRequired);
  return {
    wires: [WIRE.struct],
    read(reader) {
      const values: Record<string, unknown> = {};
      reader.fields((id, wire) => {
        const known = byId.get(id);
        if (known === undefined) return reader.passValue(wire);
        if (!known.field.kind.wires.includes(wire)) damaged(`field ${known.name} has the wrong type`);
        values[known.name] = known.field.kind.read(reader, wire);
      });
      for (const [name] of needed) if (!(name in values)) damaged(`field ${name} is missing`);
      return values as { readonly [K in keyof T]: ValueOf<T[K]> };
    },
  };
}

/** A union: exactly one field, known or not. */
export function union<T extends Table>(fields: T): Kind<{ readonly name: keyof T | null; readonly id: number; readonly value: unknown }> {
  const byId = new Map(Object.entries(fields).map(([name, field]) => [field.id, { name, field }]));
  return {
    wires: [WIRE.struct],
    read(reader) {
      let found: { name: keyof T | null; id: number; value: unknown } | null = null;
      reader.fields((id, wire) => {
        if (found !== null) damaged('a union with two values');
        const known = byId.get(id);
        if (known === undefined) {
          reader.passValue(wire);
          found = { name: null, id, value: null };
          return;
        }
        if (!known.field.kind.wires.includes(wire)) damaged(`field ${known.name} has the wrong type`);
        found = { name: known.name, id, value: known.field.kind.read(reader, wire) };
      });
      return found ?? damaged('a union without a value');
    },
  };
}

export class ThriftReader {
  readonly bytes: Uint8Array;
  readonly end: number;
  pos: number;
  #levels = 0;

  constructor(bytes: Uint8Array, start: number, end: number) {
    this.bytes = bytes;
    this.pos = start;
    this.end = end;
  }

  struct<T>(kind: Kind<T>): T {
    return kind.read(this, WIRE.struct);
  }

  byte(): number {
    if (this.pos >= this.end) damaged('a description that is cut off');
    return this.bytes[this.pos++] as number;
  }

  /** Calls `onField` for each field; it must read or skip the value. */
  fields(onField: (id: number, wire: number) => void): void {
    if (++this.#levels > MAX_LEVELS) damaged('a description that is nested too deeply');
    const seen = new Set<number>();
    for (let id = 0; ; ) {
      const head = this.byte();
      if (head === 0) break;
      const [delta, wire] = [head >> 4, head & 0xf];
      id = delta === 0 ? this.integer(16) : id + delta;
      if (wire < WIRE.true || wire > WIRE.struct) damaged(`unknown type ${wire} in a description`);
      if (seen.has(id)) damaged(`field ${id} twice`);
      seen.add(id);
      onField(id, wire);
    }
    this.#levels--;
  }

  list<T>(kind: Kind<T>): readonly T[] {
    const { count, wire } = this.#listHead();
    // fastparquet states no type for an empty list.
    if (count === 0 && wire === 0) return [];
    if (!kind.wires.includes(wire)) damaged('a list of the wrong type');
    const values: T[] = [];
    for (let i = 0; i < count; i++) values.push(kind.read(this, wire === WIRE.true || wire === WIRE.false ? this.byte() : wire));
    return values;
  }

  binary(): Uint8Array {
    const length = this.#unsigned(32);
    if (length > this.end - this.pos) damaged('a description that is cut off');
    this.pos += length;
    return this.bytes.subarray(this.pos - length, this.pos);
  }

  /** A zigzag integer that fits the bits. */
  integer(bits: 16 | 32 | 64): number {
    const raw = this.#unsigned(bits);
    if (raw > 0xffffffff) return raw % 2 === 0 ? raw / 2 : -(raw + 1) / 2;
    return (raw >>> 1) ^ -(raw & 1);
  }

  passValue(wire: number): void {
    switch (wire) {
      case WIRE.true:
      case WIRE.false:
        return;
      case WIRE.i8:
        this.byte();
        return;
      case WIRE.i16:
      case WIRE.i32:
      case WIRE.i64:
        this.#skipVarint();
        return;
      case WIRE.double:
        for (let i = 0; i < 8; i++) this.byte();
        return;
      case WIRE.binary:
        this.binary();
        return;
      case WIRE.struct:
        return this.fields((_, inner) => this.passValue(inner));
      default:
        return this.#skipMany(wire);
    }
  }

  #skipMany(wire: number): void {
    if (wire !== WIRE.list && wire !== WIRE.set) damaged(`unknown type ${wire} in a description`);
    if (++this.#levels > MAX_LEVELS) damaged('a description that is nested too deeply');
    const { count, wire: inner } = this.#listHead();
    for (let i = 0; i < count; i++) {
      if (inner === WIRE.true || inner === WIRE.false) this.byte();
      else this.passValue(inner);
    }
    this.#levels--;
  }

  #listHead(): { count: number; wire: number } {
    const head = this.byte();
    const count = head >> 4 === 0xf ? this.#unsigned(32) : head >> 4;
    // Every element has at least one byte.
    if (count > this.end - this.pos) damaged('a list that is cut off');
    return { count, wire: head & 0xf };
  }

  #skipVarint(): void {
    for (let i = 0; i < 10; i++) if (this.byte() < 0x80) return;
    damaged('a number that is too long');
  }

  #unsigned(bits: 16 | 32 | 64): number {
    let value = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (value > Number.MAX_SAFE_INTEGER || (bits < 64 && value >= 2 ** bits)) damaged('a number that is out of range');
      if (byte < 0x80) return value;
      if (factor > Number.MAX_SAFE_INTEGER) damaged('a number that is too long');
    }
  }
}
