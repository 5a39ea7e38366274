import { describe, expect, test } from 'vitest';
import { Float } from '#core/json/value';
import { readJavaScript } from './javascript.ts';

const version = (program: string, isTyped = false) => readJavaScript(program, isTyped).get('version');

test('readJavaScript() reads the literals of exported constants', () => {
  const program =
    "#!/usr/bin/env node\nimport a from 'a';\nexport const __version__ = '1.0.0', __tool_type__ = `node`\nexport const __executor_id__ = null;\n";
  expect(Object.fromEntries(readJavaScript(program, false))).toEqual({ version: '1.0.0', toolType: 'node', executorId: null });
});

test.each([
  ['export const __version__ = "1"', '1'],
  ['export/**/const\n__version__\n=\n"1"\n;', '1'],
  ["export const __version__ = 'it\\'s \\x41\\u00e9\\u{1f600}\\ud83d\\ude00\\n\\0\\q\\\nb'", "it's A\u{e9}\u{1f600}\u{1f600}\n\0qb"],
  ['export const __version__ = `a\\`\r\nb$ {`', 'a`\nb$ {'],
  ['export const __version__ = "1"\nfoo()', '1'],
  ['export const __version__ = "1" /*\n*/ foo()', '1'],
  ['export const __version__ = "1"\n++a', '1'],
  ['export const __version__ = "1"\n{ a } /"/.test(b)', '1'],
  ['export const a = class\n{ }, __version__ = "1"', '1'],
  ['export const a = function\nb() {}, __version__ = "1"', '1'],
  ['if (a) { } else { }\n/"/.test(b)\nexport const __version__ = "1"', '1'],
  ['export const a = b, __version__ = "1"', '1'],
  ['export const a = (b, c), d = [1, 2], __version__ = "1"', '1'],
  ['export const { a, b } = c, __version__ = "1"', '1'],
  ['\u{feff}export const __version__ = "1"', '1'],
  ['export\u{a0}const\u{2028}__version__ = "1"', '1'],
  ['const r = /[/"`]/g; export const __version__ = "1"', '1'],
  ['if (a) /"/.test(b)\nexport const __version__ = "1"', '1'],
  ['const f = () => {}\n/"/.test(b)\nexport const __version__ = "1"', '1'],
  ['const f = a / 2 + "/"\nexport const __version__ = "1" // "/', '1'],
  ['const f = {}.a / (b) / c[0] / `/` / d++ / 2; export const __version__ = "1"', '1'],
  ['const f = a.return / 2; const g = "/"; export const __version__ = "1"', '1'],
  ['const f = { if: 1, a: /"/ , b: { c: 1 } / 2 }; export const __version__ = "1"', '1'],
  ['switch (a) { case /"/: { } /"/ }; export const __version__ = "1"', '1'],
  ['const t = `${`}${"}"}` + { a: `{` }.a}"`; export const __version__ = "1"', '1'],
  ['const f = function () {} / 2 + "/"; export const __version__ = "1"', '1'],
  ['const f = a => async function b() {} / 2 + "/"; export const __version__ = "1"', '1'],
  ['export const a = class extends b({}) { } / "/".c, __version__ = "1"', '1'],
  ['const f = { class: 1, function: { a: 1 } / 2 }; const g = class { } / 2; "/"; export const __version__ = "1"', '1'],
  ['export default function () {}\n/"/.test(b); export const __version__ = "1"', '1'],
  ['const a = async\nclass b {}\n/"/.test(c); export const __version__ = "1"', '1'],
  ['export const a = async\nexport const __version__ = "1"', '1'],
  ['for (const of of of) of / 2; const g = "/"; export const __version__ = "1"', '1'],
  ['const t = a ? b : /"/; for (const x of /"/g) ; export const __version__ = "1"', '1'],
])('readJavaScript() reads a text: %j', (program, text) => expect(version(program)).toBe(text));

test.each([
  ['export const __version__: string = "1"', '1'],
  ['export const __version__: "1" | (() => void) = "1" as const;', '1'],
  ['export const __version__: { a: string } = "1", b = 2', '1'],
  ['export const __version__ = "1"\nas\nconst x = 2', '1'],
  ['declare function a(): void\nclass b {}\n/"/.test(c); export const __version__ = "1"', '1'],
  ['const a = b! / 2; const c = "/"; export const __version__ = "1"', '1'],
])('readJavaScript() reads of TypeScript: %j', (program, text) => expect(version(program, true)).toBe(text));

test.each<[string, unknown]>([
  ['null', null],
  ['true', true],
  ['false', false],
  ['1_0', 10],
  ['0x1f', 31],
  ['1.5', new Float(1.5)],
])('readJavaScript() reads a value that is not a text, unchanged: %s', (literal, value) =>
  expect(version(`export const __version__ = ${literal};`)).toEqual(value),
);

describe('readJavaScript() does not count', () => {
  test.each([
    'export let __version__ = "1"',
    'export var __version__ = "1"',
    'const __version__ = "1"; export { __version__ }',
    'exports.__version__ = "1"',
    'export default { __version__: "1" }',
    'a.export\nconst __version__ = "1"',
    'export const __version__ = a',
    'export const __version__ = undefined',
    'export const __version__ = "1" + a',
    'export const __version__ = "1"\n+ a',
    'export const __version__ = "1"\n.trim()',
    'export const __version__ = "1"\n`2`',
    'export const __version__ = "1"\n/2/1',
    'export const __version__ = "1" in a',
    'export const __version__ = "1"\ninstanceof a',
    'export const __version__ = `${a}`',
    'export const __version__ = tag`1`',
    'export const __version__ = ("1")',
    'export const __version__ = 1n',
    'export const __version__ = -1',
    'export const __version__x = "1"',
    'export const { __version__ = "1" } = a',
    'export const f = () => { const a = 1, __version__ = "1" }',
    'export const a = b\nlet c = 1, __version__ = "1"',
    'export const a = {}\nlet c = 1, __version__ = "1"',
    'namespace A { export const __version__ = "1" }',
    '`${export const __version__ = "1"}`',
    '// export const __version__ = "1"',
    '/* export const __version__ = "1" */',
    '"export const __version__ = \\"1\\""',
    '`\nexport const __version__ = "1"`',
    'x = /"/; y = `"\nexport const __version__ = "1"`',
    '',
  ])('%j', (program) => expect(readJavaScript(program, false).size).toBe(0));

  test('a type annotation outside TypeScript', () => expect(version('export const __version__: string = "1"')).toBeUndefined());

  test('another type than `as const`', () => expect(version('export const __version__ = "1" as string', true)).toBeUndefined());
});

test.each([
  ['a\n"b\n"', 'unterminated string at line 2 column 1'],
  ["'\\", 'unterminated string at line 1 column 1'],
  ['x = `a${b', 'unterminated ${ at line 1 column 7'],
  ['x = `a${b}', 'unterminated template at line 1 column 10'],
  ['/*', 'unterminated comment at line 1 column 1'],
  ['x = /[/]', 'unterminated regular expression at line 1 column 5'],
  ['x = /a\\\n/', 'unterminated regular expression at line 1 column 5'],
  ['f(', 'unterminated ( at line 1 column 2'],
  ['f(]', 'expected the bracket that closes (, found ] at line 1 column 3'],
  ['}', 'unexpected } at line 1 column 1'],
  ['export const __version__ = "\\07"', 'unreadable escape \\0 at line 1 column 28'],
  ['export const __version__ = "\\u{}"', 'unreadable escape \\u at line 1 column 28'],
  ['export const __version__ = "\\u{110000}"', 'escape sequence that is not a character at line 1 column 28'],
  ['export const __version__ = "\\ud800"', 'lone surrogate at line 1 column 28'],
  ['export const __version__ = "1"\nexport const __version__ = "1"', 'expected a name that is declared once at line 2 column 14'],
])('readJavaScript() refuses %j', (program, message) => expect(() => readJavaScript(program, false)).toThrow(message));
