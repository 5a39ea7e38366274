/**
 * One run of a program: its time, and its peak memory.
 *
 *     run('openssl', ['dgst', file])                      { ms: 312.4, peakMiB: null }
 *     run(program('lock'), args, { memory: true })        { ms: 4101.9, peakMiB: 512.3 }
 *     shell('find "$1" -type f | wc -l > "$2"', [dir, out])
 *
 * A run with an unexpected exit code is an error: a program that fails early must not look fast.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { childEnv, scratchFile } from './place.mjs';

const GNU_TIME = '/usr/bin/time';

const canMeasureMemory = existsSync(GNU_TIME);

export function run(command, args, { stdout = '/dev/null', memory = false, env = {}, exit = 0 } = {}) {
  const report = scratchFile('peak-memory');
  const measured = memory && canMeasureMemory;
  const [file, argv] = measured ? [GNU_TIME, ['-q', '-f', '%M', '-o', report, command, ...args]] : [command, args];
  const out = openSync(stdout, 'w');
  try {
    const started = performance.now();
    const { status, error, stderr } = spawnSync(file, argv, { stdio: ['ignore', out, 'pipe'], env: { ...childEnv(), ...env } });
    const ms = performance.now() - started;
    if (error) throw error;
    if (status !== exit) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`);
    return { ms, peakMiB: measured ? Number(readFileSync(report, 'utf8')) / 1024 : null };
  } finally {
    closeSync(out);
  }
}

export function shell(script, args) {
  return run('sh', ['-c', script, 'sh', ...args]);
}

export function isInstalled(command) {
  return spawnSync('sh', ['-c', 'command -v "$1"', 'sh', command], { stdio: 'ignore' }).status === 0;
}
