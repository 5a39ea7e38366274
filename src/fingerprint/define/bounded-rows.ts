/**
 * Keeps extracted rows up to 10,000 cells and 1,048,576 characters. If there are more, only the BLAKE3 of all rows is kept (`framing.ts`), so that
 * memory stays bounded and the content hash still covers every value.
 *
 *     { rows: [['a', null]] }     or     { rows_hash: 'blake3:…' }
 */
import type { JsonObject } from '#core/json/value';
import { ParseFailure, type Row } from '#core/parsed';
import type { NewHasher } from '#core/ports';
import { Framer } from '../builtin/framing.ts';
import { GridContent } from '../builtin/grid-content.ts';

export const MAX_CELLS = 10_000;
export const MAX_CHARACTERS = 1 << 20;

export class BoundedRows {
  readonly #newHasher: NewHasher;
  #kept: Row[] = [];
  #cells = 0;
  #characters = 0;
  #hashing: { readonly framer: Framer; readonly content: GridContent } | null = null;
  count = 0;

  constructor(newHasher: NewHasher) {
    this.#newHasher = newHasher;
  }

  add(row: Row): void {
    this.count++;
    if (this.#hashing !== null) return this.#hashing.content.row(row);
    this.#kept.push(row);
    // An empty row takes memory too.
    this.#cells += Math.max(row.length, 1);
    for (const cell of row) this.#characters += wellFormed(cell ?? '').length;
    if (this.#cells > MAX_CELLS || this.#characters > MAX_CHARACTERS) this.#startHashing();
  }

  /** Returns the rows under `name`, or their hash under `name_hash` if there were too many; `shape` converts a row for the output. */
  result(name: string, shape: (row: Row) => Row | string | null = (row) => row): JsonObject {
    if (this.#hashing === null) return { [name]: this.#kept.map(shape) };
    this.#hashing.content.endSheet();
    return { [`${name}_hash`]: this.#hashing.framer.end() };
  }

  #startHashing(): void {
    const framer = new Framer(this.#newHasher);
    const content = new GridContent(framer, { isExact: true });
    for (const row of this.#kept) content.row(row);
    this.#kept = [];
    this.#hashing = { framer, content };
  }
}

/** Lone surrogates are refused, because the extracted text is written as JSON. */
export function wellFormed(text: string): string {
  if (!text.isWellFormed()) throw new ParseFailure('expected well-formed text, found a lone surrogate');
  return text;
}
