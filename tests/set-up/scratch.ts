/**
 * One folder for all scratch folders of a test run, removed at its end. It is on a disk in memory where there is one with room, so that no test
 * waits for a disk to sync.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY_DISK = '/dev/shm';

const isMemory = process.env['TMPDIR'] === undefined && hasRoom(MEMORY_DISK);
/** A short name: the path of a socket has at most 107 bytes. */
const folder = mkdtempSync(join(isMemory ? MEMORY_DISK : tmpdir(), 'tests-'));

export function setup(): void {
  // Some tests run programs as another user.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
}

export function teardown(): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

function hasRoom(place: string): boolean {
  if (!existsSync(place)) return false;
  const { bavail, bsize, ffree } = statfsSync(place);
  return bavail * bsize > 2 ** 30 && ffree > 200_000;
}
