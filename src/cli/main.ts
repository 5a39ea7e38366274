/** The border to the real world: `bin/lock` calls `main('lock')`. */
import { writeSync } from 'node:fs';
import { workingFolder } from '#disk/path/working-folder';
import { descriptorSource } from '#disk/read/descriptor';
import { inexactArgument, processEnv } from '#installation/started-with';
import { Interrupted, stopOnInterrupt } from '#threads/interruptible';
import { run } from './run.ts';
import { descriptorTerminal, isPipe, isTerminal } from './terminal.ts';
import type { World } from './world.ts';

export async function main(program: string): Promise<void> {
  const argv = process.argv.slice(2);
  let say = (): void => {};
  const world: World = {
    program,
    argv,
    inexact: inexactArgument(argv),
    env: processEnv(),
    // Asked for when it is needed: one that cannot be said in text is no reason not to tell the version.
    get cwd() {
      return workingFolder();
    },
    now: () => new Date(),
    stdin: descriptorSource(0),
    get isInputTTY() {
      return isTerminal(0);
    },
    stdout: descriptorTerminal(1),
    stderr: descriptorTerminal(2),
    isPiped: (stream) => isPipe(stream === 'stdin' ? 0 : 1),
    stdio: 'inherit',
    onInterrupt: (text) => {
      say = () => void writeSync(2, `${program}: ${text}\n`);
      stopOnInterrupt(say);
    },
  };
  try {
    process.exitCode = await run(world);
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    say();
    // Whoever started this process sees that it was the signal.
    process.kill(process.pid, 'SIGINT');
  }
}
