/** The border to the real world: `bin/lock` calls `main('lock')`. */
import { descriptorSource } from '#io/descriptor';
import { inexactArgument, processEnv } from '#io/started-with';
import { workingFolder } from '#io/working-folder';
import { run } from './run.ts';
import { descriptorTerminal, isPipe } from './terminal.ts';

export async function main(program: string): Promise<void> {
  const argv = process.argv.slice(2);
  process.exitCode = await run({
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
    stdout: descriptorTerminal(1),
    stderr: descriptorTerminal(2),
    isPiped: (stream) => isPipe(stream === 'stdin' ? 0 : 1),
    stdio: 'inherit',
  });
}
