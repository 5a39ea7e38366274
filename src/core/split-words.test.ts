import { expect, it } from 'vitest';
import { splitWords } from './split-words.ts';

it.each([
  ['kms-sign', ['kms-sign']],
  ['  a \t b  ', ['a', 'b']],
  [`a 'b c' "d e" f\\ g`, ['a', 'b c', 'd e', 'f g']],
  [`a'b'"c"d`, ['abcd']],
  [`a '' ""`, ['a', '', '']],
  [`a "x\\"y\\\\z" 'x"y$z'`, ['a', 'x"y\\z', 'x"y$z']],
  [`a "\\n"`, ['a', '\\n']],
  ['./sign.sh --key=arn:aws:kms:eu-west-1:1:key/x', ['./sign.sh', '--key=arn:aws:kms:eu-west-1:1:key/x']],
])('splitWords() splits %j as a shell does', (command, words) => expect(splitWords(command)).toEqual(words));

it.each([
  '',
  '   ',
  "''",
  "a 'b",
  'a "b',
  'a\\',
  'a | b',
  'a; b',
  'a && b',
  'a > b',
  'a $B',
  'a "$B"',
  'a `b`',
  'a *',
  'a\nb',
  '~/a',
  'a # b',
])('splitWords() refuses %j, which a shell reads in another way', (command) => expect(splitWords(command)).toBeNull());
