/** The border to the real world: `bin/lock` calls `main('lock')`. */
import { run } from './run.ts';
import { descriptorSource, descriptorTerminal } from './terminal.ts';

export async function main(program: string): Promise<void> {
  process.exitCode = await run({
    program,
    argv: process.argv.slice(2),
    env: process.env,
    cwd: process.cwd(),
    now: () => new Date(),
    stdin: descriptorSource(0),
    stdout: descriptorTerminal(1),
    stderr: descriptorTerminal(2),
  });
}
