/** Help for people, generated from the tables: `lock --help`, `lock verify --help`, `custody --help`, and the lines after a mistake. */

import { version } from '#installation/paths';
import { type Argument, type Command, type Option, type Tool, UsageError } from './command.ts';
import { everywhere } from './define.ts';
import { suggestion } from './nearest.ts';
import { escapeControls, type Paint } from './output.ts';
import { commandsBelow, type Selection } from './select.ts';
import { commandName, custody, tools } from './tools.ts';

export interface HelpTopic {
  readonly tool: Tool;
  readonly command: Command | undefined;
  readonly words: readonly string[];
  readonly paint: Paint;
  /** The width of the terminal, or 80. */
  readonly columns: number;
}

export function formatHelp(program: string, { tool, command, words, paint, columns }: HelpTopic): string {
  const name = commandName(program, tool);
  const head = command && words.length > 0 ? command.summary : tool.description;
  const sections = [
    section('Usage', usageLines(name, tool, words, command), paint),
    tool === custody && words.length === 0 ? section('Tools', toolRows(columns), paint) : '',
    section('Commands', commandRows(tool, words, columns), paint),
    ...(command ? commandSections(name, command, { paint, columns }) : []),
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
  const known = tool === custody ? [...tools.flatMap((each) => [each.name, each.binary ?? each.name]), ...below] : below;
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
  if (tool === custody) return ['custody TOOL [ARGUMENTS] [OPTIONS]'];
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
    section('Everywhere', wrapped(EVERYWHERE, columns - INDENT, 0).split('\n'), paint),
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

function commandRows(tool: Tool, words: readonly string[], columns: number): readonly string[] {
  return rows(
    commandsBelow(tool, words).map((command) => [command.words.slice(words.length).join(' '), command.summary]),
    columns,
  );
}

function toolRows(columns: number): readonly string[] {
  return rows(
    tools.map((tool) => [tool.name, tool.description]),
    columns,
  );
}

/** Two columns, with the right one wrapped; if the left one leaves no room, the right one begins on the next line. */
function rows(pairs: readonly (readonly [string, string])[], columns: number): readonly string[] {
  const width = Math.max(...pairs.map(([left]) => left.length));
  const indent = width + 2;
  if (columns - INDENT - indent < NARROW)
    return pairs.flatMap(([left, right]) => [left, ...wrapped(`    ${right}`, columns - INDENT, 4).split('\n')]);
  return pairs.flatMap(([left, right]) => wrapped(`${left.padEnd(width)}  ${right}`, columns - INDENT, indent).split('\n'));
}

function section(title: string, lines: readonly string[], paint: Paint): string {
  if (lines.length === 0) return '';
  return `\n${paint.bold(`${title}:`)}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

/** The indentation of the lines of a section. */
const INDENT = 2;
const NARROW = 24;
/** The options of every command, most of them for agents, on one line. */
const EVERYWHERE = everywhere.map(({ flag, short }) => (short === undefined ? flag : `${short} ${flag}`)).join(', ');

/** Wraps text between words, so that no line is longer than `columns`; all lines after the first are indented. */
function wrapped(text: string, columns: number, indent: number): string {
  const [start = ''] = /^\s*/.exec(text) ?? [];
  const lines: string[] = [];
  let line = start;
  for (const piece of text.slice(start.length).match(/\S+\s*/g) ?? []) {
    if (line.length + piece.trimEnd().length > columns && line.trim() !== '') {
      lines.push(line.trimEnd());
      line = ' '.repeat(indent);
    }
    line += piece;
  }
  return [...lines, line.trimEnd()].join('\n');
}
