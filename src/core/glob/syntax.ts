// Parses the syntax of a glob into nodes:
//
//     ?           one character        *       any characters        neither matches `/`
//     [a-z] [!x]  one of, none of      {a,b}   either, can be nested, an alternative may be empty
//     \c          the character c      **      any components, if it is a whole component
//
// `a/**/b` matches `a/b` and `a/x/y/b`; `a/**` matches everything below `a`, but not `a`. Elsewhere `**` is the same as `*`. A leading dot
// is an ordinary character, and so is a backslash between brackets.

export type GlobNode =
  | { readonly kind: 'char'; readonly code: number }
  | { readonly kind: 'any' }
  | { readonly kind: 'star' }
  | { readonly kind: 'components' }
  | { readonly kind: 'components-slash' }
  | { readonly kind: 'class'; readonly isNegated: boolean; readonly ranges: readonly (readonly [number, number])[] }
  | { readonly kind: 'either'; readonly branches: readonly (readonly GlobNode[])[] };

export class BadGlob extends Error {
  override readonly name = 'BadGlob';
  readonly reason:
    | 'empty'
    | 'unclosed class'
    | 'bad range'
    | 'unclosed alternates'
    | 'unopened alternates'
    | 'dangling backslash'
    | 'nesting';
  /** The position of the wrong character, counted from 1. */
  readonly position: number;

  constructor(reason: BadGlob['reason'], position: number, message: string) {
    super(`${message} at character ${position}`);
    this.reason = reason;
    this.position = position;
  }
}

const slash = 0x2f;
const maxNesting = 64;

/** Throws `BadGlob`. */
export function readGlob(text: string): GlobNode[] {
  const characters = Array.from(text);
  if (characters.length === 0) throw new BadGlob('empty', 1, 'expected a glob, found nothing');
  const reader = { characters, at: 0 };
  return withComponents(readSequence(reader, []), true, true);
}

interface Reader {
  readonly characters: readonly string[];
  at: number;
}

/** Two asterisks are read as `components`. `withComponents` then keeps them only if they are a whole component. */
function readSequence(reader: Reader, open: readonly number[]): GlobNode[] {
  const nodes: GlobNode[] = [];
  for (;;) {
    const start = reader.at;
    const character = reader.characters[start];
    if (character === undefined || (open.length > 0 && (character === ',' || character === '}'))) return nodes;
    reader.at++;
    if (character === '*') nodes.push({ kind: starRun(reader, start) === 2 ? 'components' : 'star' });
    else if (character === '?') nodes.push({ kind: 'any' });
    else if (character === '[') nodes.push(readClass(reader, start));
    else if (character === '{') nodes.push(readBranches(reader, [...open, start]));
    else if (character === '}') throw new BadGlob('unopened alternates', start + 1, 'expected an opening { before }');
    else if (character === '\\') nodes.push(char(escaped(reader, start)));
    else nodes.push(char(character));
  }
}

function starRun(reader: Reader, start: number): number {
  while (reader.characters[reader.at] === '*') reader.at++;
  return reader.at - start;
}

function escaped(reader: Reader, start: number): string {
  const character = reader.characters[reader.at++];
  if (character === undefined) throw new BadGlob('dangling backslash', start + 1, 'expected a character after the backslash');
  return character;
}

function readBranches(reader: Reader, open: readonly number[]): GlobNode {
  const start = open.at(-1) as number;
  if (open.length > maxNesting) throw new BadGlob('nesting', start + 1, `expected at most ${maxNesting} nested {`);
  const branches: GlobNode[][] = [];
  for (;;) {
    branches.push(readSequence(reader, open));
    const character = reader.characters[reader.at++];
    if (character === undefined) throw new BadGlob('unclosed alternates', start + 1, 'expected a closing } for {');
    if (character === '}') return { kind: 'either', branches };
  }
}

function readClass(reader: Reader, start: number): GlobNode {
  const isNegated = reader.characters[reader.at] === '!' || reader.characters[reader.at] === '^';
  if (isNegated) reader.at++;
  const ranges: [number, number][] = [];
  for (let isFirst = true; ; isFirst = false) {
    const from = reader.characters[reader.at++];
    if (from === undefined) throw new BadGlob('unclosed class', start + 1, 'expected a closing ] for [');
    if (from === ']' && !isFirst) return { kind: 'class', isNegated, ranges };
    const to = reader.characters[reader.at + 1];
    if (reader.characters[reader.at] !== '-' || to === undefined || to === ']') {
      ranges.push([codeOf(from), codeOf(from)]);
      continue;
    }
    if (codeOf(to) < codeOf(from)) throw new BadGlob('bad range', reader.at, `expected a rising range, found ${from}-${to}`);
    ranges.push([codeOf(from), codeOf(to)]);
    reader.at += 2;
  }
}

// Keeps `**` only if it is a whole component. A `/` after alternatives is moved into each of them: `{**,a}/b` becomes `{**/,a/}b`.
function withComponents(nodes: readonly GlobNode[], startsComponent: boolean, endsComponent: boolean): GlobNode[] {
  const done: GlobNode[] = [];
  let isStart = startsComponent;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] as GlobNode;
    const beforeSlash = isSlash(nodes[i + 1]);
    const isEnd = i === nodes.length - 1 && endsComponent;
    if (node.kind === 'components' && isStart && beforeSlash) {
      done.push({ kind: 'components-slash' });
      i++;
    } else if (node.kind === 'components') {
      done.push({ kind: isStart && isEnd ? 'components' : 'star' });
      isStart = false;
    } else if (node.kind === 'either') {
      const branches = node.branches.map((branch) => withComponents(beforeSlash ? [...branch, char('/')] : branch, isStart, isEnd));
      if (beforeSlash) i++;
      const isStartBefore = isStart;
      isStart = branches.every((branch) => endsInSlash(branch.at(-1), isStartBefore));
      done.push({ kind: 'either', branches });
    } else {
      done.push(node);
      isStart = isSlash(node);
    }
  }
  return done;
}

function endsInSlash(node: GlobNode | undefined, otherwise: boolean): boolean {
  if (node === undefined) return otherwise;
  if (node.kind === 'either') return node.branches.every((branch) => endsInSlash(branch.at(-1), false));
  return node.kind === 'components-slash' || isSlash(node);
}

function isSlash(node: GlobNode | undefined): boolean {
  return node?.kind === 'char' && node.code === slash;
}

function char(character: string): GlobNode {
  return { kind: 'char', code: codeOf(character) };
}

function codeOf(character: string): number {
  return character.codePointAt(0) as number;
}
