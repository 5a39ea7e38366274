/** Which part each entry of a merge came from, with two bytes for each: 100,000,000 entries need 200 MB. */
const SHIFT = 20;
const PAGE = 1 << SHIFT;

export class MergeOrder {
  readonly #pages: Uint16Array[] = [];
  count = 0;

  /** Pages are added as entries are read: the counts in a head are only claims. */
  push(part: number): void {
    const at = this.count & (PAGE - 1);
    if (at === 0) this.#pages.push(new Uint16Array(PAGE));
    (this.#pages[this.#pages.length - 1] as Uint16Array)[at] = part;
    this.count++;
  }

  at(entry: number): number {
    return (this.#pages[Math.floor(entry / PAGE)] as Uint16Array)[entry & (PAGE - 1)] as number;
  }
}
