import { execFileSync } from 'node:child_process';
import { expect, it, test } from 'vitest';
import { listParentCommand, shellPath, shellQuote, singleQuote } from './shell-words.ts';

test.each(['a', 'data/2025-12', '/mnt/x_y.csv', 'a=b', 'a:b@c%d+e,f', '.'])('shellQuote() leaves %s bare', (text) =>
  expect(shellQuote(text)).toBe(text),
);

test.each([
  ['', "''"],
  ['a b', "'a b'"],
  ['-rf', "'-rf'"],
  ['~', "'~'"],
  ["it's", `'it'"'"'s'`],
])('shellQuote() quotes %j as %s', (text, quoted) => expect(shellQuote(text)).toBe(quoted));

test('shellQuote() is read back unchanged by a real shell', () => {
  const marks = `a ' '' " \\ \\\\ $HOME \`id\` $(id) ~ ~root * ? [a] {a,b} a;b a&b a|b <x >x #x !x -n -- é \u{1f600} \u{1b}[31m`;
  const words = [...marks.split(' '), '', 'a b', 'a\nb', '\t', 'it\'s "so"'];
  const script = words.map((word) => `printf '%s\\0' ${shellQuote(word)}`).join('\n');
  expect(execFileSync('sh', ['-c', script]).toString().split('\0').slice(0, -1)).toEqual(words);
});

test('singleQuote() quotes a word that would be safe without quotes', () => expect(singleQuote('a')).toBe("'a'"));

test.each([
  ['data', 'data'],
  ['-rf', './-rf'],
  ['-a b', "'./-a b'"],
  ['/x y', "'/x y'"],
])('shellPath() writes %j as %s', (path, word) => expect(shellPath(path)).toBe(word));

it.each([
  ['dec.lock.json', 'ls -la .'],
  ['data/dec.lock.json', 'ls -la data'],
  ['data//dec/', 'ls -la data'],
  ['/dec.lock.json', 'ls -la /'],
  ['/', 'ls -la /'],
  ['', 'ls -la .'],
  ['my data/dec', "ls -la 'my data'"],
  ['-data/dec', 'ls -la ./-data'],
  ['https://example.org/dec', null],
  ['s3://bucket', null],
  ['s3:/bucket', 'ls -la s3:'],
])('listParentCommand(%j) is %s', (path, command) => expect(listParentCommand(path)).toBe(command));
