/**
 * The line as it was typed, with another value for one of its options, as a `next_command`.
 *
 *     typedLine(invocation, '--output', 'december.lock.json')    lock --scan=data --output=december.lock.json
 */
import { shellPath, shellQuote } from '#core/shell-quote';
import type { Invocation } from './command.ts';

/** Null leaves the option out. */
export function typedLine({ tool, command, args, values }: Invocation, changed: string, to: string | null): string {
  const options = command.options.flatMap(({ flag, value }) => {
    const texts = flag === changed ? [to].filter((text) => text !== null) : values(flag);
    return texts.map((text) => (value === undefined ? flag : `${flag}=${shellQuote(text)}`));
  });
  return [tool.name, ...command.words, ...args.map(shellPath), ...options].join(' ');
}
