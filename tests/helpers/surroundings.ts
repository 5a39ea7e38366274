/**
 * The environment of every test, the same on every machine.
 *
 * - Random cases are the same in every run, so that a red gate has a reason; with `CUSTODY_TRIALS=many` they are new ones.
 * - Scratch folders are on a disk in memory where there is one with room, so that no test waits for a disk to sync.
 * - Node reads no certificates but its own: `NODE_EXTRA_CA_CERTS` adds 37 ms to every start of a program.
 * - What a worker was told about its memory (vitest.config.ts) is not told to the programs that it starts.
 */
import { existsSync, statfsSync } from 'node:fs';
import { configureGlobal } from 'fast-check';
import { isMany } from './trials.ts';

const MEMORY_DISK = '/dev/shm';

if (!isMany) configureGlobal({ seed: 20_260_115 });
if (process.env['TMPDIR'] === undefined && hasRoom(MEMORY_DISK)) process.env['TMPDIR'] = MEMORY_DISK;
delete process.env['NODE_EXTRA_CA_CERTS'];
for (const name of ['ARENA_MAX', 'MMAP_THRESHOLD_', 'TRIM_THRESHOLD_']) delete process.env[`MALLOC_${name}`];

function hasRoom(place: string): boolean {
  if (!existsSync(place)) return false;
  const { bavail, bsize, ffree } = statfsSync(place);
  return bavail * bsize > 2 ** 30 && ffree > 200_000;
}
