/**
 * What a lock pins and no manifest declares any more: a manifest whose id was changed, or that cannot be read, is the one it was. A file is
 * named only where nothing else could be meant.
 *
 *     lostManifests(['org.example.reg.aml'], [{ place: 'modules/reg/aml/module.yaml', id: 'org.example.reg.aMl', sha256 }])
 */
export interface Manifest {
  /** Relative to the root. */
  readonly place: string;
  /** Null where it cannot be read. */
  readonly id: string | null;
  readonly sha256: string;
}

/** By the id that was lost. */
export function lostManifests(lost: readonly string[], strays: readonly Manifest[]): ReadonlyMap<string, Manifest> {
  const found = new Map<string, Manifest>();
  for (const id of lost) {
    const alike = strays.filter((stray) => stray.id !== null && isAlike(id, stray.id));
    if (alike.length === 1) found.set(id, alike[0] as Manifest);
  }
  const [only, ...others] = lost.filter((id) => !found.has(id));
  const unreadable = strays.filter(({ id }) => id === null);
  if (only !== undefined && others.length === 0 && unreadable.length === 1) found.set(only, unreadable[0] as Manifest);
  return found;
}

/** But for one or two characters in one place. */
function isAlike(a: string, b: string): boolean {
  const longest = Math.max(a.length, b.length);
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return start + end >= longest - 2;
}
