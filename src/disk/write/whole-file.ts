/**
 * A file that is complete or absent (C6): staged beside its target, fsynced, renamed, and the folder fsynced.
 *
 *     .delivery.lock.json.9f8e7d6c5b4a3928.custody-staging  ->  delivery.lock.json
 */
import { closeSync, constants, fchmodSync, fsyncSync, lstatSync, openSync, renameSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { ByteSink } from '#core/ports';
import { exactRealPath } from '../path/real-path.ts';
import { writeAll } from '../read/descriptor.ts';
import { openStagedFile, removeStale } from './staging-names.ts';

const BUFFER = 1 << 20;

export interface StagedFile extends ByteSink {
  /** Puts the file in its place; `beforeRename` may still stop that, by throwing. */
  commit(beforeRename?: () => void): void;
  /** Leaves no trace; harmless after a commit. */
  discard(): void;
}

/** One of many short files is written in one piece, into a folder that was cleared of stale staging before (`removeStale`). */
export function stageFile(target: string, options: { sync: boolean; isOneOfMany?: boolean }): StagedFile {
  const place = throughLink(target);
  const folder = dirname(place);
  const isOneOfMany = options.isOneOfMany ?? false;
  if (!isOneOfMany) removeStale(folder);
  const staging = openStagedFile(folder, basename(place), 0o666);
  const { fd } = staging;
  const buffer = new Uint8Array(isOneOfMany ? 0 : BUFFER);
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
    commit(beforeRename) {
      flush();
      const replaced = statSync(place, { throwIfNoEntry: false });
      if (replaced !== undefined) fchmodSync(fd, replaced.mode & 0o777);
      if (options.sync) fsyncSync(fd);
      beforeRename?.();
      // Its lock is held until it has its name.
      renameSync(staging.path, place);
      staging.close();
      if (options.sync) syncFolder(folder);
    },
    discard: () => staging.close(),
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
