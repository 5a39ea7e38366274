/**
 * Finds the tool and the command that a line means. The first words decide, wherever the flags are:
 *
 *     custody lock --no-witness verify x      tool lock, command verify, words after it: x
 *     lock witness                            tool lock, no command yet: the group `witness`
 */
import { type Command, type Option, type Tool, UsageError } from './command.ts';
import { nearest } from './nearest.ts';
import { type Token, tokenise } from './tokens.ts';
import { custody, findTool, tools } from './tools.ts';

export interface Selection {
  readonly tool: Tool;
  /** Absent if the words end at a group such as `lock witness`, or at `custody` alone. */
  readonly command: Command | undefined;
  /** The words that selected the command or group. */
  readonly words: readonly string[];
  /** The tokens that follow them. */
  readonly tokens: readonly Token[];
}

export function select(program: string, argv: readonly string[]): Selection {
  if (program !== 'custody') return selectCommand(findTool(program) ?? custody, argv);
  const first = tokenise(argv, optionsOf(custody)).find((token) => token.kind === 'word' && !token.literal);
  if (first?.kind !== 'word') return selectCommand(custody, argv);
  const tool = findTool(first.text);
  return tool ? selectCommand(tool, argv.toSpliced(first.index, 1)) : selectCommand(custody, argv);
}

/** Why no command was selected: a word is missing, or it is unknown. */
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

/** The options of all commands of the tool, so that a value is never treated as a word. */
export function optionsOf(tool: Tool): readonly Option[] {
  const byFlag = new Map<string, Option>();
  for (const command of tool.commands) for (const option of command.options) byFlag.set(option.flag, byFlag.get(option.flag) ?? option);
  return [...byFlag.values()];
}

export function suggestion(word: string, known: Iterable<string>): string {
  const meant = nearest(word, known);
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}

/** The commands below a group: `lock witness` has query, last, count and verify. */
export function commandsBelow(tool: Tool, words: readonly string[]): readonly Command[] {
  return tool.commands.filter((command) => command.words.length > words.length && startsWith(command.words, words));
}

function selectCommand(tool: Tool, argv: readonly string[]): Selection {
  const tokens = tokenise(argv, optionsOf(tool));
  const typed = tokens.filter((token) => token.kind === 'word' && !token.literal).map((token) => (token as { text: string }).text);
  let words: readonly string[] = [];
  while (words.length < typed.length && isPrefix(tool, typed.slice(0, words.length + 1))) words = typed.slice(0, words.length + 1);
  const command = tool.commands.find((each) => each.words.length === words.length && startsWith(each.words, words));
  let unread = words.length;
  return { tool, command, words, tokens: tokens.filter((token) => token.kind === 'flag' || token.literal || unread-- <= 0) };
}

function isPrefix(tool: Tool, words: readonly string[]): boolean {
  return tool.commands.some((command) => startsWith(command.words, words));
}

function startsWith(words: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((word, i) => words[i] === word);
}
