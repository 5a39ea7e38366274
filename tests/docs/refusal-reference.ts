/** docs/refusals.md: every refusal of every tool with what its command may do, made from the tables, and an example of each from the scripts. */
import type { Tool } from '#cli/command';
import { commandName, custody, tools } from '#cli/tools';
import type { NextClass, RefusalRow } from '#core/refusal';
import { type PrintedRefusal, printedRefusals } from '../helpers/printed-refusals.ts';
import { classOf, Forbidden } from '../house/next-class.ts';

export async function formatRefusals(): Promise<string> {
  const printed = printedRefusals();
  const sections = await Promise.all(
    [custody, ...tools].map(async (tool) => {
      const rows = (await tool.refusals()).map((row) => formatRow(tool, row, printed));
      return `## ${commandName('', tool)}\n\n| code | what | its command | such as |\n|---|---|---|---|\n${rows.join('')}`;
    }),
  );
  return `${HEAD}\n${sections.join('\n')}`;
}

const HEAD = `# Refusals

Made from the program's own tables by \`npm run docs\`; do not edit.

A refusal says that nothing was judged. A person or an agent can run its \`next_command\` without a change, because it is always one of these:

- **looks**: it reads and prints.
- **repeats**: it runs the refused command again, after a step that adds what was missing.
- **writes new**: it writes to a name that does not exist yet.

No command overwrites, deletes, trusts, accepts a difference, signs, makes a key, or removes a protection. If only such a step would help, the
command is null and the message says what a person has to decide. A code whose command is always null has a dash. An internal error, \`E_INTERNAL\`,
has none either.
`;

function formatRow(tool: Tool, { code, message, next }: RefusalRow, printed: readonly PrintedRefusal[]): string {
  const own = printed.filter((refusal) => refusal.tool === tool.name && refusal.code === code);
  const examples = next.flatMap((each) => exampleOf(each, own) ?? []);
  const shown = examples.map((example) => `\`${example.replaceAll('|', '\\|')}\``).join('<br>');
  return `| \`${code}\` | ${message} | ${next.join(', ') || '—'} | ${shown} |\n`;
}

/** The shortest, so that a script more or less seldom changes it. */
function exampleOf(wanted: NextClass, printed: readonly PrintedRefusal[]): string | undefined {
  const commands = printed.flatMap(({ next, asked }) => (next !== null && isOf(wanted, next, asked) ? [next] : []));
  return commands.filter((each) => !/\$|sha256:/.test(each)).toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))[0];
}

function isOf(wanted: NextClass, command: string, asked: string): boolean {
  try {
    return classOf(command, asked) === wanted;
  } catch (error) {
    if (error instanceof Forbidden) return false;
    throw error;
  }
}
