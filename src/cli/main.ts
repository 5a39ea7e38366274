/** The border to the real world: `bin/lock` calls `main('lock')`. */
import { descriptorSource } from '#io/descriptor';
import { run } from './run.ts';
import { descriptorTerminal } from './terminal.ts';

export async function main(program: string): Promise<void> {
  process.exitCode = await run({
    program,
    argv: process.argv.slice(2),
    env: process.env,
    cwd: workingFolder(),
    now: () => new Date(),
    stdin: descriptorSource(0),
    stdout: descriptorTerminal(1),
    stderr: descriptorTerminal(2),
    stdio: 'inherit',
  });
}

/** One that was removed has no path; `/proc` still knows it, and elsewhere nothing is found under that name. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    return '/proc/self/cwd';
  }
}
