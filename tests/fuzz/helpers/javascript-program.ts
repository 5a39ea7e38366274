/** JavaScript modules that run and do nothing, full of what could mislead a reader of `export const __version__ = '1'`. */
import fc from 'fast-check';

/** What a constant holds that is no literal. */
export const NOT_LITERAL = 'not a literal';

const literal = fc.constantFrom(
  "'1.0'",
  '"1"',
  '`1`',
  '"a\\x41\\u{1f600}\\\nb"',
  "'\\''",
  '`\\`$ {`',
  '`a\nb`',
  "'//'",
  '"/*"',
  "'\\0\\q'",
  'null',
  'true',
  '12',
  '"\\\\"',
);
const computed = fc.constantFrom(
  `('${NOT_LITERAL}')`,
  `'${NOT_LITERAL}' + ''`,
  `'${NOT_LITERAL}'\n.trim()`,
  `\`\${'${NOT_LITERAL}'}\``,
  `[0, '${NOT_LITERAL}'][1]`,
  `(() => '${NOT_LITERAL}')()`,
  `{ a: '${NOT_LITERAL}' }.a`,
  `'${NOT_LITERAL}' || /"/`,
  `(0, '${NOT_LITERAL}')`,
  `1 / 1 && '${NOT_LITERAL}'`,
);
const word = fc.constantFrom('const', 'const', 'const', 'let', 'var');
const end = fc.constantFrom(';', '\n', ' // `\n', ' /* " */;', '\n/* / */\n', ';;');

/** `@` becomes a name of its own in each part of a program. */
const NOISE = [
  'const @ = /[/"`]/g.source',
  'const @ = 4 / 2 / 1',
  'if (1) /"/.test("")',
  'const @ = `${`}` + { a: "{" }.a}"`',
  'const @ = [1][0] / 2',
  'let @ = 1; @++ / 2',
  'const @ = () => {}\n/"/.test("")',
  'function @() { return /`/ }',
  'const @ = { if: 1, a: /"/, b: { c: 1 } }',
  '{ } /"/.test("")',
  'const @ = 1 ? 2 : /"/',
  'for (const x of [/"/]) ; ',
  'class @ { a = /"/; b = 1 / 2 }',
  'const @ = "it\'s" + \'"\'',
  '// `"\'\n',
  '/* ` */',
  ';',
  'const @ = { __version__: "2" }',
  '{ const __version__ = "3" }',
  'function @() { const __version__ = "4" }',
  'const @ = `\nexport const __version__ = "5"`',
  'let @ = 1,\n a@ = "/"',
  'switch (1) { case /"/: { } /`/ }',
  'const @ = { a: 1 }.a / 2, b@ = "/"',
  'const @ = (1) / 2; "/"',
  'const @ = typeof /"/',
  'do /"/.test(""); while (0)',
  'const @ = { return: 2 }.return / 2, b@ = "/"',
  'label@: { }',
  'label@: /"/.test("")',
  'if (0) { } else /"/.test("")',
  'const @ = a => { }\n',
  'const @ = 0x1f / 2.5e-1 / .5',
  'const @ = function () { return 1 }() / 1',
  'const @ = class { static a = `}` }',
  'const @ = function () { } / 2, b@ = "/"',
  'const @ = class { a() { } } / 2, b@ = "/"',
  'const @ = () => async function () { } / 2, b@ = "/"',
  'class @ { function() { } class() { } }\n/"/.test("")',
  'for (const of of [4]) of / 2 + "/"',
  'const @ = typeof async\nclass b@ { }\n/"/.test("")',
  'const @ = 1_0 // "',
  'const @ = /\\/[\\]"]/u',
  'var @ = !/"/.test(""), b@ = - /"/.lastIndex',
];

const noise = fc.tuple(fc.constantFrom(...NOISE), end).map(([text, close]) => text + close);
const FIELDS = ['__version__', '__tool_type__', '__executor_id__'] as const;

/** Each name at most once: a module could not be loaded otherwise. */
const declaration = (name: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      word,
      fc.oneof({ weight: 3, arbitrary: literal }, computed),
      fc.constantFrom('', 'p@ = 1, ', 'p@ = [1, 2], ', 'p@ = 1 / 2, ', 'p@ = () => { return 1 }, '),
      fc.constantFrom('', ', q@ = "/"', ', q@ = 4\n/ 2'),
      end,
    )
    .map(([how, value, before, after, close]) => {
      const init = how === 'const' ? value : `'${NOT_LITERAL}'`;
      return `export ${how} ${before}${name} = ${init}${after}${close}`;
    });

export const javascriptProgram: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '#!/usr/bin/env node\n', '\u{feff}'),
    fc.shuffledSubarray([...FIELDS]),
    fc.array(noise, { maxLength: 5 }),
    fc.nat(),
    fc.gen(),
  )
  .map(([start, names, noises, turn, pick]) => {
    const parts = [...names.map((name) => pick(declaration, name)), ...noises];
    const at = parts.length === 0 ? 0 : turn % parts.length;
    const turned = [...parts.slice(at), ...parts.slice(0, at)];
    return start + turned.map((part, index) => part.replaceAll('@', `n${index}`)).join('\n');
  });
