import { expect, test } from 'vitest';
import { type CommentMarks, commentOf } from './extensions.ts';
import { readHeader } from './header.ts';

const read = (extension: string, text: string) => Object.fromEntries(readHeader(text, commentOf(extension) as CommentMarks));

test('readHeader() of lines reads the leading block after the #! line', () => {
  const text = '#!/bin/sh\n# A tool.\n#\n# version: 1.0.0\n#tool_type:shell\n#  executor_id :  runtimes/shell \necho 1\n# version: 2\n';
  expect(read('.sh', text)).toEqual({ version: '1.0.0', toolType: 'shell', executorId: 'runtimes/shell' });
});

test.each<[string, object]>([
  ['# version: "1.0"\n# tool_type: \'a b\'\n', { version: '1.0', toolType: 'a b' }],
  ['# executor_id: null', { executorId: null }],
  ['# executor_id:', { executorId: null }],
  ['# executor_id: "null"\n# tool_type: ""', { executorId: 'null', toolType: '' }],
  ['\u{feff}# version: 1\r', { version: '1' }],
  ['#!/bin/sh\n\n \n# version: 1', { version: '1' }],
  ['# version: 1\n\n# tool_type: a', { version: '1' }],
  ['# version: 1\n # tool_type: a', { version: '1' }],
  ['# the version: 1\n# Version: 2\n# versions: 3\n# config: 4', {}],
  ['# version: 1:2 # 3', { version: '1:2 # 3' }],
  ['x = 1\n# version: 1', {}],
  ['#!/bin/sh version: 1', {}],
  ['// version: 1', {}],
  ['', {}],
  ['#!', {}],
])('readHeader() of lines %j', (text, fields) => expect(read('.toml', text)).toEqual(fields));

test.each([
  ['# version: 1\n# version: 1', 'expected version once at line 2 column 1'],
  ['#\n# version: "1', 'expected one " at each end of the value at line 2 column 1'],
  ["# version: '", "expected one ' at each end of the value at line 1 column 1"],
  ['# version: "1" "2"', 'expected one " at each end of the value at line 1 column 1'],
])('readHeader() of lines refuses %j', (text, message) => expect(() => read('.sh', text)).toThrow(message));

test.each<[string, object]>([
  ['<!--\nA prompt.\nversion: 1.0.0\n  tool_type: prompt\n-->\n# Title\n', { version: '1.0.0', toolType: 'prompt' }],
  ['<!-- version: 1 -->\n<!-- tool_type: a -->\n', { version: '1', toolType: 'a' }],
  ['\n\n<!--version: 1-->', { version: '1' }],
  ['<!-- version: 1 --> text\n<!-- tool_type: a -->', { version: '1' }],
  ['<!-- version: 1 -->\n\n<!-- tool_type: a -->', { version: '1' }],
  ['<!-- a\nversion: 1 --> tool_type: a\n-->', { version: '1' }],
  ['# Title\n<!-- version: 1 -->', {}],
  ['# version: 1', {}],
  ['', {}],
])('readHeader() of Markdown %j', (text, fields) => expect(read('.md', text)).toEqual(fields));

test.each([
  ['\n<!-- version: 1\n', 'unterminated <!-- at line 2 column 1'],
  ['<!--\nversion: 1\nversion: 2\n-->', 'expected version once at line 3 column 1'],
  ['<!-- version: 1 -->\n<!-- version: 2 -->', 'expected version once at line 2 column 5'],
])('readHeader() of Markdown refuses %j', (text, message) => expect(() => read('.md', text)).toThrow(message));
