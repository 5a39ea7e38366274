/**
 * JSON texts of every spelling: white space anywhere, escapes where none are needed, keys in any order, numbers as any token, now and
 * then a duplicate key or a number out of range.
 *
 *     fc.property(jsonText, (text) => …)      '{ "b" :1e2,"\u0061":"\/x"}'
 */
import fc from 'fast-check';
import { type Dice, dice } from './dice.ts';

export type Tree =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'array'; readonly items: readonly Tree[] }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, Tree])[] };

const TOKENS = [
  '0',
  '-0',
  '1',
  '-1',
  '7',
  '42',
  '1.0',
  '-0.0',
  '1e2',
  '1E-7',
  '1e400',
  '12345678901234',
  '123456789012345',
  '1234567890123456',
  '9007199254740991',
  '9007199254740993',
  '18446744073709551615',
  '18446744073709551616',
  '-9223372036854775809',
  '0.1',
  '1e16',
  'true',
  'false',
  'null',
];
const CHARACTERS = [
  'a',
  'b',
  '/',
  ' ',
  '!',
  '#',
  '"',
  '\\',
  '\n',
  '\u{1f}',
  '\0',
  '\u{7f}',
  '\u{e9}',
  '\u{2028}',
  '\u{ffff}',
  '\u{e000}',
  '\u{10000}',
  '\u{1f600}',
];
const KEYS = [
  '',
  'a',
  'b',
  'ab',
  'a b',
  'a"',
  'a!',
  '10',
  '9',
  '__proto__',
  'constructor',
  'path',
  'size',
  '\u{e9}',
  '\u{ffff}',
  '\u{10000}',
];

const text = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 6 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);
const key = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...KEYS) }, { weight: 1, arbitrary: text });

const tree: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree; array: Tree; object: Tree; leaf: Tree }>((tie) => ({
  tree: fc.oneof({ maxDepth: 4, withCrossShrink: true }, tie('leaf'), tie('array'), tie('object')),
  leaf: fc.oneof(
    fc.constantFrom(...TOKENS).map((token): Tree => ({ kind: 'token', token })),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number): Tree => ({ kind: 'token', token: JSON.stringify(number) })),
    text.map((string): Tree => ({ kind: 'string', text: string })),
  ),
  array: fc.array(tie('tree'), { maxLength: 4 }).map((items): Tree => ({ kind: 'array', items })),
  object: fc
    .oneof(
      { weight: 9, arbitrary: fc.uniqueArray(fc.tuple(key, tie('tree')), { maxLength: 5, selector: ([name]) => name }) },
      { weight: 1, arbitrary: fc.array(fc.tuple(key, tie('tree')), { maxLength: 5 }) },
    )
    .map((entries): Tree => ({ kind: 'object', entries })),
})).tree;

/** `tree` as text; `how` decides between the spellings that JSON allows. */
export function spelled(node: Tree, how: Dice): string {
  const isTidy = how.roll(3) === 0;
  const space = (): string => (isTidy ? '' : how.pick(['', '', '', ' ', '\n', '\t', '\r\n', '  ']));
  const write = (at: Tree): string => {
    switch (at.kind) {
      case 'token':
        return at.token;
      case 'string':
        return spelledString(at.text, how, isTidy);
      case 'array':
        return `[${space()}${at.items.map((item) => space() + write(item) + space()).join(',')}]`;
      case 'object': {
        const entries = isTidy ? byKey(at.entries) : at.entries;
        return `{${space()}${entries.map(([name, value]) => `${space()}${spelledString(name, how, isTidy)}${space()}:${space()}${write(value)}${space()}`).join(',')}}`;
      }
      default:
        return at satisfies never;
    }
  };
  return space() + write(node) + space();
}

function byKey(entries: readonly (readonly [string, Tree])[]): (readonly [string, Tree])[] {
  return [...entries].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '/': '\\/',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

export function spelledString(string: string, how: Dice, isTidy: boolean): string {
  if (isTidy) return JSON.stringify(string);
  let result = '"';
  for (const character of string) {
    const mustEscape = character < ' ' || character === '"' || character === '\\';
    const choice = how.roll(8);
    if (!mustEscape && choice > 1) result += character;
    else if (SHORT[character] !== undefined && choice % 2 === 0) result += SHORT[character];
    else result += hexEscapes(character, choice > 4);
  }
  return `${result}"`;
}

function hexEscapes(character: string, inCapitals: boolean): string {
  return character
    .split('')
    .map((unit) => {
      const hex = unit.charCodeAt(0).toString(16).padStart(4, '0');
      return `\\u${inCapitals ? hex.toUpperCase() : hex}`;
    })
    .join('');
}

export const jsonText: fc.Arbitrary<string> = fc.tuple(tree, fc.nat(1 << 20)).map(([node, seed]) => spelled(node, dice(seed)));
