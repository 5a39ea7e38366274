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

/** Whoever is busy elsewhere for as long as a file is read misses it, and tries again. */
const TRIES = 50;
/** So much has been read of it, and so much is left at least. */
const MARGIN = 8 << 20;

/** `reading`: it is the first time that the file is read whole, or the second. */
export async function stopWhileReading(
  folder: string,
  words: readonly [string, ...string[]],
  file: string,
  reading: 1 | 2 = 1,
): Promise<Running> {
  const path = join(folder, file);
  for (let tries = 1; ; tries++) {
    const run = start(folder, words);
    if (await stopAt(run, path, reading)) return run;
    run.kill('SIGKILL');
    const { exit, out, err } = await run.ended;
    if (tries === TRIES)
      throw new Error(`${file} was never stopped at, in ${TRIES} runs, of which the last ended with ${exit}: ${err}${out}`);
  }
}

async function stopAt(run: Running, path: string, reading: number): Promise<boolean> {
  const { size } = statSync(path);
  const hasEnded = isOver(run);
  while (!hasEnded() && !isOpenIn(run.pid, path)) await pause(1);
  const before = bytesReadBy(run.pid);
  const bytes = (): number => bytesReadBy(run.pid) - before - (reading - 1) * size;
  // It may be opened for a look at its start first.
  while (!hasEnded() && !(bytes() >= MARGIN && isOpenIn(run.pid, path))) await pause(1);
  await stop(run);
  return !hasEnded() && isOpenIn(run.pid, path) && bytes() < size - MARGIN;
}

/** Afterwards it stands still, or has ended. */
export async function stop(run: Running): Promise<void> {
  const hasEnded = isOver(run);
  run.kill('SIGSTOP');
  while (!hasEnded() && !/^State:\s+T/m.test(factsOf(run.pid, 'status'))) await pause(1);
}

export function isOver(run: Running): () => boolean {
  let hasEnded = false;
  const note = (): void => {
    hasEnded = true;
  };
  run.ended.then(note, note);
  return () => hasEnded;
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

/** From files and all else. */
export function bytesReadBy(pid: number): number {
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
