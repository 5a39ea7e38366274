/** `custody completions bash|zsh|fish`: a script that teaches the shell every command, option and choice of the tables. */
import type { Finished, Invocation } from '../command.ts';
import { writeText } from '../output.ts';

export async function run({ args, stdout }: Invocation): Promise<Finished> {
  writeText(stdout, await completionScript(args[0] as string));
  return { exit: 0 };
}

async function completionScript(shell: string): Promise<string> {
  if (shell === 'zsh') return (await import('./zsh.ts')).zshScript();
  if (shell === 'fish') return (await import('./fish.ts')).fishScript();
  return (await import('./bash.ts')).bashScript();
}
