/**
 * The command that shows the nearest folder above a path that is there; the folder that the path is named in may be missing too.
 *
 *     listThere('/w/zones/one/overlays/a.patch', 'zones/one/overlays/a.patch')     ls -la zones/one
 */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { listParent } from '#core/shell-words';

/** `shown` is the path as it is shown, of which `path` is where it leads. */
export function listThere(path: string, shown: string): string | null {
  const above = dirname(path);
  return existsSync(above) || above === path ? listParent(shown) : listThere(above, dirname(shown));
}
