/**
 * Finds a file that has the same path as a folder. Both cannot exist.
 *
 *     findPathClash([{ path: 'a' }, { path: 'a-b' }, { path: 'a/b' }])     the member a, and a/b below it
 */

interface Placed {
  readonly path: string;
}

/** `members` are sorted by path in byte order, so paths with a common beginning are adjacent and one pass is enough. */
export function findPathClash<T extends Placed>(members: readonly T[]): { readonly file: T; readonly below: T } | null {
  const beginnings: T[] = [];
  for (const below of members) {
    for (let last = beginnings.at(-1); last !== undefined && !below.path.startsWith(last.path); last = beginnings.at(-1)) beginnings.pop();
    const file = beginnings.find(({ path }) => below.path[path.length] === '/');
    if (file !== undefined) return { file, below };
    beginnings.push(below);
  }
  return null;
}
