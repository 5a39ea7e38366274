/**
 * A file that is complete or absent (C6): staged beside its target, fsynced, renamed, and the folder fsynced. A run that was killed
 * leaves a staging file whose owner is gone; the next run with the same target removes it.
 *
 *     .delivery.lock.json.host1.4711.0.custody-staging  ->  delivery.lock.json
 */
import { hash } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { ByteSink } from '#core/ports';
import { writeAll } from './descriptor.ts';
import { isRunning } from './is-running.ts';
import { errorCode } from './os-error.ts';

const SUFFIX = '.custody-staging';
const BUFFER = 1 << 20;
/** Of the 255 bytes of a name, 64 may go to the host, and 40 to the rest. */
const LONGEST_STAGED = 150;

export interface StagedFile extends ByteSink {
  /** Puts the file in its place. */
  commit(): void;
  /** Leaves no trace; harmless after a commit. */
  discard(): void;
}

export function stageFile(target: string, options: { sync: boolean }): StagedFile {
  const place = throughLink(target);
  const folder = dirname(place);
  removeStale(folder, basename(place));
  const staging = join(folder, `${stagingPrefix(basename(place))}${process.pid}.${serial++}${SUFFIX}`);
  const fd = openSync(staging, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o666);
  const buffer = new Uint8Array(BUFFER);
  let filled = 0;
  let isOpen = true;
  let isStaged = true;

  const flush = (): void => {
    writeAll(fd, buffer.subarray(0, filled));
    filled = 0;
  };
  return {
    write(bytes) {
      if (filled + bytes.length > BUFFER) flush();
      if (bytes.length > BUFFER) return writeAll(fd, bytes);
      buffer.set(bytes, filled);
      filled += bytes.length;
    },
    commit() {
      flush();
      const replaced = statSync(place, { throwIfNoEntry: false });
      if (replaced !== undefined) fchmodSync(fd, replaced.mode & 0o777);
      if (options.sync) fsyncSync(fd);
      isOpen = false;
      closeSync(fd);
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

let serial = 0;

/** A link as target keeps being a link; what it points to is replaced. */
function throughLink(target: string): string {
  const found = statSync(target, { throwIfNoEntry: false });
  if (found === undefined) return target;
  // A rename would put a file in the place of the device.
  if (!found.isFile() && !found.isDirectory()) throw new Error('Not a regular file');
  return lstatSync(target).isSymbolicLink() ? realpathSync(target) : target;
}

export function syncFolder(folder: string): void {
  const fd = openSync(folder, constants.O_RDONLY);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * The host is part of the name, because a process number says nothing on another machine that shares the folder. A long name is hashed:
 * with all that is added to it, it could not be a name any more.
 */
function stagingPrefix(name: string): string {
  const short = Buffer.byteLength(name) > LONGEST_STAGED ? hash('sha256', name, 'hex') : name;
  return `.${short}.${hostname().replaceAll(/[^A-Za-z0-9-]/g, '-')}.`;
}

function removeStale(folder: string, name: string): void {
  const prefix = stagingPrefix(name);
  for (const entry of listQuietly(folder)) {
    if (!entry.startsWith(prefix) || !entry.endsWith(SUFFIX)) continue;
    const owner = Number.parseInt(entry.slice(prefix.length), 10);
    const path = join(folder, entry);
    if (Number.isInteger(owner) && (owner === process.pid ? isOlderThanThisProcess(path) : !isRunning(owner))) unlinkQuietly(path);
  }
}

/** A folder that may be written but not listed keeps its stale files. */
function listQuietly(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === 'EACCES') return [];
    throw error;
  }
}

/** In a container every run may have the same number. */
function isOlderThanThisProcess(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.mtimeMs < Date.now() - process.uptime() * 1000;
}

function unlinkQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
