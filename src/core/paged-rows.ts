/** Rows of integers below 2^32, six unless another width is given, stored in pages, so that growing never copies existing rows. */
const PAGE_BITS = 13;
const PAGE = 1 << PAGE_BITS;

export const ROW = 6;

export class PagedRows {
  readonly #pages: Uint32Array[] = [];
  readonly #width: number;
  length = 0;

  constructor(width = ROW) {
    this.#width = width;
  }

  /** Adds a row and returns its page. `rowAt` says where in the page the row begins. */
  push(): Uint32Array {
    if ((this.length & (PAGE - 1)) === 0) this.#pages.push(new Uint32Array(PAGE * this.#width));
    return this.#pages[this.length++ >>> PAGE_BITS] as Uint32Array;
  }

  page(index: number): Uint32Array {
    return this.#pages[index >>> PAGE_BITS] as Uint32Array;
  }
}

/** The position in its page at which row `index` begins. */
export function rowAt(index: number, width = ROW): number {
  return (index & (PAGE - 1)) * width;
}
