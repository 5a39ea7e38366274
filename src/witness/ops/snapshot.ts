/**
 * A ledger at one moment, so that it can be read while others append. Its length is read under a shared lock, when no line is half written,
 * and nothing beyond that length is read. The lock is released at once.
 */
import { fstatSync } from 'node:fs';
import { Refusal } from '#core/refusal';
import { acquireLock } from '#disk/lock/kernel-lock';
import { osText } from '#disk/os-error';
import { statRegular } from '#disk/path/regular-place';
import { openRegularFile, type RegularFile } from '#disk/read/regular-file';
import type { RawLine } from '../verify.ts';
import { linesBackward, linesForward, type ReadAt, readAtOf } from './lines.ts';

/** Processes the lines. A ledger that does not exist has no lines. */
type Use<T> = (lines: Iterable<RawLine>, isThere: boolean) => T;

/** Calls `use` with the lines, oldest first. Throws `E_IO`. */
export function withLinesForward<T>(path: string, use: Use<T>): T {
  return withSnapshot(path, linesForward, use);
}

/** Calls `use` with the lines, newest first. Throws `E_IO`. */
export function withLinesBackward<T>(path: string, use: Use<T>): T {
  return withSnapshot(path, linesBackward, use);
}

type ReadLines = (readAt: ReadAt, size: number) => Iterable<RawLine>;

function withSnapshot<T>(path: string, read: ReadLines, use: Use<T>): T {
  const snapshot = openSnapshot(path);
  if (snapshot === null) return use([], false);
  try {
    return use(refusingLines(path, read(readAtOf(snapshot.fd), snapshot.size)), true);
  } finally {
    snapshot.close();
  }
}

export interface Snapshot {
  readonly fd: number;
  /** Nothing beyond it is read. */
  readonly size: number;
  close(): void;
}

/** Null if there is no ledger. Throws `E_IO`. */
export function openSnapshot(path: string): Snapshot | null {
  const file = refusing(path, () => open(path));
  if (file === null) return null;
  try {
    return { fd: file.fd, size: refusing(path, () => settledSize(file.fd)), close: () => file.close() };
  } catch (error) {
    file.close();
    throw error;
  }
}

function open(path: string): RegularFile | null {
  return statRegular(path) === null ? null : openRegularFile(path, { follow: true });
}

/** A blocked writer does not block readers: after ten seconds the file is read as it is. */
function settledSize(fd: number): number {
  let lock: { release(): void } | undefined;
  try {
    lock = acquireLock(fd, { shared: true, waitMs: 10_000 });
  } catch {
    return fstatSync(fd).size;
  }
  try {
    return fstatSync(fd).size;
  } finally {
    lock.release();
  }
}

function* refusingLines(path: string, lines: Iterable<RawLine>): Generator<RawLine> {
  const iterator = lines[Symbol.iterator]();
  for (;;) {
    const next = refusing(path, () => iterator.next());
    if (next.done === true) return;
    yield next.value;
  }
}

function refusing<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new Refusal('E_IO', 'cannot read the witness ledger', { path, error: osText(error) });
  }
}
