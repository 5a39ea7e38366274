import { expect, test } from 'vitest';
import { commentOf, EXTENSIONS, isExtension } from './extensions.ts';

test('EXTENSIONS are these, in this order', () =>
  expect(EXTENSIONS.join(' ')).toBe('.py .yaml .yml .json .js .mjs .cjs .ts .sh .toml .md'));

test('isExtension() accepts exactly what EXTENSIONS lists', () => expect(EXTENSIONS.filter(isExtension)).toEqual(EXTENSIONS));

test.each(['', 'py', '.PY', '.py ', '.pyc', 'toString', '__proto__', '.d.ts'])('isExtension() refuses %j', (text) =>
  expect(isExtension(text)).toBe(false),
);

test.each([
  ['.py .yaml .yml .sh .toml', { open: '#', close: '' }],
  ['.js .mjs .cjs .ts', { open: '//', close: '' }],
  ['.md', { open: '<!--', close: '-->' }],
  ['.json .exe toString', null],
])('commentOf() of %s is %j', (extensions, marks) =>
  expect(extensions.split(' ').map(commentOf)).toEqual(extensions.split(' ').map(() => marks)),
);
