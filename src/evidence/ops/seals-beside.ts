/** Whether there are seals, or a timestamp, beside a document. Nothing of signatures is loaded to know that. */
import { isTaken } from '#disk/path/is-taken';
import { isFileThere } from '#disk/path/stat-if-there';
import { sealsPathOf } from '#sign/ops/seals-file';
import type { Place } from '../contract.ts';
import { isStoreUrl } from './store-url.ts';

export function hasSeals({ path }: Place): boolean {
  return !isStoreUrl(path) && (isTaken(sealsPathOf(path)) || hasTimestamp(path));
}

/** `NAME.tsr` beside a file, as `custody timestamp` and others write it. */
export function hasTimestamp(path: string): boolean {
  return isTaken(`${path}.tsr`) && isFileThere(path);
}
