/** Help for people, made from the tables: `lock --help`, `lock verify --help`, `custody --help`, and the lines after a mistake. */

import { version } from '#io/version';
import type { Argument, Command, Option, Tool } from './command.ts';
import { escapeControls, type Paint } from './output.ts';
import { commandsBelow } from './select.ts';
import { custody, tools, typedName } from './tools.ts';

export interface HelpTopic {
  readonly tool: Tool;
  readonly command: Command | undefined;
  readonly words: readonly string[];
  readonly paint: Paint;
}

export function formatHelp(program: string, { tool, command, words, paint }: HelpTopic): string {
  const name = typedName(program, tool);
  const head = command && words.length > 0 ? command.summary : tool.description;
  const sections = [
    section('Usage', usageLines(name, tool, words, command), paint),
    tool === custody && words.length === 0 ? section('Tools', toolRows(), paint) : '',
    section('Commands', commandRows(tool, words), paint),
    ...(command ? commandSections(name, command, paint) : []),
  ];
  return `${[name, ...words].join(' ')} ${version} — ${head}\n${sections.join('')}`;
}

/** A mistake: what it was, how the command is called, where to read more. */
export function formatMistake(
  program: string,
  { tool, words, message }: { tool: Tool; words: readonly string[]; message: string },
): string {
  const name = typedName(program, tool);
  const command = tool.commands.find((each) => each.words.join(' ') === words.join(' '));
  const typed = [name, ...words].join(' ');
  return `${tool.name}: ${escapeControls(message)}\nusage: ${usageLines(name, tool, words, command)[0]}\nhelp:  ${typed} --help\n`;
}

/** `lock verify LOCKFILE [OPTIONS]` */
export function usageLine(name: string, command: Command): string {
  return [name, ...command.words, ...command.arguments.map(usageOf), '[OPTIONS]'].join(' ');
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

function commandSections(name: string, command: Command, paint: Paint): readonly string[] {
  const exits = Object.entries(command.exits).map(([code, { meaning }]) => [code, meaning] as const);
  return [
    section('Arguments', rows(command.arguments.map((argument) => [usageOf(argument), argument.help])), paint),
    section('Options', rows(command.options.map((option) => [typedOption(option), option.help])), paint),
    section('Exit codes', rows(exits), paint),
    section(
      'Examples',
      command.examples.map((example) => `${name} ${example}`),
      paint,
    ),
  ];
}

/** `-o, --output FILE` */
function typedOption({ flag, short, value }: Option): string {
  return `${short === undefined ? '    ' : `${short}, `}${flag}${value === undefined ? '' : ` ${value}`}`;
}

function commandRows(tool: Tool, words: readonly string[]): readonly string[] {
  return rows(commandsBelow(tool, words).map((command) => [command.words.slice(words.length).join(' '), command.summary]));
}

function toolRows(): readonly string[] {
  return rows(tools.map((tool) => [tool.name, tool.description]));
}

function rows(pairs: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...pairs.map(([left]) => left.length));
  return pairs.map(([left, right]) => `${left.padEnd(width)}  ${right}`);
}

function section(title: string, lines: readonly string[], paint: Paint): string {
  if (lines.length === 0) return '';
  return `\n${paint.bold(`${title}:`)}\n${lines.map((line) => `  ${line}\n`).join('')}`;
}
