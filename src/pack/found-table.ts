/**
 * What was found for each member of a pack, by its number. A million files with other bytes than expected need 50 bytes each here, a third
 * of what their facts need as objects.
 *
 *     found.set(0, { kind: 'proven', size: 812 });
 *     found.at(0)       { kind: 'proven', size: 812 }
 *     found.at(1)       undefined: nothing is known yet
 */
import { type Found, MISSING, NOT_REGULAR } from '#core/found';
import { PagedRows, rowAt } from '#core/paged-rows';

const UNKNOWN = 0;
const PROVEN = 1;
const DIFFERENT = 2;
const ABSENT = 3;
const IRREGULAR = 4;
const OTHER = 5;

const SHA256 = /^sha256:[0-9a-f]{64}$/;
/** The columns of a row for a file with other bytes: eight for the hash, two for the size. */
const SIZE = 8;
const ROW = 10;
const HALF = 2 ** 32;

export class FoundTable {
  readonly #kinds: Uint8Array;
  /** The size of a proven file, or the row of a file with other bytes. */
  readonly #numbers: Float64Array;
  readonly #rows = new PagedRows(ROW);
  /** Facts that are rare. */
  readonly #others = new Map<number, Found>();
  #proven = 0;
  #bytes = 0;

  readonly length: number;

  constructor(length: number) {
    this.length = length;
    this.#kinds = new Uint8Array(length);
    this.#numbers = new Float64Array(length);
  }

  has(index: number): boolean {
    return this.#kinds[index] !== UNKNOWN;
  }

  isProven(index: number): boolean {
    return this.#kinds[index] === PROVEN;
  }

  /** How many members were proven, and the size of their files together. */
  proven(): { readonly count: number; readonly bytes: number } {
    return { count: this.#proven, bytes: this.#bytes };
  }

  get isAllProven(): boolean {
    return this.#proven === this.length;
  }

  set(index: number, found: Found): void {
    if (this.#kinds[index] === PROVEN) {
      this.#proven--;
      this.#bytes -= this.#numbers[index] as number;
    }
    if (found.kind === 'proven') {
      this.#kinds[index] = PROVEN;
      this.#numbers[index] = found.size;
      this.#proven++;
      this.#bytes += found.size;
    } else if (found.kind === 'different' && SHA256.test(found.bytesHash)) {
      this.#kinds[index] = DIFFERENT;
      this.#numbers[index] = this.#rows.length;
      this.#addRow(found.bytesHash, found.size);
    } else if (found.kind === 'missing') this.#kinds[index] = ABSENT;
    else if (found.kind === 'not regular') this.#kinds[index] = IRREGULAR;
    else {
      this.#kinds[index] = OTHER;
      this.#others.set(index, found);
    }
  }

  #addRow(hash: string, size: number): void {
    const at = rowAt(this.#rows.length, ROW);
    const page = this.#rows.push();
    for (let word = 0; word < SIZE; word++) page[at + word] = Number.parseInt(hash.slice(7 + word * 8, 15 + word * 8), 16);
    page[at + SIZE] = Math.floor(size / HALF);
    page[at + SIZE + 1] = size % HALF;
  }

  at(index: number): Found | undefined {
    switch (this.#kinds[index]) {
      case PROVEN:
        return { kind: 'proven', size: this.#numbers[index] as number };
      case DIFFERENT:
        return this.#different(this.#numbers[index] as number);
      case ABSENT:
        return MISSING;
      case IRREGULAR:
        return NOT_REGULAR;
      default:
        return this.#others.get(index);
    }
  }

  #different(row: number): Found {
    const [page, at] = [this.#rows.page(row), rowAt(row, ROW)];
    let hex = '';
    for (let word = 0; word < SIZE; word++) hex += (page[at + word] as number).toString(16).padStart(8, '0');
    return { kind: 'different', bytesHash: `sha256:${hex}`, size: (page[at + SIZE] as number) * HALF + (page[at + SIZE + 1] as number) };
  }
}
