/**
 * Whether something is a file or folder, or lies below it, however links hide that.
 *
 *     liesIn('/data/pack', '/data/way/manifest.json')   true, where way is a link to pack
 */
import { isBelow } from './below.ts';
import { realPath } from './real-path.ts';

/** Both absolute; no path is nowhere. */
export function liesIn(place: string, path: string): boolean {
  if (place === '' || path === '') return false;
  const [around, inner] = [realPath(place), realPath(path)];
  return around === inner || isBelow(around, inner);
}
