/**
 * A file that is complete or absent (C6): staged in the folder of its target, fsynced, renamed, and the folder fsynced.
 *
 *     writeWhole('/data/delivery.lock.json', bytes, { sync: true })
 *     writeWhole('/data/delivery.lock.json', (write) => emitLock(lock, hash, write), { sync: true })
 *
 *     .delivery.lock.json.9f8e7d6c5b4a3928.custody-staging  ->  delivery.lock.json
 */
import { accessSync, closeSync, constants, fchmodSync, fsyncSync, linkSync, lstatSync, openSync, renameSync, writeSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { ByteSink } from '#core/ports';
import { UnusableFile } from '../os-error.ts';
import { exactRealPath } from '../path/real-path.ts';
import { statIfThere } from '../path/stat-if-there.ts';
import { openStagedFile, removeStale } from './staging-names.ts';
import { writeAll } from './write-all.ts';

const BUFFER = 1 << 20;

export interface StagedFile extends ByteSink {
  /** Writes over bytes that were written before. */
  patch(bytes: Uint8Array, at: number): void;
  /** Moves the file to its target. */
  commit(): void;
  /** Removes everything; does nothing after a commit. */
  discard(): void;
}

export interface WholeFileOptions {
  readonly sync: boolean;
  /** Can still prevent that the file is put in place, by throwing. */
  readonly beforeRename?: ((stagedPath: string) => void) | undefined;
  /** One of many short files, written in one piece into a folder in which stale staging was removed before (`removeStale`). */
  readonly isOneOfMany?: boolean;
  /** Nothing is replaced: `EEXIST` where anything exists. */
  readonly mustBeNew?: boolean;
  /** The permissions, whatever the umask; the default is those of the file that it replaces. */
  readonly mode?: number;
}

type Write = (bytes: Uint8Array) => void;
export type Patch = StagedFile['patch'];

/** Throws the system's error, and every error that `content` throws. */
export function writeWhole(target: string, content: Uint8Array, options: WholeFileOptions): void;
export function writeWhole<T>(target: string, content: (write: Write, patch: Patch) => T, options: WholeFileOptions): T;
export function writeWhole(
  target: string,
  content: Uint8Array | ((write: Write, patch: Patch) => unknown),
  options: WholeFileOptions,
): unknown {
  const staged = stageFile(target, options);
  try {
    const result = typeof content === 'function' ? content(staged.write, staged.patch) : staged.write(content);
    staged.commit();
    return result;
  } finally {
    staged.discard();
  }
}

/** Checks the target of `writeWhole` before any work: throws the system's error or `UnusableFile`. */
export function requireReplaceable(path: string): void {
  accessSync(dirname(path), constants.W_OK);
  const found = statIfThere(path);
  if (found?.isDirectory()) throw new UnusableFile('Is a directory');
  // A rename would replace the device by a file.
  if (found?.isFile() === false) throw new UnusableFile('Not a regular file');
}

export function stageFile(target: string, options: WholeFileOptions): StagedFile {
  const { sync, beforeRename, isOneOfMany = false, mustBeNew = false, mode } = options;
  const place = mustBeNew ? target : throughLink(target);
  const folder = dirname(place);
  if (!isOneOfMany) removeStale(folder);
  const staging = openStagedFile(folder, basename(place), mode ?? 0o666);
  const { fd } = staging;
  const buffer = new Uint8Array(Buffer.allocUnsafeSlow(isOneOfMany ? 0 : BUFFER).buffer);
  let filled = 0;

  const flush = (): void => {
    writeAll(fd, buffer.subarray(0, filled));
    filled = 0;
  };
  return {
    write(bytes) {
      if (filled + bytes.length > buffer.length) flush();
      if (bytes.length > buffer.length) return writeAll(fd, bytes);
      buffer.set(bytes, filled);
      filled += bytes.length;
    },
    patch(bytes, at) {
      flush();
      for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done, at + done);
    },
    commit() {
      flush();
      const kept = mode ?? statIfThere(place)?.mode;
      if (kept !== undefined) fchmodSync(fd, kept & 0o777);
      if (sync) fsyncSync(fd);
      beforeRename?.(staging.path);
      // The lock is held until the file has its name. Unlike a rename, a link fails where another process was faster.
      (mustBeNew ? linkSync : renameSync)(staging.path, place);
      staging.close();
      if (sync) syncFolder(folder);
    },
    discard: () => staging.close(),
  };
}

/** If the target is a link, it stays a link; the file that it points to is replaced. */
function throughLink(target: string): string {
  const found = statIfThere(target);
  if (found === undefined) return target;
  // A rename would replace the device by a file.
  if (!found.isFile() && !found.isDirectory()) throw new UnusableFile('Not a regular file');
  return lstatSync(target).isSymbolicLink() ? exactRealPath(target) : target;
}

export function syncFolder(folder: string): void {
  const fd = openSync(folder, constants.O_RDONLY);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
