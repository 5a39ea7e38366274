import { expect, it } from 'vitest';
import { parseShallow } from './shallow-json.ts';

const nested = (depth: number, open = '[', close = ']'): string => `${open.repeat(depth)}1${close.repeat(depth)}`;

it.each([
  ['a value', '{"a":[1,{"b":null}]}'],
  ['brackets in a text', JSON.stringify({ a: '['.repeat(1000), ['{'.repeat(1000)]: '\\"[[' })],
  ['a text that ends with a backslash', JSON.stringify(['\\', '['.repeat(1000)])],
  ['many values beside each other', `[${'[],'.repeat(1000)}{}]`],
  ['a value of 500 levels', nested(500)],
])('parseShallow() reads %s', (_, text) => expect(parseShallow(text)).toEqual(JSON.parse(text)));

it.each([
  ['lists', nested(501)],
  ['objects', nested(501, '{"a":', '}')],
  ['two million lists', nested(2_000_000)],
  ['two million objects that do not end', '{"a":'.repeat(2_000_000)],
])('parseShallow() refuses a value that is too deep: %s', (_, text) => expect(() => parseShallow(text)).toThrow('levels deep'));

it('parseShallow() refuses what is no JSON', () => expect(() => parseShallow(']')).toThrow(SyntaxError));
