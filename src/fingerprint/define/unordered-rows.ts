/**
 * Rows whose order does not count. They are sorted by the BLAKE3 of each row, in its framed form: equal rows count as often as they occur, and two
 * different tables have different results. Few rows are kept and shown, of more only their hash. At most 4,194,304 rows (128 MiB) can be sorted;
 * for more there is no result.
 *
 *     { rows: [['a', null], ['b', '1']] }     or     { rows_hash: 'blake3:…' }
 */
import type { JsonObject } from '#core/json/value';
import type { Row } from '#core/parsed';
import type { NewHasher } from '#core/ports';
import { Framer } from '../builtin/framing.ts';
import { MAX_CELLS, MAX_CHARACTERS } from './bounded-rows.ts';

const DIGEST = 32;
export const MAX_UNORDERED = 1 << 22;

export class UnorderedRows {
  readonly #newHasher: NewHasher;
  #kept: Row[] | null = [];
  #cells = 0;
  #characters = 0;
  #digests = new Uint8Array(DIGEST << 10);
  count = 0;

  constructor(newHasher: NewHasher) {
    this.#newHasher = newHasher;
  }

  add(row: Row): void {
    if (this.count++ >= MAX_UNORDERED) return;
    this.#keep(row);
    if (this.count * DIGEST > this.#digests.length) {
      const larger = new Uint8Array(2 * this.#digests.length);
      larger.set(this.#digests);
      this.#digests = larger;
    }
    const framer = new Framer(this.#newHasher);
    framer.number(row.length);
    for (const cell of row) framer.text(cell);
    const hex = framer.end().slice('blake3:'.length);
    for (let i = 0; i < DIGEST; i++) this.#digests[(this.count - 1) * DIGEST + i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  }

  /** Null if there were too many rows. */
  result(name: string): JsonObject | null {
    if (this.count > MAX_UNORDERED) return null;
    const order = this.#sorted();
    const kept = this.#kept;
    if (kept !== null) return { [name]: Array.from(order, (index) => kept[index] as Row) };
    const framer = new Framer(this.#newHasher);
    framer.number(this.count);
    for (const index of order) framer.encoded(this.#digests, index * DIGEST, (index + 1) * DIGEST);
    return { [`${name}_hash`]: framer.end() };
  }

  #keep(row: Row): void {
    if (this.#kept === null) return;
    this.#kept.push(row);
    this.#cells += Math.max(row.length, 1);
    for (const cell of row) this.#characters += cell?.length ?? 0;
    if (this.#cells > MAX_CELLS || this.#characters > MAX_CHARACTERS) this.#kept = null;
  }

  #sorted(): Uint32Array {
    const digests = this.#digests;
    const order = Uint32Array.from({ length: this.count }, (_, i) => i);
    return order.sort((a, b) => {
      for (let i = 0; i < DIGEST; i++) {
        const difference = (digests[a * DIGEST + i] as number) - (digests[b * DIGEST + i] as number);
        if (difference !== 0) return difference;
      }
      return 0;
    });
  }
}
