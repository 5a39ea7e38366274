/** `custody help lock verify`: the same text as `custody lock verify --help`. */
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { writeText } from '../output.ts';
import { missingCommand, select } from '../select.ts';
import { formatHelp } from '../usage.ts';

export function run({ context, args, stdout, paint }: Invocation): Finished {
  const selection = select('custody', args);
  if (selection.tokens.length > 0 && args.length > 0) {
    throw selection.command === undefined ? missingCommand(selection) : new UsageError(`no help on '${args.join(' ')}'`);
  }
  writeText(stdout, formatHelp(context.program, { ...selection, paint, columns: context.stdout.isTTY ? context.stdout.columns : 80 }));
  return { exit: 0 };
}
