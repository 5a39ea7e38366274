/**
 * The command that lists the nearest existing folder above a path.
 *
 *     listThere('/w/zones/one/overlays/a.patch', 'zones/one/overlays/a.patch')     ls -la zones/one
 */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { listParentCommand } from '#core/shell-words';

/** `shown` is the path as it is shown, `path` is its location. */
export function listThere(path: string, shown: string): string | null {
  const above = dirname(path);
  return existsSync(above) || above === path ? listParentCommand(shown) : listThere(above, dirname(shown));
}
