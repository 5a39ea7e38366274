/** `custody help lock verify`: the same text as `custody lock verify --help`. */
import { pageColumns } from '../about/page-layout.ts';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { writeText } from '../output.ts';
import { select } from '../select.ts';
import { formatHelp, missingCommand } from '../usage.ts';

export async function run({ context, args, stdout, paint }: Invocation): Promise<Finished> {
  const selection = await select('custody', args);
  if (selection.tokens.length > 0 && args.length > 0) {
    throw selection.command === undefined ? missingCommand(selection) : new UsageError(`no help on '${args.join(' ')}'`);
  }
  writeText(stdout, formatHelp(context.program, { ...selection, paint, columns: pageColumns(context) }));
  return { exit: 0 };
}
