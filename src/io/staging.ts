/**
 * Where a file or a folder is made before it is put in its place (C6): hidden, beside its target, under a name that says whose it is. A
 * run that was killed leaves its staging; the next one with the same target removes it.
 *
 *     stagingPath('/data', 'delivery.lock.json')   /data/.delivery.lock.json.host1.4711.0.custody-staging
 */
import { hash } from 'node:crypto';
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isRunning } from './is-running.ts';
import { errorCode } from './os-error.ts';

const SUFFIX = '.custody-staging';
/** Of the 255 bytes of a name, 64 may go to the host, and 40 to the rest. */
const LONGEST_STAGED = 150;

let serial = 0;

/** A path that is free, in `folder`, for what will be called `name`. */
export function stagingPath(folder: string, name: string): string {
  return join(folder, `${stagingPrefix(name)}${process.pid}.${serial++}${SUFFIX}`);
}

/** Whether this is the name of somebody's staging. */
export function isStagingName(name: string): boolean {
  return name.startsWith('.') && name.endsWith(SUFFIX);
}

export function removeStale(folder: string, name: string): void {
  const prefix = stagingPrefix(name);
  for (const entry of listQuietly(folder)) {
    if (entry.startsWith(prefix) && entry.endsWith(SUFFIX))
      removeIfStale(join(folder, entry), Number.parseInt(entry.slice(prefix.length), 10));
  }
}

/** That of every target in the folder; for those who write many. */
export function removeAllStale(folder: string): void {
  const end = new RegExp(`\\.${hostPart()}\\.(\\d+)\\.\\d+\\${SUFFIX}$`);
  for (const entry of listQuietly(folder)) {
    const [, owner] = (isStagingName(entry) ? end.exec(entry) : null) ?? [];
    if (owner !== undefined) removeIfStale(join(folder, entry), Number(owner));
  }
}

function removeIfStale(path: string, owner: number): void {
  if (Number.isInteger(owner) && (owner === process.pid ? isOlderThanThisProcess(path) : !isRunning(owner))) removeQuietly(path);
}

/**
 * The host is part of the name, because a process number says nothing on another machine that shares the folder. A long name is hashed:
 * with all that is added to it, it could not be a name any more.
 */
function stagingPrefix(name: string): string {
  const short = Buffer.byteLength(name) > LONGEST_STAGED ? hash('sha256', name, 'hex') : name;
  return `.${short}.${hostPart()}.`;
}

function hostPart(): string {
  return hostname().replaceAll(/[^A-Za-z0-9-]/g, '-');
}

/** A folder that cannot be listed keeps its stale files, or has none; writing will tell what is the matter with it. */
function listQuietly(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return [];
  }
}

/** In a container every run may have the same number. */
function isOlderThanThisProcess(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.mtimeMs < Date.now() - process.uptime() * 1000;
}

/** What is another user's, or removed by another run at the same time, is no reason not to go on. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  }
}
