import { expect, test } from 'vitest';
import { encodeUtf8 } from '../bytes/utf8.ts';
import { Cursor, JsonError, NEEDS_MORE } from './cursor.ts';

const text = encodeUtf8('ab\nc\u{e9}d\r\ne');

test.each([
  [0, 'line 1 column 1'],
  [2, 'line 1 column 3'],
  [3, 'line 2 column 1'],
  [6, 'line 2 column 4'],
  [8, 'line 2 column 6'],
  [9, 'line 3 column 1'],
])('Cursor fail() at byte %i says %s: columns count bytes, a CR is one of them', (at, place) =>
  expect(() => new Cursor(text).fail('wrong', at)).toThrow(new JsonError(`wrong at ${place}`)),
);

test('Cursor fail() counts from the beginning of the text', () => {
  const c = new Cursor(text, 4);
  c.origin = 3;
  expect(() => c.fail('wrong')).toThrow('wrong at line 1 column 2');
});

test('Cursor fail() counts the bytes that left the window', () => {
  const c = new Cursor(text, 1);
  c.linesBefore = 4;
  c.columnBefore = 10;
  expect(() => c.fail('wrong')).toThrow('wrong at line 5 column 12');
  expect(() => c.fail('wrong', 3)).toThrow('wrong at line 6 column 1');
});

test('Cursor failAtEnd() asks for more while more may follow, and fails at the end otherwise', () => {
  const open = new Cursor(text, 0, 2, true);
  const thrown = (act: () => never): unknown => {
    try {
      return act();
    } catch (error) {
      return error;
    }
  };
  expect(thrown(() => open.failAtEnd('a value'))).toBe(NEEDS_MORE);
  open.isOpen = false;
  expect(thrown(() => open.failAtEnd('a value'))).toEqual(new JsonError('EOF while parsing a value at line 1 column 3'));
});
