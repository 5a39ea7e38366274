/**
 * The values that the pointers of an assertion lead to, for one row of JSON, as cells: strings as their text, numbers as the exact decimal,
 * arrays and objects as JSON. Null, and a pointer that leads to nothing, are blank cells. It is reused for every row.
 */

import { ByteWriter } from '#core/bytes/writer';
import { keptText } from '#core/cells';
import { Float, type JsonValue } from '#core/json/value';
import { formatExact, quote } from '#core/json/write';
import type { CellBlock } from '#core/parsed';
import { shown } from '../shown.ts';
import { type CellPlace, NamedCells, shortened } from './named-cells.ts';

export type JsonKind = 'nothing' | 'null' | 'string' | 'number' | 'boolean' | 'array' | 'object';

export class PointedCells extends NamedCells {
  readonly #out = new ByteWriter();
  readonly #kinds: JsonKind[];
  readonly #sizes: number[];
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  readonly #rowEnds: Int32Array;
  readonly #whereOf: (from: number, count: number) => CellPlace;
  #line = 0;
  /** The value in which the pointers with all `*` begin. */
  base: JsonValue | undefined;

  /** `whereOf` says where the cells of this row are. */
  constructor(count: number, whereOf: (from: number, count: number) => CellPlace) {
    super(Array.from({ length: count }, (_, i) => i));
    this.#kinds = Array.from({ length: count }, () => 'nothing');
    this.#sizes = Array.from({ length: count }, () => 0);
    [this.#starts, this.#ends, this.#rowEnds] = [new Int32Array(count), new Int32Array(count), Int32Array.of(count)];
    this.#whereOf = whereOf;
  }

  begin(line: number, base: JsonValue | undefined): void {
    this.#out.length = 0;
    this.#line = line;
    this.base = base;
  }

  put(name: number, value: JsonValue | undefined): void {
    const kind = kindOf(value);
    this.#kinds[name] = kind;
    this.#sizes[name] = kind === 'array' ? (value as readonly JsonValue[]).length : 0;
    this.#starts[name] = this.#out.length;
    if (kind === 'string') this.#out.text(value as string);
    else if (kind !== 'nothing' && kind !== 'null') this.#out.text(formatExact(value as JsonValue));
    this.#ends[name] = this.#out.length;
  }

  end(): void {
    const block: CellBlock = {
      bytes: this.#out.bytes,
      starts: this.#starts,
      ends: this.#ends,
      rowEnds: this.#rowEnds,
      rows: 1,
      line: this.#line,
      latin1: () => null,
    };
    this.set(block, 0);
  }

  kind(name: number): JsonKind {
    return this.#kinds[name] as JsonKind;
  }

  /** The number of items of an array. */
  size(name: number): number {
    return this.#sizes[name] as number;
  }

  /** The value as JSON; null if there is none. `text` is written instead of that of a string or number. */
  json(name: number, text: string | null): string | null {
    const kind = this.kind(name);
    if (kind === 'nothing') return null;
    const own = text ?? keptText(this.block, this.cell(name)) ?? '';
    return kind === 'string' ? quote(own) : kind === 'null' ? 'null' : own;
  }

  /** Strings in quotes, other values as they are. */
  override shown(name: number): string {
    const kind = this.kind(name);
    if (kind === 'nothing' || kind === 'null') return kind;
    const text = shortened(this.kept(name) ?? '');
    return kind === 'string' ? shown(text) : text.toWellFormed();
  }

  /** A value is a row, whatever it is. */
  override isBlankRow(): boolean {
    return false;
  }

  override where(from: number, count: number): CellPlace {
    return this.#whereOf(from, count);
  }
}

export function kindOf(value: JsonValue | undefined): JsonKind {
  switch (typeof value) {
    case 'undefined':
      return 'nothing';
    case 'string':
      return 'string';
    case 'boolean':
      return 'boolean';
    case 'number':
    case 'bigint':
      return 'number';
    default:
      if (value === null) return 'null';
      return Array.isArray(value) ? 'array' : value instanceof Float ? 'number' : 'object';
  }
}
