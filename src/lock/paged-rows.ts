/** Rows of six integers below 2^32, stored in pages, so that growing never copies existing rows. */
const PAGE_BITS = 13;
const PAGE = 1 << PAGE_BITS;

export const ROW = 6;

export class PagedRows {
  #pages: Uint32Array[] = [];
  length = 0;

  /** Adds a row and returns its page. `rowAt` says where in the page the row begins. */
  push(): Uint32Array {
    if ((this.length & (PAGE - 1)) === 0) this.#pages.push(new Uint32Array(PAGE * ROW));
    return this.#pages[this.length++ >>> PAGE_BITS] as Uint32Array;
  }

  page(index: number): Uint32Array {
    return this.#pages[index >>> PAGE_BITS] as Uint32Array;
  }
}

/** The position in its page at which row `index` begins. */
export function rowAt(index: number): number {
  return (index & (PAGE - 1)) * ROW;
}
