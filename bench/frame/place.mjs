/**
 * The locations of the program and of the benchmark's data: `.bench/` in the project, or the folder $CUSTODY_BENCH_DIR.
 *
 *     program('lock')                    …/bin/lock
 *     scratchFile('small.lock.json')     …/.bench/scratch/small.lock.json
 */
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const home = resolve(process.env.CUSTODY_BENCH_DIR ?? join(projectRoot, '.bench'));

export const dataFolder = folder('data');

export function program(name) {
  return join(projectRoot, 'bin', name);
}

export function scratchFile(name) {
  return join(folder('scratch'), name);
}

/** NODE_EXTRA_CA_CERTS alone would add 37 ms to every start of Node. The benchmark has its own ledger. */
export function childEnv() {
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...env } = process.env;
  return { ...env, EPISTEMIC_WITNESS: scratchFile('witness.jsonl') };
}

function folder(name) {
  const path = join(home, name);
  mkdirSync(path, { recursive: true });
  return path;
}

/** The same path, with nothing there: a lock over an existing one is compared with it first, which is another job. */
export function absent(path) {
  rmSync(path, { force: true });
  return path;
}
