/** Python programs that are mostly right, full of what could mislead a reader of `__version__ = "1"`. */
import fc from 'fast-check';

const NAMES = ['__version__', '__tool_type__', '__executor_id__', 'CONFIG', 'ENV_CONFIG', 'other', '__\u{ff56}ersion__'];
const SPACES = ['', ' ', ' ', '\t', ' \\\n', '\f'];

const space = fc.constantFrom(...SPACES);
const name = fc.constantFrom(...NAMES, '__version__', '__version__');
const number = fc.constantFrom(
  '0',
  '1',
  '1.5',
  '0x1f',
  '0o17',
  '0b1',
  '1_000',
  '.5',
  '1.',
  '1e5',
  '1e-5',
  '2j',
  '18446744073709551616',
  '9007199254740993',
  '1e400',
  '-1',
  '- 1.5',
  '+2',
  '-(1)',
  '--1',
  '00',
  '0xe-5',
);
const inside = fc.constantFrom(
  'a',
  '1.0',
  ' ',
  '#',
  '\\n',
  '\\\\',
  '\\"',
  "\\'",
  '\\x41',
  '\\u00e9',
  '\\U0001f600',
  '\\101',
  '\\7',
  '\\d',
  '\\\n',
  'é',
  '😀',
  '{',
  '}',
  '{{',
  '}}',
  ';',
  '=',
  '(',
  '$',
  '\\N{DASH}',
  '\\ud800',
);
const field = fc.constantFrom(
  '{x}',
  '{{',
  '}}',
  '{x!r:>10}',
  '{x:{y}}',
  "{d['k']}",
  '{d["k"]}',
  '{(lambda: 1)()}',
  '{x:#x}',
  '{ {1: 2}[1] }',
  'a',
  '{x=}',
  '{x!=y}',
  '\\{x}',
  '{"#"}',
);
const prefix = fc.constantFrom('', '', '', '', 'r', 'R', 'u', 'U', 'b', 'Rb', 'bR');
const quote = fc.constantFrom('"', "'", '"""', "'''");

const plainString = fc
  .tuple(prefix, quote, fc.array(inside, { maxLength: 5 }), fc.constantFrom('', '\n', '"', "'"))
  .map(([before, around, parts, last]) => {
    const body = [...parts, around.length === 3 && last !== around[0] ? last : ''].join('');
    return before + around + body + around;
  });
const formatted = fc
  .tuple(fc.constantFrom('f', 'F', 'rf', 'fR'), quote, fc.array(field, { maxLength: 3 }))
  .map(([before, around, parts]) => before + around + parts.join('') + around);
const string = fc.oneof({ weight: 6, arbitrary: plainString }, { weight: 1, arbitrary: formatted });

const { value } = fc.letrec<{ value: string; group: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    string,
    fc.tuple(string, space, string).map((parts) => parts.join('')),
    number,
    fc.constantFrom(
      'None',
      'True',
      'False',
      'x',
      'f()',
      'lambda a=1: a',
      '...',
      '"1" if x else "2"',
      'a.b',
      '"a" % 1',
      'None or 1',
      '1if x else 2',
      '[*a]',
      '{**a}',
      '{1: 2}',
      '{"a", "b"}',
      '[a for a in "b"]',
      'not 1',
      '(yield)',
      '(x := 1)',
    ),
    tie('group'),
  ),
  group: fc.oneof(
    tie('value').map((item) => `(${item})`),
    tie('value').map((item) => `(\n  ${item}  # )"\n)`),
    fc.tuple(string, string).map(([a, b]) => `(${a} # one\n\n${b})`),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => `(${items.map((item) => `${item},`).join('')})`),
    fc
      .array(fc.tuple(string, tie('value')), { maxLength: 3 })
      .map((items) => `{${items.map(([key, item]) => `${key}: ${item}`).join(',\n')}}`),
  ),
}));

const assignment = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(name, space, space, value).map(([target, a, b, item]) => `${target}${a}=${b}${item}`) },
  fc.tuple(name, value).map(([target, item]) => `(${target}) = ${item}`),
  fc.tuple(name, value).map(([target, item]) => `${target}: str = ${item}`),
  fc.tuple(name, name, value).map(([first, second, item]) => `${first} = ${second} = ${item}`),
  fc.tuple(name, value).map(([target, item]) => `${target}, x = ${item}, 1`),
  fc.tuple(name, fc.constantFrom('+=', '//=', '**=', '>>=', '@=', '|='), value).map((parts) => parts.join(' ')),
  fc.tuple(name, value).map(([target, item]) => `${target} == ${item}`),
  fc.tuple(name, value).map(([target, item]) => `f(${target}=${item})`),
  name.map((target) => `del ${target}`),
  name.map((target) => `${target} = x[lambda: 0] = "1"`),
);
const simple = fc.oneof(
  { weight: 6, arbitrary: assignment },
  fc.constantFrom(
    'pass',
    'import os',
    'print("__version__ = 1")',
    'x = {"a": 1, "b": [2, 3]}',
    'a[1:2] = b',
    'match = 1',
    'case: int = 2',
    'f = lambda: 0',
  ),
  value,
);
const line = fc
  .tuple(fc.array(simple, { minLength: 1, maxLength: 2 }), fc.constantFrom('', '', ';', '  # __version__ = "9"', ' \\\n'))
  .map(([statements, end]) => statements.join('; ') + end);

const HEADERS = [
  'if x:',
  'else:',
  'def f(a="1", *, b={1: 2}):',
  'class A:',
  'try:',
  'finally:',
  'while 0:',
  'with a as b:',
  'async def f():',
  'for __version__ in x:',
  'if (\n  x):',
  'match x:',
  'try: # c',
];
const indent = fc.constantFrom('  ', '    ', '\t', ' \t', '        ');

const part: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: line },
  { weight: 1, arbitrary: fc.constantFrom('', '# __version__ = "8"', '   ', '   # indented', '\t', '\f', '\\\n') },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...HEADERS), indent, line, fc.option(line))
      .map(([header, by, first, second]) => (second === null ? `${header}\n${by}${first}` : `${header}\n${by}${first}\n\n${by}${second}`)),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...HEADERS), line).map((words) => words.join(' ')) },
  { weight: 1, arbitrary: line.map((inner) => `if x:\n  if y:\n\t${inner}\n  z = 1`) },
  { weight: 1, arbitrary: line.map((inner) => `try:\n  pass\nfinally: ${inner}`) },
);

const whole = fc
  .tuple(
    fc.constantFrom('', '', '', '\u{feff}', '#!/bin/python\n'),
    fc.array(part, { minLength: 1, maxLength: 5 }),
    fc.constantFrom('\n', '\n', '\r\n', '\r'),
    fc.boolean(),
  )
  .map(([start, parts, lineEnd, isEnded]) => (start + parts.join('\n') + (isEnded ? '\n' : '')).replaceAll('\n', lineEnd));

const DAMAGE = [...Array.from('"\'\\\n()[]{}#=;:, \tfrbu_x1.\r\f\0$?!'), '"""', "'''", '  ', '\n  ', '\\\n', '\u{a0}'];

/** Some with one place damaged. */
export const pythonProgram: fc.Arbitrary<string> = fc
  .tuple(whole, fc.option(fc.tuple(fc.nat(), fc.nat({ max: 2 }), fc.constantFrom(...DAMAGE)), { freq: 2 }))
  .map(([program, damage]) => {
    if (damage === null) return program;
    const [place, removed, inserted] = damage;
    const at = place % (program.length + 1);
    return (program.slice(0, at) + inserted + program.slice(at + removed)).toWellFormed();
  });
