/**
 * L10 `--closed`: finds files under the root, within the scope of the lock, that the lock lists neither as a member nor as skipped. It also
 * finds files that exist at paths that the lock skipped. The walk and the members are both sorted and are compared step by step, so neither
 * is kept in memory.
 *
 *     the lock lists a.csv, and c.csv as skipped; the root contains a.csv, b.csv, c.csv and a folder that cannot be listed
 *       b.csv    EXTRA
 *       c.csv    SKIPPED_PRESENT
 *       folder   IO_ERROR, whatever `--only` selects: its contents are unknown
 */
import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { compareUtf8 } from '#core/bytes/order';
import { type Glob, isSelected } from '#core/glob/glob';
import { SEALS_SUFFIX } from '#core/seals-name';
import { errorCode } from '#disk/os-error';
import { isBelow } from '#disk/path/below';
import { exactRealPath } from '#disk/path/real-path';
import { fileIdentity, isSameFolder } from '#disk/path/same-file';
import { probeRoot } from '#disk/walk/check-root';
import { type Entry, walk } from '#disk/walk/walk';
import { parseFilter, prunesDirectory } from '#stream/filter';
import { keepsEntry } from '#stream/ops/scan-root';
import type { EntryTable } from '../entry-table.ts';
import { type JudgedLock, judgeExtra, judgeSkippedPresent, judgeUnlisted, type MemberTally } from '../verify.ts';

/** The system errors for a link without a target. */
const BROKEN_LINK = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

export interface OwnFile {
  /** The real path: seals lie beside the file itself, not beside a link to it. */
  readonly path: string;
  /** Device and inode. */
  readonly identity: string;
}

export interface ExtrasCheck {
  /** An absolute path. */
  readonly root: string;
  /** Only paths that match one of these globs are reported. An empty list means all paths. */
  readonly only: readonly Glob[];
  /** The real path of the folder that links must not lead out of, or null. */
  readonly confine: string | null;
  readonly tally: MemberTally;
  readonly follow: boolean;
  /** The lockfile itself, which is not an extra file, and neither are its seals beside it. */
  readonly lockfile: OwnFile | null;
  /** What belongs to the shard that is judged; absent for all. */
  readonly keeps?: ((path: string) => boolean) | undefined;
}

export function findExtras(lock: JudgedLock, { root, only, confine, tally, follow, lockfile, keeps = () => true }: ExtrasCheck): void {
  const filter = parseFilter(lock.scope ?? { include: [], exclude: [] });
  const prune = (directory: string): boolean => {
    if (prunesDirectory(filter, directory)) return true;
    if (confine === null || isInside(confine, join(root, directory))) return false;
    if (keeps(directory)) judgeUnlisted(tally, directory, 'a link leads out of the root');
    return true;
  };
  const problem = probeRoot(root);
  if (problem !== null) {
    if (keeps('.')) judgeUnlisted(tally, '.', 'error' in problem ? problem.error : problem.kind);
    return;
  }
  let next = 0;
  for (const entry of walk(root, { follow: follow && lock.scope?.follow !== false, prune })) {
    const path = entry.relativePath;
    if (!keepsEntry(filter, entry)) continue;
    while (next < lock.members.count && compareUtf8(lock.members.path(next), path) < 0) next++;
    const nameHex = nameHexOf(entry);
    const isMember = nameHex === null && next < lock.members.count && lock.members.path(next) === path;
    if (isMember || !keeps(path)) continue;
    const isSkipped = lock.skippedPaths.get(path)?.has(nameHex) === true;
    const found = factsOf(join(root, path), entry);
    if (found.isUnlisted) judgeUnlisted(tally, path, entry.kind === 'skip' ? entry.message : '');
    else if (!isSelected(only, path) || hasMembersBelow(lock.members, entry)) continue;
    else if (!isSkipped && !isLockfile(entry, join(root, path), lockfile)) judgeExtra(tally, path, found.size);
    else if (isSkipped && found.isFile) judgeSkippedPresent(tally, path, found.size);
  }
}

/**
 * A lock may list members behind a link whose folder the walk lists under another name. These members were already judged by their paths.
 */
function hasMembersBelow(members: EntryTable, entry: Entry): boolean {
  if (entry.kind === 'file' || entry.why !== 'visited') return false;
  const below = `${entry.relativePath}/`;
  let [low, high] = [0, members.count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareUtf8(members.path(middle), below) < 0) low = middle + 1;
    else high = middle;
  }
  return low < members.count && members.path(low).startsWith(below);
}

/** True for the lockfile itself and for its seals, false for a link to one of them. */
function isLockfile(entry: Entry, path: string, lockfile: OwnFile | null): boolean {
  if (lockfile === null || entry.kind !== 'file' || entry.viaLink) return false;
  return fileIdentity(path) === lockfile.identity || isSealsOf(lockfile, path);
}

/** By its name in the folder of the lockfile: by its identity, a hard link to it would hide another file. */
function isSealsOf({ path: lockfile }: OwnFile, path: string): boolean {
  return basename(path) === `${basename(lockfile)}${SEALS_SUFFIX}` && isSameFolder(dirname(path), dirname(lockfile));
}

/**
 * Returns the bytes of a name that is not valid in a path, as hex. Such an entry is identified by these bytes only, because its path may
 * also be the path of another entry.
 */
function nameHexOf(entry: Entry): string | null {
  const hex = entry.kind === 'skip' && entry.code === 'E_NAME' ? entry.detail['name_hex'] : null;
  return typeof hex === 'string' ? hex : null;
}

interface EntryFacts {
  readonly isFile: boolean;
  /** The size of a regular file, or null if it cannot be read. */
  readonly size: number | null;
  /** True for a folder, or a possible folder, whose contents are unknown. */
  readonly isUnlisted: boolean;
}

const NEITHER: EntryFacts = { isFile: false, size: null, isUnlisted: false };

/** For a name that is not valid in a path, only the kind of the entry is used. Its path could be the path of another entry. */
function factsOf(path: string, entry: Entry): EntryFacts {
  if (entry.kind === 'file') return { isFile: true, size: sizeOf(path), isUnlisted: false };
  if (entry.why === 'bad name') return { isFile: entry.named === 'file', size: null, isUnlisted: entry.named === 'directory' };
  return entry.why === 'not regular' ? NEITHER : { ...NEITHER, isUnlisted: isUnlisted(path) };
}

function sizeOf(path: string): number | null {
  try {
    return statSync(path).size;
  } catch {
    return null;
  }
}

/** A skipped folder that can be listed is a link to a folder that was already walked, so its contents are known. */
function isUnlisted(path: string): boolean {
  try {
    return statSync(path).isDirectory() && probeRoot(path) !== null;
  } catch (error) {
    return !BROKEN_LINK.has(errorCode(error) ?? '');
  }
}

/** If the real path cannot be read, this returns true: the walk then reports the folder as unlisted. */
function isInside(folder: string, path: string): boolean {
  try {
    const real = exactRealPath(path);
    return real === folder || isBelow(folder, real);
  } catch {
    return true;
  }
}
