/**
 * A run of the program, stopped while it is in the midst of a file: the kernel tells that it has the file open, and how much it has
 * read since.
 *
 *     const run = await stopWhileReading(folder, ['lock', '--scan', 'data'], 'data/big');
 *     truncateSync(join(folder, 'data/big'), 7);
 *     run.kill('SIGCONT');
 */
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pause, type Running, start } from './program.ts';

const TRIES = 5;
/** So much has been read of it, and so much is left at least. */
const MARGIN = 8 << 20;

export async function stopWhileReading(folder: string, words: readonly [string, ...string[]], file: string): Promise<Running> {
  const path = join(folder, file);
  for (let tries = 0; tries < TRIES; tries++) {
    const run = start(folder, words);
    if (await stopAt(run, path)) return run;
    run.kill('SIGKILL');
    await run.ended;
  }
  throw new Error(`${file} was read ${TRIES} times before its reader could be stopped`);
}

async function stopAt(run: Running, path: string): Promise<boolean> {
  let hasEnded = false;
  const note = (): void => {
    hasEnded = true;
  };
  run.ended.then(note, note);
  while (!hasEnded && !isOpenIn(run.pid, path)) await pause(1);
  const before = bytesReadBy(run.pid);
  while (!hasEnded && isOpenIn(run.pid, path) && bytesReadBy(run.pid) - before < MARGIN) await pause(1);
  run.kill('SIGSTOP');
  while (!hasEnded && !/^State:\s+T/m.test(factsOf(run.pid, 'status'))) await pause(1);
  return !hasEnded && isOpenIn(run.pid, path) && bytesReadBy(run.pid) - before < statSync(path).size - MARGIN;
}

function isOpenIn(pid: number, path: string): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((name) => target(`/proc/${pid}/fd/${name}`) === path);
  } catch {
    return false;
  }
}

function target(link: string): string | null {
  try {
    return readlinkSync(link);
  } catch {
    return null;
  }
}

function bytesReadBy(pid: number): number {
  return Number(/^rchar:\s+(\d+)/.exec(factsOf(pid, 'io'))?.[1] ?? 0);
}

/** Empty once the process is gone. */
function factsOf(pid: number, file: 'io' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
