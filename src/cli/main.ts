/** The entry point, and the only access to the real process: `bin/lock` calls `main('lock')`. */
import { writeSync } from 'node:fs';
import { workingFolder } from '#disk/path/working-folder';
import { descriptorSource } from '#disk/read/descriptor';
import { argumentNotUtf8, processEnv } from '#installation/process-input';
import { Interrupted, stopOnInterrupt } from '#threads/interruptible';
import { run } from './run.ts';
import type { RunContext } from './run-context.ts';
import { descriptorTerminal, isOpenAs, isPipe, isTerminal } from './terminal.ts';

export async function main(program: string): Promise<void> {
  const argv = process.argv.slice(2);
  let say = (): void => {};
  const context: RunContext = {
    program,
    argv,
    argumentFault: argumentNotUtf8(argv),
    env: processEnv(),
    // Read only when it is needed: `--version` must work even in a folder whose path is not valid text.
    get cwd() {
      return workingFolder();
    },
    now: () => new Date(),
    stdin: descriptorSource(0),
    get isInputTTY() {
      return isTerminal(0);
    },
    isInput: (path) => isOpenAs(0, path),
    stdout: descriptorTerminal(1),
    stderr: descriptorTerminal(2),
    isPiped: (stream) => isPipe(stream === 'stdin' ? 0 : 1),
    stdio: 'inherit',
    askSecret: async (prompt) => (await import('./key/ask-secret.ts')).askSecret(prompt),
    onInterrupt: (text) => {
      say = () => void writeSync(2, `${program}: ${text}\n`);
      stopOnInterrupt(say);
    },
    untilStopped: () =>
      new Promise((resolve) => {
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
      }),
  };
  try {
    process.exitCode = await run(context);
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    say();
    // The process ends by the signal itself, so that its parent sees the reason.
    process.kill(process.pid, 'SIGINT');
  }
}
