/** A path as it was given and as an absolute one. No path is no file and no folder: it never becomes the current folder. */
import { joinPath } from '#disk/path/join-path';
import { workingFolder } from '#disk/path/working-folder';
import type { PackTarget } from '#pack/ops/target';

export function placed(given: string): PackTarget {
  return { given, path: absolute(given) };
}

/** As the system takes it (M2). */
export function absolute(given: string): string {
  return joinPath(workingFolder(), given);
}

/** Null for the default folder. */
export function placedTarget(output: string | undefined): PackTarget | null {
  return output === undefined ? null : placed(output);
}
