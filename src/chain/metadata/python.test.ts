import { expect, test } from 'vitest';
import { Float } from '#core/json/value';
import { MetadataError } from './error.ts';
import { readPython } from './python.ts';

const version = (program: string) => readPython(program).get('version');

test('readPython() reads the literals that a module assigns to the names', () => {
  const program =
    '"""Doc"""\n__version__ = "1.0.0"\n__tool_type__ = "python"\n__executor_id__ = None\nCONFIG = {"a": [1]}\nENV_CONFIG = {}\n';
  expect(Object.fromEntries(readPython(program))).toEqual({
    version: '1.0.0',
    toolType: 'python',
    executorId: null,
    config: { a: [1] },
    envConfig: {},
  });
});

test.each([
  ["__version__ = '1'", '1'],
  ['__version__="""1\n2"""', '1\n2'],
  ["__version__ = '''it's'''", "it's"],
  ['__version__ = ""', ''],
  ['__version__ = r"\\d\\""', '\\d\\"'],
  ["__version__ = R'1'", '1'],
  ['__version__ = u"1" U"2"', '12'],
  ['__version__ = "a\\n\\x41\\u00e9\\U0001f600\\101\\0\\d\\\\\\\'\\"\\a\\\nb"', 'a\nA\u{e9}\u{1f600}A\0\\d\\\'"\u{7}b'],
  ['__version__ = "1" ".0"', '1.0'],
  ['__version__ = ("1" # )\n\n  ".0")', '1.0'],
  ['__version__ = \\\n  "1" \\\n  "2"', '12'],
  ['__version__ \\\n = "1"', '1'],
  ['a = 1; __version__ = "1"', '1'],
  ['a: int = 1; f = lambda: 0; __version__ = "1";', '1'],
  ['__version__ = "1"  # "2"', '1'],
  ['f"\\{d["\'"]}"; __version__ = "1"', '1'],
  ['f"""{x # }"\n}"""; __version__ = "1"', '1'],
  ['f"{x:\\n}"; __version__ = "1"', '1'],
  ['f"{x:#x}"; rf"\\N{x}" f"\\N{DASH}"; __version__ = "1"', '1'],
  ['(__version__) = "1"', '1'],
  ['__\u{ff56}ersion__ = "1"', '1'],
  ['\u{feff}__version__ = "1"', '1'],
  ['\f__version__ = "1"', '1'],
  ['x = 1\r__version__ = "1"\r\n', '1'],
  ['match = 1\nmatch: int = 2; __version__ = "1"', '1'],
])('readPython() reads a text: %j', (program, text) => expect(version(program)).toBe(text));

test.each<[string, unknown]>([
  ['None', null],
  ['True', true],
  ['False', false],
  ['1_0', 10],
  ['-0', 0],
  ['-+-(1)', 1],
  ['--18446744073709551615', 18446744073709551615n],
  ['-18446744073709551615', new Float(-(2 ** 64))],
  ['-9007199254740993', -9007199254740993n],
  ['0xff', 255],
  ['9007199254740993', 9007199254740993n],
  ['-9223372036854775808', -9223372036854775808n],
  ['18446744073709551616', new Float(2 ** 64)],
  ['1.0', new Float(1)],
  ['-.5e1', new Float(-5)],
  ['("1",)', ['1']],
  ['"1",', ['1']],
  ['"1", 2', ['1', 2]],
  ['()', []],
  ['["1", (2), [3,],]', ['1', 2, [3]]],
  ['{"a": {"b" "c": None,}, "a": 2}', { a: 2 }],
  ['{"__proto__": 1}', JSON.parse('{"__proto__":1}')],
])('readPython() reads a value that is not a text, unchanged: %s', (literal, value) => {
  const found = version(`__version__ = ${literal}`);
  expect(found).toEqual(value);
  expect(Object.is(found, -0)).toBe(false);
});

test('readPython() reads the last assignment', () =>
  expect(version('__version__ = "1"\n__version__ += "x"\n__version__ = f()\n__version__ = "2"\n')).toBe('2'));

test.each([
  'if x:\n  __version__ = "1"',
  'if x: __version__ = "1"',
  'if x: pass; __version__ = "1"',
  'try:\n\tpass\nfinally: __version__ = "1"',
  'def f():\n  """\n"""\n\n  __version__ = "1"',
  'class A: a = 1; __version__ = "1"',
  'async def f(): __version__ = "1"',
  'with (\na): __version__ = "1"',
  '__version__: str = "1"',
  'a = __version__ = "1"',
  '__version__ = a = "1"',
  '__version__ = a[lambda: 0] = "1"',
  '__version__, a = "1", 2',
  '(__version__, a) = "1", 2',
  '[__version__] = "1"',
  'f(__version__="1")',
  '(\n__version__ == "1")',
  '{\n"a":\n__version__ == "1"}',
  '__version__ == "1"',
  '__version__.a = "1"',
  '__version__',
  '# __version__ = "1"',
  '"""\n__version__ = "1"\n"""',
  'x = """\\"""\n__version__ = "1"\n"""',
  'f"""{x}\n__version__ = "1"\n"""',
  'f"{d["k"]}"; x = """\n__version__ = "1"\n"""',
  'f"""{x:{"}" """\n__version__ = "1"\n""" }}"""',
  'f"{f"{x}"!r:>{w}}"',
  'f"\\N{DASH} {{ \\{x}"',
  'if x:\n  y\n  \\\n __version__ = "1"',
  'version = "1"',
  'x__version__ = "1"',
  '__version__x = "1"',
  'x = \\\n__version__ = "1"',
  '(__version__ := "1")',
  'for __version__ in "1": pass',
  '',
  '\n  \n\t# x',
  'if x:\n  pass\n \n# a\n    # b\n  pass\n',
])('readPython() does not count %j', (program) => expect(readPython(program).size).toBe(0));

test('readPython() does not count a CONFIG that is not a literal, or is reassigned to something else', () => {
  expect(readPython('CONFIG = load()\nENV_CONFIG = {"a": 1}\nENV_CONFIG |= x').size).toBe(0);
  expect(readPython('CONFIG = {1: 2}; ENV_CONFIG = {**a}').size).toBe(0);
});

const error = (program: string): string => {
  try {
    readPython(program);
  } catch (thrown) {
    if (thrown instanceof MetadataError) return thrown.message;
    throw thrown;
  }
  return 'nothing';
};

test.each([
  ['x = 1\n__version__ += "1"', 'expected a literal to be assigned at line 2 column 1'],
  ['__version__ = "1"; __version__ **= 2', 'expected a literal to be assigned at line 1 column 20'],
  ['__version__ = version()', 'expected a literal to be assigned at line 1 column 1'],
  ['__version__ = "1" if x else "2"', 'expected a literal to be assigned at line 1 column 1'],
  ['__version__ = f"1"', 'expected a literal to be assigned at line 1 column 1'],
  ['__version__ = "1" b"2"', 'expected a literal to be assigned at line 1 column 1'],
  ['__executor_id__ = lambda x=1: x', 'expected a literal to be assigned at line 1 column 1'],
  ['__tool_type__ = 1j', 'expected a literal to be assigned at line 1 column 1'],
  ['__version__ = 1e400', 'expected a literal to be assigned at line 1 column 1'],
  ['__version__ = (a for a in "1")', 'expected a literal to be assigned at line 1 column 1'],
  ['a = 1\n__version__ = "1\n', 'unterminated string at line 2 column 15'],
  ['"\u{1f600}"; x = \'1\\', 'unterminated string at line 1 column 10'],
  ['"""\n""', 'unterminated string at line 1 column 1'],
  ['x = f"{a', 'unterminated string at line 1 column 5'],
  ['x = f"{a:}', 'unterminated string at line 1 column 5'],
  ['x = f"{a:"', 'unterminated string at line 1 column 5'],
  ['x = f"{a:\n}"', 'unterminated string at line 1 column 5'],
  ['x = f"{a)}"', 'unexpected ) at line 1 column 9'],
  ['f(a,\n[b', 'unterminated [ at line 2 column 1'],
  ['f(a]', 'expected the bracket that closes (, found ] at line 1 column 4'],
  [')', 'unexpected ) at line 1 column 1'],
  ['x = 1\n  y = 2', 'unexpected indentation at line 2 column 3'],
  [' x = 1', 'unexpected indentation at line 1 column 2'],
  ['if x:\ny = 1', 'expected an indented block at line 2 column 1'],
  ['if x:\n', 'expected an indented block at line 2 column 1'],
  ['if x:\n    y\n  z', 'expected the indentation of an outer block at line 3 column 3'],
  ['if x:\n        y\n\tz', 'inconsistent use of tabs and spaces at line 3 column 2'],
  ['if x:\n  if y:\n\tz', 'inconsistent use of tabs and spaces at line 3 column 2'],
  ['x = \\ \n1', 'expected the line to end after its backslash at line 1 column 5'],
  ['x = $', 'unexpected character at line 1 column 5'],
  ['x = a ! b', 'unexpected character at line 1 column 7'],
  ['__version__\u{a0}= "1"', 'unexpected character at line 1 column 12'],
  ['x = \u{201c}1\u{201d}', 'unexpected character at line 1 column 5'],
  ['x = 1\0', 'unexpected character at line 1 column 6'],
  ['__version__ = "\\N{DASH}"', 'unreadable escape \\N at line 1 column 16'],
  ['__version__ = "\\x4"', 'unreadable escape \\x at line 1 column 16'],
  ['__version__ = "\\ud83d\\ude00"', 'escape sequence that is not a character at line 1 column 16'],
  ['__version__ = "\\U00110000"', 'escape sequence that is not a character at line 1 column 16'],
  ['('.repeat(201), 'expected at most 200 brackets in each other at line 1 column 201'],
  ['f"{'.repeat(101), 'expected at most 100 fields in each other at line 1 column 303'],
])('readPython() refuses %j', (program, message) => expect(error(program)).toBe(message));

test('readPython() refuses more than 100 nested blocks', () => {
  const blocks = (count: number) => Array.from({ length: count }, (_, depth) => `${' '.repeat(depth)}if x:\n`).join('');
  expect(error(`${blocks(99)}${' '.repeat(99)}y`)).toBe('nothing');
  expect(error(`${blocks(100)}${' '.repeat(100)}y`)).toMatch(/^expected at most 100 blocks/);
});

test.each([
  '# -*- coding: utf-8 -*-\n',
  '#!/x\n# vim: set fileencoding=UTF_8 :\n',
  '# coding=utf8\n',
  '#\n#\n# coding: latin-1\n',
  'coding = 1\n',
])('readPython() and a declared encoding reads %j', (head) => expect(version(`${head}__version__ = "1"`)).toBe('1'));

test.each(['# coding: latin-1\n', '#\n# -*- coding: unicode_escape -*-\n', '\f# coding=utf-7', '#\r# coding: cp1252\n'])(
  'readPython() and a declared encoding refuses %j',
  (head) => expect(() => readPython(head)).toThrow('expected Python text in UTF-8, found a declaration of the encoding'),
);
