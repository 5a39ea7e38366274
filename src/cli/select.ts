/**
 * Finds the tool and the command that a line means. The first words decide, wherever the flags are:
 *
 *     custody lock --no-witness verify x      tool lock, command verify, words after it: x
 *     lock witness                            tool lock, no command yet: the group `witness`
 */
import type { Command, Option, Tool } from './command.ts';
import { findTool, loadCustody } from './find-tool.ts';
import { type Token, tokenise } from './tokens.ts';

export interface Selection {
  readonly tool: Tool;
  /** Absent if the words end at a group such as `lock witness`, or at `custody` alone. */
  readonly command: Command | undefined;
  /** The words that selected the command or group. */
  readonly words: readonly string[];
  /** The tokens that follow them. */
  readonly tokens: readonly Token[];
}

export async function select(program: string, argv: readonly string[]): Promise<Selection> {
  if (program !== 'custody') return selectCommand((await findTool(program)) ?? (await loadCustody()), argv);
  const custody = await loadCustody();
  const first = tokenise(argv, optionsOf(custody)).find((token) => token.kind === 'word' && !token.literal);
  if (first?.kind !== 'word') return selectCommand(custody, argv);
  const tool = await findTool(first.text);
  return tool ? selectCommand(tool, argv.toSpliced(first.index, 1)) : selectCommand(custody, argv);
}

/** The options of all commands of the tool, so that a value is never treated as a word. */
export function optionsOf(tool: Tool): readonly Option[] {
  const byFlag = new Map<string, Option>();
  for (const command of tool.commands) for (const option of command.options) byFlag.set(option.flag, byFlag.get(option.flag) ?? option);
  return [...byFlag.values()];
}

/** The commands below a group: `lock witness` has query, last, count and verify. */
export function commandsBelow(tool: Tool, words: readonly string[]): readonly Command[] {
  return tool.commands.filter((command) => command.words.length > words.length && startsWith(command.words, words));
}

/** The command of a known tool. */
export function selectCommand(tool: Tool, argv: readonly string[]): Selection {
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
