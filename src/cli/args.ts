/**
 * Parses a command line strictly by the table of its command. Anything that is not in the table is a mistake, and never ignored:
 *
 *     lock verify d.json --rot data      unknown option --rot; did you mean --root?
 */
import { type Argument, type Command, type Option, type Tool, UsageError } from './command.ts';
import { suggestion } from './nearest.ts';
import { commandsBelow, type Selection } from './select.ts';
import type { Token } from './tokens.ts';

export interface Line {
  readonly args: readonly string[];
  /** Those of `args` that follow `--`. */
  readonly afterDashes: readonly string[];
  /** Maps a flag to its values in the order typed; a switch has one empty value. */
  readonly flags: ReadonlyMap<string, readonly string[]>;
}

export function parseLine(selection: Selection, command: Command): Line {
  const flags = new Map<string, string[]>();
  const args: string[] = [];
  for (const token of selection.tokens) {
    if (token.kind === 'word') args.push(token.text);
    else readFlag(selection.tool, command, token, flags);
  }
  checkArguments(selection, command, args);
  const afterDashes = selection.tokens.flatMap((token) => (token.kind === 'word' && token.literal ? [token.text] : []));
  return { args, afterDashes, flags };
}

function readFlag(tool: Tool, command: Command, token: Token & { kind: 'flag' }, flags: Map<string, string[]>): void {
  const option = optionTyped(command, token);
  if (option === undefined) throw unknownOption(tool, command, token);
  const seen = flags.get(option.flag) ?? [];
  if (seen.length > 0 && option.repeatable !== true) throw new UsageError(`${option.flag} is given twice`);
  flags.set(option.flag, [...seen, readValue(option, token)]);
}

/** Looks up an option by the name as typed: another command of the tool may use the same short name for another option. */
function optionTyped({ options }: Command, { typed, option }: Token & { kind: 'flag' }): Option | undefined {
  const named = options.find(({ flag, short, alias }) => flag === typed || short === typed || alias === typed);
  return named ?? options.find(({ flag }) => flag === option?.flag);
}

function readValue(option: Option, token: Token & { kind: 'flag' }): string {
  if (option.value === undefined) {
    if (token.value !== undefined) throw new UsageError(`${option.flag} takes no value`);
    return '';
  }
  if (token.value === undefined) throw new UsageError(`${option.flag} needs a value: ${option.flag} ${option.value}`);
  // In `--dataset-id --strict` the value was forgotten, or comes from an empty variable.
  if (!token.attached && token.value.startsWith('--')) {
    throw new UsageError(`${option.flag} needs a value, found ${token.value}; if that is meant, write ${option.flag}=${token.value}`);
  }
  if (option.type === 'choice') checkChoice(option.flag, option.choices ?? [], token.value);
  return token.value;
}

function unknownOption(tool: Tool, command: Command, token: Token & { kind: 'flag' }): UsageError {
  const owner = tool.commands.find((each) => each.options.some((option) => option.flag === token.option?.flag));
  if (owner !== undefined) {
    const names = [command, owner].map((each) => [tool.name, ...each.words].join(' '));
    return new UsageError(`${token.typed} is an option of ${names[1]}, not of ${names[0]}`);
  }
  return new UsageError(
    `unknown option ${token.typed}${suggestion(
      token.typed,
      command.options.map((each) => each.flag),
    )}`,
  );
}

function checkArguments(selection: Selection, command: Command, args: readonly string[]): void {
  const missing = command.arguments.find((argument, i) => argument.required && i >= args.length);
  if (missing !== undefined) throw new UsageError(`${missing.name} is missing`);
  const last = command.arguments.at(-1);
  if (last?.variadic !== true && args.length > command.arguments.length) {
    const words = commandsBelow(selection.tool, selection.words).map((each) => each.words[selection.words.length] as string);
    throw unexpected(selection, args, command.arguments.length, new Set(words));
  }
  args.forEach((text, i) => {
    const argument: Argument | undefined = command.arguments[i] ?? last;
    if (argument?.choices !== undefined) checkChoice(argument.name, argument.choices, text);
  });
}

/** The first word may have been meant as a command: `lock sign x`. */
function unexpected({ tool, words }: Selection, args: readonly string[], most: number, known: ReadonlySet<string>): UsageError {
  const [first = ''] = args;
  if (words.length > 0 || known.size === 0 || most === 0 || !/^[a-z][a-z-]*$/.test(first))
    return new UsageError(`unexpected argument '${args[most]}'${suggestion(first, known)}`);
  const meant = suggestion(first, known);
  return new UsageError(`${tool.name} has no command '${first}'${meant === '' ? `; it has ${[...known].join(', ')}` : meant}`);
}

function checkChoice(name: string, choices: readonly string[], text: string): void {
  if (!choices.includes(text)) throw new UsageError(`${name} is one of ${choices.join(', ')}; found '${text}'${suggestion(text, choices)}`);
}
