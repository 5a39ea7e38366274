/** A path as given and as an absolute path. An empty path is neither a file nor a folder: it never becomes the current folder. */
import { joinPath } from '#disk/path/join-path';
import { workingFolder } from '#disk/path/working-folder';
import type { PackTarget } from '#pack/ops/target';

export function givenPath(given: string): PackTarget {
  return { given, path: absolute(given) };
}

/** As the system interprets it (M2). */
export function absolute(given: string): string {
  return joinPath(workingFolder(), given);
}

/** Null for the default folder. */
export function givenTarget(output: string | undefined): PackTarget | null {
  return output === undefined ? null : givenPath(output);
}
