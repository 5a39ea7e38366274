/**
 * Every place on a command line where something can be completed, from the tables:
 *
 *     lock            next words: verify, diff, witness …; options of `lock`; argument INPUT, a file
 *     lock witness    next words: query, last, count, verify
 *     lock verify     options of `lock verify`; argument LOCKFILE, a file
 *
 * A place is named by the tool and the words after it, whether typed as `lock verify` or as `custody lock verify`.
 */
import type { Argument, Command, Option, Tool } from '../command.ts';
import { everywhere } from '../options.ts';
import { commandsBelow } from '../select.ts';
import { custody, tools } from '../tools.ts';

export interface CompletionPlace {
  readonly name: string;
  readonly words: readonly { readonly word: string; readonly help: string }[];
  readonly options: readonly Option[];
  readonly arguments: readonly Argument[];
}

/** The executables the script serves. */
export const programs: readonly string[] = ['custody', ...tools.flatMap(({ binary }) => binary ?? [])];

export function completionPlaces(): readonly CompletionPlace[] {
  return [custody, ...tools].flatMap((tool) => prefixes(tool).map((words) => placeAt(tool, words)));
}

/** `lock`, `lock verify`, `lock diff`, `lock witness`, `lock witness query` … */
function prefixes(tool: Tool): readonly (readonly string[])[] {
  const all = tool.commands.flatMap(({ words }) => words.map((_, i) => words.slice(0, i + 1)));
  const distinct = new Map(all.map((words) => [words.join(' '), words]));
  return [[], ...distinct.values()];
}

function placeAt(tool: Tool, words: readonly string[]): CompletionPlace {
  const command = tool.commands.find((each) => each.words.join(' ') === words.join(' '));
  const below = commandsBelow(tool, words);
  const toolWords = tool === custody && words.length === 0 ? tools.map((each) => ({ word: each.name, help: each.description })) : [];
  return {
    name: [tool.name, ...words].join(' '),
    words: [...toolWords, ...nextWords(below, words.length)],
    options: command?.options ?? everywhere,
    arguments: command?.arguments ?? [],
  };
}

function nextWords(commands: readonly Command[], depth: number): CompletionPlace['words'] {
  const helps = new Map<string, string>();
  for (const { words, summary } of commands) {
    const word = words[depth] as string;
    const isGroup = words.length > depth + 1;
    if (!helps.has(word)) helps.set(word, isGroup ? 'Ask the witness ledger' : summary);
  }
  return [...helps].map(([word, help]) => ({ word, help }));
}
