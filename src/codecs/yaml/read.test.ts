import { expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { Float } from '#core/json/value';
import { parseYaml, YamlError } from './read.ts';

const parse = (text: string): unknown => parseYaml(encodeUtf8(text));

function messageOf(text: string | Uint8Array): string {
  try {
    parseYaml(typeof text === 'string' ? encodeUtf8(text) : text);
  } catch (error) {
    expect(error).toBeInstanceOf(YamlError);
    return (error as YamlError).message;
  }
  throw new Error('nothing was refused');
}

it.each([
  ['a: 1\nb: [x, "y", \'z\']\nc:\n  - d: true\n    e: ~\n', { a: 1, b: ['x', 'y', 'z'], c: [{ d: true, e: null }] }],
  ['', null],
  ['# only this\n', null],
  ['--- text\n...\n', 'text'],
  ['%YAML 1.2\n---\na: b\n', { a: 'b' }],
  ['{"schema_version": 1, "profile_id": "x"}', { schema_version: 1, profile_id: 'x' }],
  ['created: 2026-01-15\nflag: yes\nmerge: {<<: {a: 1}}', { created: '2026-01-15', flag: 'yes', merge: { '<<': { a: 1 } } }],
  ['a: |\n  two\n  lines\nb: >-\n  one\n  line\n', { a: 'two\nlines\n', b: 'one line' }],
  ['"1": a\n"": b\n', { 1: 'a', '': 'b' }],
  ['\u{feff}a: é😀\n', { a: 'é😀' }],
])('parseYaml() reads %j', (text, value) => expect(parse(text)).toEqual(value));

it.each([
  ['7', 7],
  ['-7', -7],
  ['0x1F', 31],
  ['0o17', 15],
  ['9007199254740991', 9007199254740991],
  ['9007199254740993', 9007199254740993n],
  ['18446744073709551615', 18446744073709551615n],
  ['18446744073709551616', new Float(18446744073709551616)],
  ['1.0', new Float(1)],
  ['1e3', new Float(1000)],
  ['-0', new Float(-0)],
  ['"1"', '1'],
])('parseYaml() keeps the number %s as the JSON reader would', (text, value) => expect(parse(text)).toEqual(value));

it('parseYaml() treats __proto__ as an ordinary key', () =>
  expect(Object.entries(parse('__proto__: {a: 1}') as object)).toEqual([['__proto__', { a: 1 }]]));

it.each([
  ['a duplicate key', 'a: 1\nb: 2\na: 3\n', 'duplicate key "a" at line 3 column 1'],
  ['a duplicate key in another spelling', '{a: 1, "\\u0061": 2}', 'duplicate key "a" at line 1 column 8'],
  ['a number as key', 'x:\n  1: a\n', 'expected a string as key at line 2 column 3'],
  ['a boolean as key', 'true: a', 'expected a string as key at line 1 column 1'],
  ['no key', ': a', 'expected a string as key at line 1 column 1'],
  ['a list as key', '? [a]\n: b', 'expected a string as key at line 1 column 3'],
  ['an alias', 'a: [1]\nb: *x\n', 'at line 2 column 4'],
  ['an anchor', 'a: &x 1\nb: *x\n', 'expected no anchor at line 1 column 7'],
  ['an anchor that nothing uses', 'a: &x {b: 1}', 'expected no anchor'],
  ['an anchor at a key', '&x a: 1', 'expected no anchor'],
  ['!!binary', 'a: !!binary aGk=', 'expected no tag'],
  ['!!str', 'a: !!str 1', 'expected no tag'],
  ['!!set', '--- !!set {a}', 'expected no tag'],
  ['a tag of nobody', 'a: !loan 1', 'Unresolved tag: !loan at line 1 column 4'],
  ['infinity', 'a: .inf', 'number out of range at line 1 column 4'],
  ['negative infinity', 'a: -.INF', 'number out of range'],
  ['not a number', 'a: .nan', 'number out of range'],
  ['a number beyond a double', 'a: 1e400', 'number out of range'],
  ['an integer beyond a double', `a: ${'9'.repeat(400)}`, 'number out of range'],
  ['a second document', 'a: 1\n---\nb: 2\n', 'multiple documents'],
  ['YAML 1.1', '%YAML 1.1\n---\na: yes\n', 'expected YAML 1.2, found 1.1 at line 1 column 1'],
  ['a lone surrogate', 'a: "\\ud83d"', 'lone surrogate at line 1 column 4'],
  ['NUL', 'a: "\u0000"', 'unprintable character at line 1 column 5'],
  ['escape in a comment', '# \u001b[2J\na: 1', 'unprintable character at line 1 column 3'],
  ['bad indentation', 'a: 1\n b: 2\n', 'at line 1 column 4'],
  ['a tab as indentation', 'a:\n\tb: 1\n', 'at line 2'],
  ['an open bracket', 'a: [1, 2', 'at line 1 column 9'],
  ['an open quote', 'a: "b', 'at line 1 column 6'],
])('parseYaml() refuses %s', (_, text, message) => {
  expect(messageOf(text)).toContain(message);
  expect(messageOf(text)).toMatch(/ at line \d+ column \d+$/);
});

it('parseYaml() refuses bytes that are not UTF-8', () => expect(messageOf(Uint8Array.of(0x61, 0x3a, 0x20, 0xff))).toBe('invalid UTF-8'));

it.each([
  ['lists', (levels: number) => '['.repeat(levels) + ']'.repeat(levels)],
  ['maps', (levels: number) => `${'{a: '.repeat(levels)}1${'}'.repeat(levels)}`],
  ['blocks', (levels: number) => `${'- '.repeat(levels)}1`],
])('parseYaml() refuses %s of more than 128 levels, however many', (_, nested) => {
  expect(() => parse(nested(128))).not.toThrow();
  expect(messageOf(nested(129))).toContain('nesting deeper than 128');
  expect(messageOf(nested(20_000))).toContain('nesting deeper than 128');
});

it('parseYaml() reads a plain text with as many tokens without the parser', () =>
  expect(parseYaml(encodeUtf8(`a:\n${'- 9f0e1\n'.repeat(70_000)}`))).toEqual({ a: Array.from({ length: 70_000 }, () => '9f0e1') }));

it('parseYaml() refuses a text with too many tokens for the memory', () => {
  expect(parse(`[${'1,'.repeat(60_000)}1]`)).toHaveLength(60_001);
  expect(messageOf(`a:\n  [${'1,'.repeat(70_000)}1]`)).toBe('more than 131072 tokens');
});

it('parseYaml() finds duplicate keys in linear time', () => {
  const many = Array.from({ length: 20_000 }, (_, k) => `k${k}: 1\n`).join('');
  expect(Object.keys(parse(many) as object)).toHaveLength(20_000);
  expect(messageOf(`${many}k7: 2\n`)).toBe('duplicate key "k7" at line 20001 column 1');
});
