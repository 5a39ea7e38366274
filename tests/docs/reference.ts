/** docs/commands.md: the help of every command, word for word, made from the same tables. */
import type { Command, Tool } from '#cli/command';
import { everywhere } from '#cli/define';
import { paintFor } from '#cli/output';
import { commandName, custody, tools } from '#cli/tools';
import { formatHelp } from '#cli/usage';

const plain = paintFor({ isTTY: false, columns: 80, write: () => {} }, { env: {}, noColor: true });

export function formatReference(): string {
  const sections = [custody, ...tools].map((tool) => `## ${tool.name}\n\n${helpOf(tool)}${sharedBy(tool)}`);
  return `${HEAD}\n${sections.join('\n')}`;
}

const HEAD = `# Commands

Made from the program's own tables by \`npm run docs\`; do not edit. Each block is what \`--help\` prints.

Every tool also answers the questions of \`custody witness\` about its own runs (\`lock witness last\`) and those of agents
(\`capabilities\`, \`robot-docs\`, \`doctor\`). To name a file or folder that is called like one of these words, write \`./doctor\`.

Every command takes these options too; the four that print and exit override everything else on the command line:

${everywhere.map(({ flag, short, help }) => `- \`${short === undefined ? '' : `${short}, `}${flag}\`: ${help}`).join('\n')}

Exit codes: 0 the evidence is good, 1 it is bad, 2 nothing was judged (a refusal, or an error on the command line); 141 the reader of standard output
stopped reading, as a shell shows a program that SIGPIPE ended.
`;

function helpOf(tool: Tool): string {
  const program = tool.binary ?? 'custody';
  const own = tool.commands.filter((command) => tool === custody || !isShared(tool, command));
  return (tool === custody || own.every(({ words }) => words.length > 0) ? [undefined, ...own] : own)
    .map(
      (command) => `\`\`\`text\n${formatHelp(program, { tool, command, words: command?.words ?? [], paint: plain, columns: 80 })}\`\`\`\n`,
    )
    .join('\n');
}

function sharedBy(tool: Tool): string {
  const shared = tool.commands.filter((command) => tool !== custody && isShared(tool, command));
  const names = shared.map(({ words }) => `\`${[commandName(tool.binary ?? 'custody', tool), ...words].join(' ')}\``);
  return names.length === 0 ? '' : `\nAlso: ${names.join(', ')}.\n`;
}

/** Described once: under `custody` and under `witness`. */
export function isShared(tool: Tool, { words }: Command): boolean {
  return ['capabilities', 'robot-docs', 'doctor'].includes(words[0] ?? '') || (tool.name !== 'witness' && words[0] === 'witness');
}
