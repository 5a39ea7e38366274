/** Help for people, generated from the tables: `lock --help`, `lock verify --help`, `custody --help`, and the lines after a mistake. */

import { version } from '#installation/paths';
import { type Pair, rows, section, sectionColumns, widthOf, wrapped } from './about/page-layout.ts';
import { type Argument, type Command, type Option, type Tool, UsageError } from './command.ts';
import { agentOptions, everywhere } from './define.ts';
import { suggestion } from './nearest.ts';
import { escapeControls, type Paint } from './output.ts';
import { commandsBelow, type Selection } from './select.ts';
import { commandName, custody, tools } from './tools.ts';

export interface HelpTopic {
  readonly tool: Tool;
  readonly command: Command | undefined;
  readonly words: readonly string[];
  readonly paint: Paint;
  /** See `pageColumns`. */
  readonly columns: number;
}

export function formatHelp(program: string, { tool, command, words, paint, columns }: HelpTopic): string {
  const name = commandName(program, tool);
  const head = command && words.length > 0 ? command.summary : tool.description;
  const below = commandsBelow(tool, words);
  const sections = [
    section('Usage', usageLines(name, tool, words, command), paint),
    ...(tool === custody && words.length === 0
      ? groupSections({ paint, columns })
      : [section('Commands', commandRows(below, words, columns), paint)]),
    ...(command ? commandSections(name, command, { paint, columns }) : []),
    `\n${wrapped(`For agents: ${[...below.filter(isForAgents).map((each) => each.words.join(' ')), ...AGENT_OPTIONS].join(', ')}`, columns, 2)}\n`,
  ];
  return `${wrapped(`${[name, ...words].join(' ')} ${version} — ${head}`, columns, 0)}\n${sections.join('')}`;
}

/** The text for a mistake: what it was, how the command is called, where to read more. */
export function formatMistake(
  program: string,
  { tool, words, message }: { tool: Tool; words: readonly string[]; message: string },
): string {
  const name = commandName(program, tool);
  const command = tool.commands.find((each) => each.words.join(' ') === words.join(' '));
  const typed = [name, ...words].join(' ');
  return `${tool.name}: ${escapeControls(message)}\nusage: ${usageLines(name, tool, words, command)[0]}\nhelp:  ${typed} --help\n`;
}

/** The mistake of a line that selects no command: a word is missing, or it is unknown. */
export function missingCommand({ tool, words, tokens }: Selection): UsageError {
  const next = tokens.find((token) => token.kind === 'word');
  const below = commandsBelow(tool, words).map((command) => command.words[words.length] as string);
  const known =
    tool === custody && words.length === 0 ? [...tools.flatMap((each) => [each.name, each.binary ?? each.name]), ...below] : below;
  if (next?.kind === 'word')
    return new UsageError(`no command '${next.text}'${elsewhere(tool, next.text) ?? suggestion(next.text, known)}`);
  return new UsageError(`a command is missing: one of ${[...new Set(known)].join(', ')}`);
}

/** `custody verify` could mean the verify command of several tools. */
function elsewhere(tool: Tool, word: string): string | undefined {
  if (tool !== custody) return undefined;
  const having = tools.filter((each) => each.commands.some(({ words }) => words[0] === word));
  return having.length === 0 ? undefined : `; did you mean ${having.map((each) => `custody ${each.name} ${word}`).join(', ')}?`;
}

/** `lock verify LOCKFILE [OPTIONS]` */
export function usageLine(name: string, command: Command): string {
  const needed = command.options.flatMap(({ flag, value, required }) => (required === true ? [`${flag} ${value}`] : []));
  return [name, ...command.words, ...command.arguments.map(usageOf), ...needed, '[OPTIONS]'].join(' ');
}

function usageLines(name: string, tool: Tool, words: readonly string[], command: Command | undefined): readonly string[] {
  if (command !== undefined) return [usageLine(name, command)];
  if (tool === custody) return ['custody COMMAND [ARGUMENTS] [OPTIONS]'];
  return [[name, ...words, 'COMMAND', '[OPTIONS]'].join(' ')];
}

function usageOf({ name, required, variadic }: Argument): string {
  const shown = variadic === true ? `${name}...` : name;
  return required ? shown : `[${shown}]`;
}

function commandSections(name: string, command: Command, { paint, columns }: Pick<HelpTopic, 'paint' | 'columns'>): readonly string[] {
  const own = command.options.filter((option) => !everywhere.includes(option));
  const exits = Object.entries(command.exits).map(([code, { meaning }]) => [code, meaning] as const);
  return [
    section(
      'Arguments',
      rows(
        command.arguments.map((argument) => [usageOf(argument), argument.help]),
        columns,
      ),
      paint,
    ),
    section(
      'Options',
      rows(
        own.map((option) => [typedOption(option), optionHelp(option)]),
        columns,
      ),
      paint,
    ),
    section('Everywhere', wrapped(EVERYWHERE, sectionColumns(columns), 0).split('\n'), paint),
    section('Exit codes', rows(exits, columns), paint),
    section(
      'Examples',
      command.examples.map((example) => `${name} ${example}`),
      paint,
    ),
  ];
}

function optionHelp({ help, required }: Option): string {
  if (required === undefined) return help;
  return `${help} (required${required === true ? '' : ` ${required}`})`;
}

/** `-o, --output FILE` */
function typedOption({ flag, short, value }: Option): string {
  return `${short === undefined ? '    ' : `${short}, `}${flag}${value === undefined ? '' : ` ${value}`}`;
}

function commandRows(commands: readonly Command[], words: readonly string[], columns: number): readonly string[] {
  const pairs = commands.filter((command) => !isForAgents(command)).map((command) => pairOf(command, words.length));
  return pairs.length === 0 ? [] : rows(pairs, columns);
}

function pairOf({ words, summary }: Command, from = 0): Pair {
  return [words.slice(from).join(' '), summary];
}

function isForAgents({ words }: Command): boolean {
  return AGENT_COMMANDS.includes(words.join(' '));
}

/** All tools and all commands of `custody` itself, by what they are for. */
function groupSections({ paint, columns }: Pick<HelpTopic, 'paint' | 'columns'>): readonly string[] {
  const own = custody.commands.filter((command) => !isForAgents(command)).map((command) => pairOf(command));
  const all = [...own, ...tools.map(({ name, description }): Pair => [name, description])];
  const isOther = ([name]: Pair): boolean => !GROUPS.some(({ names }) => names.includes(name));
  return GROUPS.map(({ title, names, takesOthers }) => {
    const pairs = all.filter((pair) => names.includes(pair[0]) || (takesOthers === true && isOther(pair)));
    return section(title, rows(pairs, columns, widthOf(all)), paint);
  });
}

const GROUPS: readonly { title: string; names: readonly string[]; takesOthers?: true }[] = [
  { title: 'Evidence of any kind', names: ['verify', 'show'], takesOthers: true },
  { title: 'A delivery of data', names: ['vacuum', 'hash', 'fingerprint', 'lock', 'pack'] },
  { title: 'Tools, results and agreements', names: ['chain', 'replay', 'stack'] },
  { title: 'What was done', names: ['witness'] },
  { title: 'This program', names: ['help', 'completions', 'doctor'] },
];

const AGENT_COMMANDS: readonly string[] = ['capabilities', 'robot-docs'];
const AGENT_OPTIONS = agentOptions.map(({ flag }) => flag);
/** The other options of every command, in one paragraph. */
const EVERYWHERE = everywhere
  .filter((option) => !agentOptions.includes(option))
  .map(({ flag, short }) => (short === undefined ? flag : `${short} ${flag}`))
  .join(', ');
