/**
 * A pack and a folder store must be separate. A store inside the pack would add extra files to the pack. A pack inside the folders for
 * blobs or manifests would be a foreign file in the store. A store beside or around the pack is allowed.
 *
 *     requireSeparate({ given: 'dec', path: '/data/dec' }, store at /data/dec/store)     E_IO
 */
import { join } from 'node:path';
import { isBelow } from '#disk/path/below';
import { realPath } from '#disk/path/real-path';
import type { Store } from '#store/store';
import { cannotAccess } from '../refusals.ts';
import type { PackTarget } from './target.ts';

const ALLOWED = ['blobs', 'packs'];

export function requireSeparate({ given, path }: PackTarget, { folder, url }: Store): void {
  if (folder === undefined) return;
  const [pack, store] = [realPath(path), realPath(folder)];
  if (isWithin(pack, store)) {
    throw cannotAccess(`the store ${url} lies inside the pack ${given}: the pack would not verify any more`, given, 'Inside the pack');
  }
  if (ALLOWED.some((name) => isWithin(join(store, name), pack))) {
    throw cannotAccess(`the pack ${given} lies among the blobs and manifests of the store ${url}`, given, 'Inside the store');
  }
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || isBelow(folder, path);
}
