/** Whether there are seals, or a timestamp, beside a document. Nothing of signatures is loaded to know that. */
import { statSync } from 'node:fs';
import { errorCode } from '#disk/os-error';
import { isTaken } from '#disk/path/is-taken';
import { sealsPathOf } from '#sign/ops/seals-file';
import type { Place } from '../contract.ts';
import { isStoreUrl } from './store-url.ts';

export function hasSeals({ path }: Place): boolean {
  return !isStoreUrl(path) && (isTaken(sealsPathOf(path)) || hasTimestamp(path));
}

/** `NAME.tsr` beside a file, as `custody timestamp` and others write it. */
export function hasTimestamp(path: string): boolean {
  return isTaken(`${path}.tsr`) && isFileAt(path);
}

function isFileAt(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return false;
  }
}
