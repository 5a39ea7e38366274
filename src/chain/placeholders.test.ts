import { expect, it } from 'vitest';
import { BadPlaceholder, fill } from './placeholders.ts';

const values = { paramsJson: '{"a":"{tool_path}"}', toolPath: '/t/$&/x.py', projectPath: '/p }}' };

it.each([
  ['', ''],
  ['plain', 'plain'],
  ['{tool_path}', '/t/$&/x.py'],
  ['--in={project_path}/data', '--in=/p }}/data'],
  ['{tool_path}{tool_path}', '/t/$&/x.py/t/$&/x.py'],
  ['{{tool_path}}', '{tool_path}'],
  ['{{{tool_path}}}', '{/t/$&/x.py}'],
  ['{{}}', '{}'],
  ['{{{{', '{{'],
  ['a}}b{{c', 'a}b{c'],
])('fill() makes of %j %j', (text, filled) => expect(fill(text, values)).toBe(filled));

it('fill() does not fill in placeholders inside inserted values', () => expect(fill('{params_json}', values)).toBe('{"a":"{tool_path}"}'));

it.each(['{home}', '{}', '{ tool_path }', '{TOOL_PATH}', '{tool_path.x}', '{__proto__}', '{constructor}', '${HOME}', '{\n}'])(
  'fill() refuses the unknown placeholder in %j by name',
  (text) => expect(() => fill(text, values)).toThrow(`unknown placeholder {${text.replace(/^\$?\{|\}$/g, '')}};`),
);

it.each(['{', '}', 'a{b', '{tool_path}}', '{{tool_path}', '{a{b}', '}{', '}}}'])('fill() refuses a brace on its own, as in %j', (text) => {
  expect(() => fill(text, values)).toThrow(BadPlaceholder);
  expect(() => fill(text, values)).toThrow('a brace on its own');
});
