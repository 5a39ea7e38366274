import { expect, test } from 'vitest';
import { statedBy } from './names.ts';
import { isTable } from './table-like.ts';
import { textGuess } from './text-kind.ts';

test.each<[text: string, name: string, id: string, formats: readonly string[]]>([
  ['<!DOCTYPE html>\n<title>404', 'tape.csv', 'html', ['html']],
  ['\n <!-- a --><!-- b -->\n<HTML lang=en>', 'x', 'html', ['html']],
  ['<?xml version="1.0"?><html xmlns="x">', 'x', 'html', ['html']],
  ['<?xml version="1.0"?>\n<a/>', 'x', 'xml', []],
  ['<a/>', 'x.xml', 'xml', []],
  ['<!DOCTYPE doc [\n]><doc/>', 'x.xml', 'xml', []],
  ['<a/>', 'x', 'text', []],
  ['<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "x">\n<svg>', 'x.svg', 'svg', []],
  ['{\\rtf1 a}', 'x', 'rtf', []],
  ['%!PS-Adobe', 'x', 'postscript', []],
  ['-----BEGIN CERTIFICATE-----\n', 'x', 'pem', []],
  ['Certificate:\n-----BEGIN CERTIFICATE-----\n', 'x.pem', 'pem', []],
  ['Certificate:\n-----BEGIN CERTIFICATE-----\n', 'x.txt', 'text', []],
  ['{"a":1}', 'x', 'text', ['json', 'jsonl']],
  ['{"a":1}', 'x.jsonl', 'text', ['jsonl', 'json']],
  ['[a],b\n', 'x.csv', 'text', ['json', 'jsonl', 'csv']],
  ['7', 'x.json', 'text', ['json', 'jsonl']],
  ['a', 'x.csv', 'text', ['csv']],
  ['<h1>502 Bad Gateway</h1>', 'x.csv', 'text', ['csv', 'html']],
  ['a', 'x.html', 'text', ['html']],
  ['<table><tr>', 'x', 'text', ['html']],
  ['a;b;c\n1;2;3\n', 'x', 'text', ['csv']],
  ['a;b;c\n1;2;3\n', 'x.txt', 'text', ['csv']],
  ['a;b;c\n1;2;3\n', 'x.md', 'markdown', []],
  ['a: 1\n', 'x.yaml', 'yaml', []],
  ['a,b,c\n1,2,3\n', 'x.py', 'text', []],
  ['', 'x', 'text', []],
])('textGuess(%j) of %s', (text, name, id, formats) => {
  expect(textGuess(text, statedBy(name))).toMatchObject({ id, formats });
});

test.each([
  ['a,b\n1,2\n3,4\n', true],
  ['a,b,c\r\n1,2,3\r\n', true],
  ['a\tb\tc\n1\t\t3\n', true],
  ['"a;x";b\n"1\n2";3\n4;5\n', true],
  ['a,b\n1,2\n', false],
  ['a,b,c\n1,2\n', false],
  ['Dear Sir,\nwell, no\nyes, or\n', false],
  ['const a = 1;\nconst b = 2;\nconst c = 3;\n', false],
  ['one line, with a comma', false],
  ['', false],
])('isTable(%j) is %s', (text, expected) => {
  expect(isTable(text)).toBe(expected);
});

test('isTable() leaves out a row that is cut', () => {
  expect(isTable(`${'a,b,c\n'.repeat(40)}${'x'.repeat(1 << 15)}`)).toBe(true);
});
