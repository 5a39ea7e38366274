/** `lock --scan`: scans, hashes and locks in one process (L8). The lock has the same bytes as with `vacuum | hash | lock`. */
import type { Algorithm } from '#core/ports';
import { measureFile } from '#disk/walk/file-facts';
import type { SkipEntry } from '#disk/walk/skipped-entry';
import type { Entry, FileEntry } from '#disk/walk/walk';
import { type FileQuestion, HASHED } from '#hashing/hash-file';
import { type Answer, hashFiles, type NextHashItem } from '#hashing/pool';
import { version } from '#installation/paths';
import { describeReadFailure } from '#stream/ops/hash-records';
import { rootWalker, type ScanOptions, type ScanRoot, scanScope } from '#stream/ops/scan-root';
import { entryWarning, readWarning, type Warning } from '#stream/warnings';
import type { LockDraft } from '../create.ts';
import { emptyScan } from '../refusals.ts';

export interface Scan extends ScanOptions {
  readonly root: ScanRoot;
  readonly algorithm: Algorithm;
  readonly threads?: number | undefined;
  readonly onFile?: () => void;
  readonly onSkip?: (relativePath: string, warning: Warning) => void;
}

/** Refuses a tree without files. A shard of it may have none. */
export function lockScan(draft: LockDraft, scan: Scan): void {
  const { algorithm } = scan;
  const found = startScan(draft, scan);
  hashFiles(questions(scan), { threads: scan.threads }, (entry, answer) => {
    if (entry.kind === 'skip') found.skip(entry);
    else if (answer?.status === HASHED) draft.addFile(entry.relativePath, algorithm, answer.hex, answer.size);
    else found.unread(entry, answer as Answer);
    scan.onFile?.();
  });
  requireFiles(draft, scan);
}

/** What was found and cannot be a member. */
export interface ScanSkips {
  skip(entry: SkipEntry): void;
  /** A file that could not be read. */
  unread(entry: FileEntry, answer: Answer): void;
}

export function startScan(draft: LockDraft, scan: Scan): ScanSkips {
  for (const tool of ['vacuum', 'hash']) draft.toolVersions.add(tool, version);
  draft.scope.set(scanScope(scan));
  const skip = (relativePath: string, warning: Warning): void => {
    draft.addSkipped(relativePath, [{ ...warning }]);
    scan.onSkip?.(relativePath, warning);
  };
  return {
    skip: (entry) => skip(entry.relativePath, entryWarning(entry)),
    unread: (entry, answer) => skip(entry.relativePath, readFailure(entry, answer, scan.follow)),
  };
}

export function requireFiles({ members, skipped }: LockDraft, { keeps, range, root, filter }: Scan): void {
  if (members.count + skipped.count > 0 || keeps !== undefined || range !== undefined) return;
  throw emptyScan(root.given, filter.include.length + filter.exclude.length > 0);
}

function questions(scan: Scan): NextHashItem<Entry> {
  const next = rootWalker(scan.root, scan);
  return function nextFile() {
    const entry = next();
    if (entry === undefined) return undefined;
    return { item: entry, question: entry.kind === 'skip' ? null : questionFor(entry.realPath, scan.algorithm) };
  };
}

export function questionFor(path: string, algorithm: Algorithm): FileQuestion {
  return { path, algorithm, expectedSize: -1, isKnownRegular: true, confine: null };
}

/** Returns the same warning as the pipeline would: from `vacuum` if the file could not be measured, from `hash` if it could not be read. */
function readFailure(entry: FileEntry, answer: Answer, follow: boolean): Warning {
  const measured = measureFile(entry, { follow });
  return measured.kind === 'skip' ? entryWarning(measured) : readWarning(entry.relativePath, describeReadFailure(answer, measured.size));
}
