/**
 * A path with its links resolved, as far as it is there.
 *
 *     realPath('/data/way/none/yet')   /data/elsewhere/none/yet, where way is a link to elsewhere
 */
import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}
