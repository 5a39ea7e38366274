/** Rows of six whole numbers below 2^32, in pages, so that growing never copies what is there. */
const PAGE_BITS = 13;
const PAGE = 1 << PAGE_BITS;

export const ROW = 6;

export class PagedRows {
  #pages: Uint32Array[] = [];
  length = 0;

  /** The page and the place in it where a new row is to be written. */
  push(): Uint32Array {
    if ((this.length & (PAGE - 1)) === 0) this.#pages.push(new Uint32Array(PAGE * ROW));
    return this.#pages[this.length++ >>> PAGE_BITS] as Uint32Array;
  }

  page(index: number): Uint32Array {
    return this.#pages[index >>> PAGE_BITS] as Uint32Array;
  }
}

/** Where row `index` begins in its page. */
export function rowAt(index: number): number {
  return (index & (PAGE - 1)) * ROW;
}
