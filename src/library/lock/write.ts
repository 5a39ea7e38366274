/** Writes a new lock to a file, as `--output` does: complete or not at all, and only over the same lock (M3). */
import { Refusal } from '#core/refusal';
import { writeRemedy } from '#core/write-remedy';
import { errorCode, osText } from '#disk/os-error';
import { isInside } from '#disk/path/real-path';
import { writeWhole } from '#disk/write/whole-file';
import { emitLock, type Lock } from '#lock/document';
import { memberAt } from '#lock/ops/member-at';
import { openLockOutput } from '#lock/ops/output';
import { cannotAccess, outputInRoot, outputIsMember } from '#lock/refusals';
import type { PathFilter } from '#stream/filter';
import { isScanned, type ScanRoot } from '#stream/ops/scan-root';
import { absolute } from '../given-path.ts';

export interface LockToWrite {
  readonly lock: Lock;
  readonly lockHash: string;
  /** The folders of its members, as far as they are known. */
  readonly roots: readonly string[];
  /** The folder that was scanned, and its rules: the lock must not be in it, unless the rules exclude it. */
  readonly scanned: { readonly root: ScanRoot; readonly filter: PathFilter; readonly links: readonly string[] } | null;
}

export function writeLock(
  { lock, lockHash, roots, scanned }: LockToWrite,
  path: string,
  { sync = true, force = false }: { readonly sync?: boolean; readonly force?: boolean } = {},
): void {
  const target = absolute(path);
  if (scanned !== null && isInScan(scanned, target)) throw outputInRoot(path, scanned.root.given, null);
  const member = memberAt(target, { roots, members: lock.members });
  if (member !== null) throw outputIsMember(path, member);
  const place = openLockOutput({ given: path, path: target, force });
  place.accept(lock, null);
  try {
    writeWhole(target, (write) => emitLock(lock, lockHash, write), { sync, beforeRename: () => place.recheck() });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const text = osText(error);
    throw cannotAccess(`cannot write output file — ${text}`, path, text, writeRemedy(path, errorCode(error)));
  }
}

/** Whether the next scan of the same folder would pin the lock, also through a link. */
function isInScan({ root, filter, links }: NonNullable<LockToWrite['scanned']>, target: string): boolean {
  return isScanned(root.path, filter, target) || links.some((link) => isInside(link, target));
}
