/**
 * Appends to the witness ledger (W2). Under an exclusive lock across processes, it finds the last complete record from the end of the file,
 * seals the new line with the id of that record as `prev`, writes it in one write, and syncs. A torn last line is left as it is and is
 * ended with a newline. Nothing is added to a file that holds something else.
 *
 *     appendRecord(ledgerPath(env, cwd), draftRecord(fields, newHasher), { sync: true })
 */
import { closeSync, constants, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, isAbsolute } from 'node:path';
import { Refusal } from '#core/refusal';
import { readNow } from '#core/reused';
import { acquireLock } from '#disk/lock/kernel-lock';
import { osText, UnusableFile } from '#disk/os-error';
import { joinPath } from '#disk/path/join-path';
import { statRegular } from '#disk/path/regular-place';
import { isStillAt } from '#disk/path/same-file';
import { readPart } from '#disk/read/part';
import { makeFolders } from '#disk/write/make-folders';
import { syncFolder } from '#disk/write/whole-file';
import { linesBackward, MAX_LINE, readAtOf } from './lines.ts';

const NEWLINE = 10;

/** A record that waits for the id of the record above it. */
export interface Draft {
  /** Returns the line, without its newline, that follows the record with the id `prev`. */
  seal(prev: string | null): Uint8Array;
  /** Returns the id that a line states, or null if it is not a record. */
  idOf(line: Uint8Array): string | null;
}

export interface AppendOptions {
  readonly sync: boolean;
  /** How long to wait for another writer before giving up. */
  readonly waitMs?: number;
}

/** Returns `EPISTEMIC_WITNESS` if it is not blank, otherwise `.epistemic/witness.jsonl` in the home folder. */
export function ledgerPath(env: Readonly<Record<string, string | undefined>>, cwd: string): string {
  const named = env['EPISTEMIC_WITNESS'];
  if (named !== undefined && named.trim() !== '') return joinPath(cwd, named);
  return joinPath(cwd, `${env['HOME'] || env['USERPROFILE'] || accountHome()}/.epistemic/witness.jsonl`);
}

/** Used if no variable names the home folder, as under cron. The current folder is never used, because it may be a delivery. */
function accountHome(): string {
  try {
    const { homedir } = userInfo();
    if (isAbsolute(homedir)) return homedir;
  } catch {
    // The system does not know the account.
  }
  throw new Refusal('E_IO', 'no home folder for the witness ledger: set HOME or EPISTEMIC_WITNESS', { env: 'HOME' });
}

/** Throws `E_IO` if the ledger cannot be written. Its existing content is then unchanged. */
export function appendRecord(path: string, draft: Draft, { sync, waitMs = 30_000 }: AppendOptions): void {
  try {
    while (!appendOnce(path, draft, { sync, waitMs }));
  } catch (error) {
    const cause = osText(error);
    throw new Refusal('E_IO', `cannot append to the witness ledger ${path}: ${cause}`, { path, error: cause });
  }
}

/** Returns false if the file was replaced before the lock was acquired. */
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
  if (prev === null && !mayBeLedger(readPart(fd, 0, START.length))) throw new UnusableFile(NOT_A_LEDGER);
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

const NOT_A_LEDGER = 'it holds something else than a ledger';

/** How every record begins; the first one may be torn. */
const START = Buffer.from('{"binary_hash":');

/** The variable may name any file. A line after the last of a lockfile would make it another one. */
function mayBeLedger(start: Uint8Array): boolean {
  return START.subarray(0, start.length).equals(start);
}

/** Returns the id of the last complete record, and whether the last line has no newline. */
function readTail(fd: number, size: number, draft: Draft): { prev: string | null; isTorn: boolean } {
  let isTorn = false;
  for (const line of linesBackward(readAtOf(fd), size)) {
    if (!line.isEnded) isTorn = true;
    const id = line.isTooLong ? null : draft.idOf(readNow(line.bytes));
    if (id !== null) return { prev: id, isTorn };
  }
  return { prev: null, isTorn };
}
