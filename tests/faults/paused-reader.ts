/**
 * A run of the program, stopped while it is in the midst of a file: the kernel tells where its descriptor stands.
 *
 *     const run = await stopWhileReading(folder, ['lock', '--scan', 'data'], 'data/big');
 *     truncateSync(join(folder, 'data/big'), 7);
 *     run.kill('SIGCONT');
 */
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pause, type Running, start } from './program.ts';

const TRIES = 5;

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
  while (!hasEnded && !((positionIn(run.pid, path) ?? 0) > 0)) await pause(1);
  run.kill('SIGSTOP');
  while (!hasEnded && !/^State:\s+T/m.test(readFileSync(`/proc/${run.pid}/status`, 'utf8'))) await pause(1);
  const position = hasEnded ? null : positionIn(run.pid, path);
  return position !== null && position < statSync(path).size;
}

/** How far the process has read in the open file, or null. */
function positionIn(pid: number, path: string): number | null {
  try {
    const fd = readdirSync(`/proc/${pid}/fd`).find((name) => target(`/proc/${pid}/fd/${name}`) === path);
    return fd === undefined ? null : Number(/^pos:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'utf8'))?.[1]);
  } catch {
    return null;
  }
}

function target(link: string): string | null {
  try {
    return readlinkSync(link);
  } catch {
    return null;
  }
}
