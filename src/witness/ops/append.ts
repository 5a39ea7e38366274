/**
 * Appending to the witness ledger (W2): under an exclusive lock across processes the last whole record is found from the
 * end of the file, the new line is sealed with that record's id as `prev`, written in one write, and synced. A last line
 * that was torn stays as it is and is closed with a newline.
 *
 *     appendRecord(ledgerPath(env, cwd), draftRecord(fields, newHasher), { sync: true })
 */
import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, isAbsolute } from 'node:path';
import { borrow } from '#core/lent';
import { Refusal } from '#core/refusal';
import { acquireLock } from '#disk/lock/kernel-lock';
import { osText } from '#disk/os-error';
import { joinPath } from '#disk/path/join-path';
import { statRegular } from '#disk/path/regular-place';
import { isStillAt } from '#disk/path/same-file';
import { makeFolders } from '#disk/write/make-folders';
import { syncFolder } from '#disk/write/whole-file';
import { linesBackward, MAX_LINE, readAtOf } from './lines.ts';

const NEWLINE = 10;

/** A record that waits for the id of the one above it. */
export interface Draft {
  /** The line, without its newline, that follows the record called `prev`. */
  seal(prev: string | null): Uint8Array;
  /** The id a line states, or null where it is no record. */
  idOf(line: Uint8Array): string | null;
}

export interface AppendOptions {
  readonly sync: boolean;
  /** How long another writer may keep the ledger before this one gives up. */
  readonly waitMs?: number;
}

/** A non-blank `EPISTEMIC_WITNESS`, else `.epistemic/witness.jsonl` in the home folder. */
export function ledgerPath(env: Readonly<Record<string, string | undefined>>, cwd: string): string {
  const named = env['EPISTEMIC_WITNESS'];
  if (named !== undefined && named.trim() !== '') return joinPath(cwd, named);
  return joinPath(cwd, `${env['HOME'] || env['USERPROFILE'] || accountHome()}/.epistemic/witness.jsonl`);
}

/** Where no variable says it, as under cron: never the current folder, which may be a delivery. */
function accountHome(): string {
  try {
    const { homedir } = userInfo();
    if (isAbsolute(homedir)) return homedir;
  } catch {
    // An account that the system does not know.
  }
  throw new Refusal('E_IO', 'no home folder for the witness ledger: set HOME or EPISTEMIC_WITNESS', { env: 'HOME' });
}

/** Throws `E_IO` when the ledger cannot be written; what stood in it is then untouched. */
export function appendRecord(path: string, draft: Draft, { sync, waitMs = 30_000 }: AppendOptions): void {
  try {
    while (!appendOnce(path, draft, { sync, waitMs }));
  } catch (error) {
    const cause = osText(error);
    throw new Refusal('E_IO', `cannot append to the witness ledger ${path}: ${cause}`, { path, error: cause });
  }
}

/** False if the file was replaced by another before the lock was had. */
function appendOnce(path: string, draft: Draft, { sync, waitMs }: Required<AppendOptions>): boolean {
  const isNew = statRegular(path) === null;
  if (isNew) makeFolders(dirname(path), 0o700);
  const fd = openSync(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0), 0o600);
  try {
    const lock = acquireLock(fd, { shared: false, waitMs });
    try {
      if (!isStillAt(path, fd)) return false;
      writeLine(fd, draft);
      if (sync) fsyncSync(fd);
      if (sync && isNew) syncFolder(dirname(path));
      return true;
    } finally {
      lock.release();
    }
  } finally {
    closeSync(fd);
  }
}

function writeLine(fd: number, draft: Draft): void {
  const { size } = fstatSync(fd);
  const { prev, isTorn } = readTail(fd, size, draft);
  const line = draft.seal(prev);
  if (line.length > MAX_LINE) throw new Error(`a record of ${line.length} bytes is longer than ${MAX_LINE}`);
  const bytes = Buffer.allocUnsafe(line.length + (isTorn ? 2 : 1));
  bytes.set(line, isTorn ? 1 : 0);
  if (isTorn) bytes[0] = NEWLINE;
  bytes[bytes.length - 1] = NEWLINE;
  try {
    const written = writeSync(fd, bytes);
    if (written < bytes.length) throw new Error(`only ${written} of ${bytes.length} bytes could be written`);
  } catch (error) {
    ftruncateSync(fd, size);
    throw error;
  }
}

/** The id of the last whole record, and whether the last line lacks its newline. */
function readTail(fd: number, size: number, draft: Draft): { prev: string | null; isTorn: boolean } {
  let isTorn = false;
  for (const line of linesBackward(readAtOf(fd), size)) {
    if (!line.isEnded) isTorn = true;
    const id = line.isTooLong ? null : draft.idOf(borrow(line.bytes));
    if (id !== null) return { prev: id, isTorn };
  }
  return { prev: null, isTorn };
}
