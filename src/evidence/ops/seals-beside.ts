/** Whether there are seals beside a document. Nothing of signatures is loaded to know that. */
import { statIfThere } from '#disk/path/stat-if-there';
import { sealsPathOf } from '#sign/ops/seals-file';
import type { Place } from '../contract.ts';
import { isStoreUrl } from './store-url.ts';

export function hasSeals({ path }: Place): boolean {
  return !isStoreUrl(path) && statIfThere(sealsPathOf(path)) !== undefined;
}
