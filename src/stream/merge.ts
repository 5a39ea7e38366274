/**
 * Merges several scans, each sorted by relative path in byte order, into one that is sorted by (relative_path, root) in byte order. A root
 * that is given twice lists everything twice.
 *
 *     [a/1, c/1] and [b/2]  ->  a/1, b/2, c/1
 */
import { compareUtf8 } from '#core/bytes/order';

export interface Placed {
  readonly relativePath: string;
  readonly root: string;
}

/** Reads the first entry of every scan before it yields the first entry. */
export function* mergeScans<T extends Placed>(scans: readonly Iterator<T, void, undefined>[]): Generator<T, void, undefined> {
  const heads: { entry: T; scan: Iterator<T, void, undefined> }[] = [];
  const advance = (scan: Iterator<T, void, undefined>): void => {
    const next = scan.next();
    if (next.done === true) return;
    heads.splice(placeAfterEquals(heads, next.value), 0, { entry: next.value, scan });
  };
  for (const scan of scans) advance(scan);
  for (let head = heads.shift(); head !== undefined; head = heads.shift()) {
    yield head.entry;
    advance(head.scan);
  }
}

function placeAfterEquals(heads: readonly { readonly entry: Placed }[], entry: Placed): number {
  let low = 0;
  let high = heads.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comparePlaces(entry, (heads[middle] as { entry: Placed }).entry) < 0) high = middle;
    else low = middle + 1;
  }
  return low;
}

function comparePlaces(a: Placed, b: Placed): number {
  return compareUtf8(a.relativePath, b.relativePath) || compareUtf8(a.root, b.root);
}
