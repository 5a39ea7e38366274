/**
 * The environment of every test, the same on every machine.
 *
 * - Random cases are the same in every run, so that a red gate has a reason; with `CUSTODY_TRIALS=many` they are new ones.
 * - Node reads no certificates but its own: `NODE_EXTRA_CA_CERTS` adds 37 ms to every start of a program.
 * - What a worker was told about its memory (vitest.config.ts) is not told to the programs that it starts.
 */
import { configureGlobal } from 'fast-check';
import { isMany } from './trials.ts';

if (!isMany) configureGlobal({ seed: 20_260_115 });
delete process.env['NODE_EXTRA_CA_CERTS'];
for (const name of ['ARENA_MAX', 'MMAP_THRESHOLD_', 'TRIM_THRESHOLD_']) delete process.env[`MALLOC_${name}`];
