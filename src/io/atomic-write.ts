/**
 * A file that is complete or absent (C6): staged beside its target, fsynced, renamed, and the folder fsynced.
 *
 *     .delivery.lock.json.host1.4711.0.custody-staging  ->  delivery.lock.json
 */
import { closeSync, constants, fchmodSync, fsyncSync, lstatSync, openSync, renameSync, statSync, unlinkSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { ByteSink } from '#core/ports';
import { writeAll } from './descriptor.ts';
import { exactRealPath } from './real-path.ts';
import { removeStale, stagingPath } from './staging.ts';

const BUFFER = 1 << 20;

export interface StagedFile extends ByteSink {
  /** Puts the file in its place; `beforeRename` may still stop that, by throwing. */
  commit(beforeRename?: () => void): void;
  /** Leaves no trace; harmless after a commit. */
  discard(): void;
}

/** One of many short files is written in one piece, into a folder that was cleared of stale staging before (`removeAllStale`). */
export function stageFile(target: string, options: { sync: boolean; isOneOfMany?: boolean }): StagedFile {
  const place = throughLink(target);
  const folder = dirname(place);
  const isOneOfMany = options.isOneOfMany ?? false;
  if (!isOneOfMany) removeStale(folder, basename(place));
  const staging = stagingPath(folder, basename(place));
  const fd = openSync(staging, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o666);
  const buffer = new Uint8Array(isOneOfMany ? 0 : BUFFER);
  let filled = 0;
  let isOpen = true;
  let isStaged = true;

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
    commit(beforeRename) {
      flush();
      const replaced = statSync(place, { throwIfNoEntry: false });
      if (replaced !== undefined) fchmodSync(fd, replaced.mode & 0o777);
      if (options.sync) fsyncSync(fd);
      isOpen = false;
      closeSync(fd);
      beforeRename?.();
      renameSync(staging, place);
      isStaged = false;
      if (options.sync) syncFolder(folder);
    },
    discard() {
      if (isOpen) closeSync(fd);
      isOpen = false;
      if (isStaged) unlinkSync(staging);
      isStaged = false;
    },
  };
}

/** A link as target keeps being a link; what it points to is replaced. */
function throughLink(target: string): string {
  const found = statSync(target, { throwIfNoEntry: false });
  if (found === undefined) return target;
  // A rename would put a file in the place of the device.
  if (!found.isFile() && !found.isDirectory()) throw new Error('Not a regular file');
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
