/**
 * L10 `--closed`: what lies under the root and is named by the lock neither as member nor as skipped. The walk goes beside the sorted
 * members, so that neither has to be held.
 *
 *     the lock names a.csv; the root holds a.csv, b.csv and a folder that cannot be listed
 *       b.csv    EXTRA
 *       folder   IO_ERROR, whatever `--only` selects: nobody knows what lies in it
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Glob, isSelected } from '#core/glob';
import { compareUtf8 } from '#core/order';
import { isBelow } from '#io/below-folder';
import { errorCode } from '#io/os-error';
import { probeRoot } from '#io/probe-root';
import { exactRealPath } from '#io/real-path';
import { type Entry, walk } from '#io/walk';
import { type JudgedLock, judgeExtra, judgeUnlisted, type MemberTally } from '#lock/verify';

/** What the system says of a link without a target. */
const LEADS_NOWHERE = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

export interface ExtrasCheck {
  /** Absolute. */
  readonly root: string;
  /** Only what one of these matches; none means all. */
  readonly only: readonly Glob[];
  /** The real path of the folder that links must not leave, or null. */
  readonly confine: string | null;
  readonly tally: MemberTally;
}

export function findExtras(lock: JudgedLock, { root, only, confine, tally }: ExtrasCheck): void {
  const prune = (directory: string): boolean => {
    if (confine === null || isInside(confine, join(root, directory))) return false;
    judgeUnlisted(tally, directory, 'a link leads out of the root');
    return true;
  };
  const problem = probeRoot(root);
  if (problem !== null) return judgeUnlisted(tally, '.', 'error' in problem ? problem.error : problem.kind);
  let next = 0;
  for (const entry of walk(root, { follow: true, prune })) {
    const path = entry.relativePath;
    while (next < lock.members.count && compareUtf8(lock.members.path(next), path) < 0) next++;
    const nameHex = nameHexOf(entry);
    const isMember = nameHex === null && next < lock.members.count && lock.members.path(next) === path;
    if (isMember || lock.skippedPaths.get(path)?.has(nameHex) === true) continue;
    const found = lookAt(join(root, path));
    if (entry.kind === 'skip' && found.isUnlisted) judgeUnlisted(tally, path, entry.message);
    else if (isSelected(only, path)) judgeExtra(tally, path, found.size);
  }
}

/** The bytes of a name that no path can hold: such an entry is known by them alone, for its path may be another's too. */
function nameHexOf(entry: Entry): string | null {
  const hex = entry.kind === 'skip' && entry.code === 'E_NAME' ? entry.detail['name_hex'] : null;
  return typeof hex === 'string' ? hex : null;
}

interface Look {
  /** Of a regular file. */
  readonly size: number | null;
  /** It is a folder, or may be one, and what lies in it is not known. */
  readonly isUnlisted: boolean;
}

/** A skipped folder that can be listed is a link back to a folder above it: nothing lies in it that was not seen. */
function lookAt(path: string): Look {
  try {
    const found = statSync(path);
    return { size: found.isFile() ? found.size : null, isUnlisted: found.isDirectory() && probeRoot(path) !== null };
  } catch (error) {
    return { size: null, isUnlisted: !LEADS_NOWHERE.has(errorCode(error) ?? '') };
  }
}

/** A folder that cannot be looked at is left to the walk, which says so. */
function isInside(folder: string, path: string): boolean {
  try {
    const real = exactRealPath(path);
    return real === folder || isBelow(folder, real);
  } catch {
    return true;
  }
}
