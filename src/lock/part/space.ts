/**
 * The memory of a merge: one region for each part, and the page into which entries are copied. All are in one buffer, because bytes are
 * copied within one buffer three times as fast as between two.
 *
 *     const space = new MergeSpace(16);
 *     space.bytes.subarray(space.regionAt(3), space.regionAt(4))     the region of part 3
 */

/** The longest line of a part, apart from its head. The path of a file has at most some thousand bytes. */
export const MAX_LINE = 1 << 17;

/** The size of a region: it has room for an entry and the whole entry after it. */
const REGION = 2 * MAX_LINE;

/** The size of the page. It is longer than the pieces that are collected for a file, so that it is written without another copy. */
const PAGE = (1 << 20) + 2 * MAX_LINE;

export class MergeSpace {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly page: number;

  constructor(parts: number) {
    this.page = parts * REGION;
    this.bytes = new Uint8Array(this.page + PAGE);
    this.view = new DataView(this.bytes.buffer);
  }

  regionAt(part: number): number {
    return part * REGION;
  }
}
