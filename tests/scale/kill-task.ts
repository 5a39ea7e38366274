/** Kills the task of an engine, found by variables that only its environment has, as soon as it runs. */
import { readdirSync, readFileSync } from 'node:fs';
import { pause } from '../faults/program.ts';

export async function killTask(variables: readonly string[]): Promise<void> {
  let found = taskProcess(variables);
  for (; found === undefined; found = taskProcess(variables)) await pause(5);
  process.kill(found, 'SIGKILL');
}

/** A shell that waits for the task has it in one word, and is left alone. */
function taskProcess(variables: readonly string[]): number | undefined {
  const found = readdirSync('/proc').find((name) => {
    const isTask = /^\d+$/.test(name) && wordsIn(`/proc/${name}/cmdline`).includes('--shard');
    return isTask && isSubset(variables, wordsIn(`/proc/${name}/environ`));
  });
  return found === undefined ? undefined : Number(found);
}

function isSubset(some: readonly string[], all: readonly string[]): boolean {
  return some.every((each) => all.includes(each));
}

/** None if the process has ended meanwhile, or belongs to another user. */
function wordsIn(file: string): readonly string[] {
  try {
    return readFileSync(file, 'latin1').split('\0');
  } catch {
    return [];
  }
}
