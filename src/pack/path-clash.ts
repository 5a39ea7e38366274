/**
 * A file cannot lie beside a folder of its own name.
 *
 *     findPathClash([{ path: 'a' }, { path: 'a-b' }, { path: 'a/b' }])     the member a, and a/b below it
 */

interface Placed {
  readonly path: string;
}

/** `members` ascend by the bytes of their paths, so those that begin alike stand together: one look at each is enough. */
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
