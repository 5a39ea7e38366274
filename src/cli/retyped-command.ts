/**
 * The command line as it was typed, with changes, as a `next_command`.
 *
 *     retypedCommand(invocation, '--output', 'december.lock.json')    lock --scan data --output december.lock.json
 *     pipedCommand(invocation)                                      lock --dataset-id december --strict
 */
import { shellPath, shellQuote } from '#core/shell-words';
import { isFree } from '#disk/path/is-free';
import type { Invocation } from './command.ts';

/** This option replaces existing files, so it is never proposed (M1). */
const FORCE = '--force';

/** The line with another value for one option; null leaves the option out. */
export function retypedCommand(invocation: Invocation, changed: string, to: string | null): string {
  const { args, values } = invocation;
  return lineOf(invocation, args, (flag) => (flag === changed ? [to].filter((text) => text !== null) : values(flag)));
}

/**
 * The line without its arguments, as the end of a pipe, and without an output that exists by now. `added` are options with their values.
 */
export function pipedCommand(invocation: Invocation, added: Readonly<Record<string, string>> = {}): string {
  const { values, resolve } = invocation;
  return lineOf(invocation, [], (flag) => {
    const asked = flag === '--output' ? values(flag).filter((file) => isFree(resolve(file))) : values(flag);
    const more = added[flag];
    return more === undefined ? asked : [more];
  });
}

function lineOf({ tool, command }: Invocation, args: readonly string[], valuesOf: (flag: string) => readonly string[]): string {
  const options = command.options.flatMap(({ flag, value }) => {
    if (flag === FORCE) return [];
    return valuesOf(flag).map((text) => (value === undefined ? flag : `${flag}${text.startsWith('-') ? '=' : ' '}${shellQuote(text)}`));
  });
  return [tool.name, ...command.words, ...args.map(shellPath), ...options].join(' ');
}
