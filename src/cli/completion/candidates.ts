/**
 * The words that may come next on a line, from the same tables as the help. The shell scripts ask for them by a command that no help shows,
 * with the words of the line up to the cursor, the last of them unfinished or empty:
 *
 *     custody __complete -- lock verify --ro       none
 *                                                  --root          Compare with the files below DIR …
 *                                                  --robot-triage  Print one JSON object for agents …
 *
 * The first line says what else may follow: `file`, `directory` or `none`. File names are never printed here: the shell completes them
 * itself, because it knows how to quote them.
 */
import type { Argument, Option } from '../command.ts';
import { everywhere } from '../define.ts';
import { commandsBelow, optionsOf, type Selection, select } from '../select.ts';
import { tokenise } from '../tokens.ts';
import { custody, tools } from '../tools.ts';

/** The name of the hidden command. */
export const COMPLETE = '__complete';

export interface Candidates {
  readonly paths: 'file' | 'directory' | 'none';
  readonly words: readonly Candidate[];
}

interface Candidate {
  readonly word: string;
  readonly help: string;
}

/** `argv` is what follows the name of the hidden command. */
export async function formatCandidates(argv: readonly string[]): Promise<string> {
  const { paths, words } = await candidates(argv[0] === '--' ? argv.slice(1) : argv);
  return [paths, ...words.map(({ word, help }) => `${word}\t${help}`)].map((line) => `${line}\n`).join('');
}

/** `words` starts with the program, as it was typed. */
export async function candidates(words: readonly string[]): Promise<Candidates> {
  const [program = '', ...line] = glued(words);
  const [before, current] = [line.slice(0, -1), line.at(-1) ?? ''];
  const selection = await select(program.replace(/^.*\//, ''), before);
  const last = tokenise([...before, current], optionsOf(selection.tool)).at(-1);
  const options = selection.command?.options ?? everywhere;
  if (last?.kind === 'flag' && last.value !== undefined) {
    const option = options.find(({ flag, short, alias }) => [flag, short, alias].includes(last.typed));
    return option?.value === undefined ? NOTHING : valuesOf(option, last.value);
  }
  const isLiteral = last?.kind === 'word' && last.literal;
  if (current.startsWith('-') && !isLiteral)
    return startingWith(
      current,
      options.map(({ flag, help }) => ({ word: flag, help })),
    );
  return argumentsAt(selection, current, isLiteral);
}

const NOTHING: Candidates = { paths: 'none', words: [] };

/** Joins words again: bash splits them at `=` and `:`. */
function glued(words: readonly string[]): readonly string[] {
  const result: string[] = [];
  let isOpen = false;
  for (const word of words) {
    const isGlue = /^[=:]+$/.test(word) && result.length > 1;
    if (isGlue || isOpen) result.push(`${result.pop()}${word}`);
    else result.push(word);
    isOpen = isGlue;
  }
  return result;
}

function valuesOf({ type, choices }: Pick<Option | Argument, 'type' | 'choices'>, typed: string): Candidates {
  const paths = type === 'file_path' ? 'file' : type === 'dir_path' ? 'directory' : 'none';
  return {
    ...startingWith(
      typed,
      (choices ?? []).map((word) => ({ word, help: '' })),
    ),
    paths,
  };
}

function argumentsAt(selection: Selection, current: string, isLiteral: boolean): Candidates {
  const { command, tokens } = selection;
  const count = tokens.filter(({ kind }) => kind === 'word').length;
  const last = command?.arguments.at(-1);
  const argument = command?.arguments[count] ?? (last?.variadic === true ? last : undefined);
  const values = argument === undefined ? NOTHING : valuesOf(argument, current);
  const words = count > 0 || isLiteral ? [] : startingWith(current, nextWords(selection)).words;
  return { paths: values.paths, words: [...words, ...values.words] };
}

/** A group has the help text of its first command. */
function nextWords({ tool, words }: Selection): readonly Candidate[] {
  const all = commandsBelow(tool, words).map((command) => ({ word: command.words[words.length] as string, help: command.summary }));
  const own = tool === custody && words.length === 0 ? tools.map(({ name, description }) => ({ word: name, help: description })) : [];
  return [...new Map([...own, ...all].toReversed().map((candidate) => [candidate.word, candidate])).values()].toReversed();
}

function startingWith(typed: string, words: readonly Candidate[]): Candidates {
  return { paths: 'none', words: words.filter(({ word }) => word.startsWith(typed)) };
}
