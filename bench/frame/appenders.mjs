/**
 * Processes that append to one ledger at the same time, and the limit of the disk itself: one process that writes as many lines with an
 * fsync after each, without lock or chain.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fsyncSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { childEnv, projectRoot, scratchFile } from './place.mjs';

const LINE = Buffer.from(`${'x'.repeat(500)}\n`);

/** The writer program of the ledger's tests, bundled once. */
export async function buildWriter() {
  const outfile = scratchFile('ledger-writer.mjs');
  await build({
    absWorkingDir: projectRoot,
    entryPoints: [join(projectRoot, 'tests', 'ledger-writer.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    conditions: ['custody-source'],
  });
  return outfile;
}

/** The time from the common start until the last process has ended. */
export async function appendAtOnce(writer, { processes, each }) {
  const [ledger, gate] = [scratchFile('many.jsonl'), scratchFile('gate')];
  for (const path of [ledger, gate]) rmSync(path, { force: true });
  const env = { ...childEnv(), NODE_PATH: join(projectRoot, 'node_modules') };
  const children = Array.from({ length: processes }, () =>
    spawn(process.execPath, [writer, ledger, String(each), gate], { env, stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  const ends = children.map((child) => once(child, 'exit'));
  await Promise.all(children.map((child) => once(child.stdout, 'data')));
  const started = performance.now();
  writeFileSync(gate, '');
  for (const [status] of await Promise.all(ends)) if (status !== 0) throw new Error(`a writer ended with ${status}`);
  return { ms: performance.now() - started, ledger };
}

export function appendBare(count) {
  const path = scratchFile('bare.jsonl');
  rmSync(path, { force: true });
  const started = performance.now();
  const fd = openSync(path, 'a');
  for (let written = 0; written < count; written++) {
    writeSync(fd, LINE);
    fsyncSync(fd);
  }
  closeSync(fd);
  return { ms: performance.now() - started };
}
