import { expect, it } from 'vitest';
import type { Option } from './command.ts';
import { tokenise } from './tokens.ts';

const options: readonly Option[] = [
  { flag: '--output', short: '-o', value: 'FILE', type: 'file_path', help: '' },
  { flag: '--json', type: 'flag', help: '' },
];

/** A short notation: words unchanged, flags in brackets with their value. */
function shown(...argv: string[]): string {
  return tokenise(argv, options)
    .map((token) =>
      token.kind === 'word' ? `${token.literal ? "'" : ''}${token.text}` : `[${token.option?.flag ?? `?${token.typed}`}=${token.value}]`,
    )
    .join(' ');
}

it.each([
  [['a', '--json', 'b'], 'a [--json=undefined] b'],
  [['--output', 'x', 'a'], '[--output=x] a'],
  [['--output=x=y', 'a'], '[--output=x=y] a'],
  [['--output='], '[--output=]'],
  [['-o', 'x'], '[--output=x]'],
  [['-ox'], '[--output=x]'],
  [['--output'], '[--output=undefined]'],
  [['--output', '--json'], '[--output=--json]'],
  [['-', '--json'], '- [--json=undefined]'],
  [['--', '--json', '-', '--'], "'--json '- '--"],
  [['--bogus', 'a'], '[?--bogus=undefined] a'],
  [['--bogus=1'], '[?--bogus=1]'],
  [['-x1'], '[?-x1=undefined]'],
  [[''], ''],
])('tokenise() reads %j', (argv, expected) => expect(shown(...argv)).toBe(expected));
