/** A path as it was given and as an absolute one. No path is no file and no folder: it never becomes the current folder. */
import { resolve } from 'node:path';
import type { PackTarget } from '#verbs/pack-target';

export function placed(given: string): PackTarget {
  return { given, path: given === '' ? '' : resolve(given) };
}

/** Null for the default folder. */
export function placedTarget(output: string | undefined): PackTarget | null {
  return output === undefined ? null : placed(output);
}
