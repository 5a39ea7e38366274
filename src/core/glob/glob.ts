// Matches a glob with a whole relative path. `*`, `?` and `[…]` stay within a component, `**` crosses components, `{a,b}` is either.
//
//     matchesGlob(parseGlob('**/*.{csv,tsv}'), 'dec/loans.csv')   true
//     coversDirectory(parseGlob('tmp/**'), 'tmp')                 true, although 'tmp' itself does not match

import { compileNodes, type GlobProgram, runProgram } from './program.ts';
import { BadGlob, type GlobNode, readGlob } from './syntax.ts';

export { BadGlob };

export interface Glob {
  readonly text: string;
  /** The text that every match begins and ends with. Most paths can be rejected by these two alone. */
  readonly head: string;
  readonly tail: string;
  /**
   * For `literal`, `tree` and `suffix` (`a/b`, `tmp/**`, and `*.csv` at any depth) head and tail decide; only `other` needs the program.
   */
  readonly shape: 'literal' | 'tree' | 'suffix' | 'other';
  /** Whether the glob matches everything below a folder that it reaches, as `X/**` does. */
  readonly isOpenEnded: boolean;
  readonly program: GlobProgram;
}

/** Throws `BadGlob`, which says what was expected and where. */
export function parseGlob(text: string): Glob {
  const nodes = readGlob(text);
  const head = leadingCharacters(nodes);
  const tail = leadingCharacters([...nodes].reverse()).reverse();
  return {
    text,
    head: head.join(''),
    tail: tail.join(''),
    shape: shapeOf(nodes, head.length, tail.length),
    isOpenEnded: isOpenEnded(nodes),
    program: compileNodes(nodes),
  };
}

export function matchesGlob(glob: Glob, path: string): boolean {
  if (glob.shape === 'literal') return path === glob.head;
  if (!path.startsWith(glob.head) || !path.endsWith(glob.tail)) return false;
  return glob.shape !== 'other' || runProgram(glob.program, path);
}

/** Whether one of the globs matches. If there are no globs, every path is selected. */
export function isSelected(globs: readonly Glob[], path: string): boolean {
  return globs.length === 0 || globs.some((glob) => matchesGlob(glob, path));
}

/**
 * Whether an excluding glob excludes this directory with everything below it: the glob matches the directory, or it is `X/**` and X matches
 * the directory.
 */
export function coversDirectory(glob: Glob, directory: string): boolean {
  return matchesGlob(glob, directory) || (glob.isOpenEnded && matchesGlob(glob, `${directory}/`));
}

/** Whether the glob may match something below this directory, judged only by its literal beginning. */
export function mayMatchBelow({ head }: Glob, directory: string): boolean {
  const below = `${directory}/`;
  return head.startsWith(below) || below.startsWith(head);
}

function leadingCharacters(nodes: readonly GlobNode[]): string[] {
  const characters: string[] = [];
  for (const node of nodes) {
    if (node.kind !== 'char') break;
    characters.push(String.fromCodePoint(node.code));
  }
  return characters;
}

function shapeOf(nodes: readonly GlobNode[], headLength: number, tailLength: number): Glob['shape'] {
  if (headLength === nodes.length) return 'literal';
  if (headLength === nodes.length - 1 && nodes.at(-1)?.kind === 'components') return 'tree';
  const isSuffix = nodes[0]?.kind === 'components-slash' && nodes[1]?.kind === 'star' && tailLength === nodes.length - 2;
  return isSuffix ? 'suffix' : 'other';
}

function isOpenEnded(nodes: readonly GlobNode[]): boolean {
  const last = nodes.at(-1);
  return last?.kind === 'components' || (last?.kind === 'either' && last.branches.every(isOpenEnded));
}
