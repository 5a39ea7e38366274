import { expect, test } from 'vitest';
import { encodeUtf8 } from '../bytes/utf8.ts';
import { Cursor, NEEDS_MORE } from './cursor.ts';
import { asciiText, HAS_ESCAPE, HAS_NON_ASCII, PLAIN_TEXT, scanLiteral, scanNumber, scanString, skipSpace } from './token.ts';

test.each([
  ['', 0],
  ['x', 0],
  [' \t\r\n x', 5],
  [' \f', 1],
  ['\v', 0],
  ['\u{a0}', 0],
  ['   ', 3],
])('skipSpace() passes in %j over %i bytes', (text, pos) => {
  const c = new Cursor(encodeUtf8(text));
  skipSpace(c);
  expect(c.pos).toBe(pos);
});

test.each([
  ['""', PLAIN_TEXT],
  ['"plain /~"', PLAIN_TEXT],
  ['"\u{e9}"', HAS_NON_ASCII],
  ['"\\n"', HAS_ESCAPE],
  ['"\u{1f600}\\ud83d\\ude00"', HAS_NON_ASCII | HAS_ESCAPE],
])('scanString() says what %s holds and stops behind it', (text, holds) => {
  const bytes = encodeUtf8(`${text}"`);
  const c = new Cursor(bytes);
  expect(scanString(c)).toBe(holds);
  expect(c.pos).toBe(bytes.length - 1);
});

test.each([
  ['0', true],
  ['-1', true],
  ['18446744073709551616', true],
  ['-0', false],
  ['1.5', false],
  ['1e5', false],
  ['0E-0', false],
])('scanNumber() says whether the token %s is an integer', (text, isInteger) => {
  const c = new Cursor(encodeUtf8(`${text},`));
  expect(scanNumber(c)).toBe(isInteger);
  expect(c.pos).toBe(text.length);
});

test.each<[string, boolean | null]>([
  ['true', true],
  ['false', false],
  ['null', null],
])('scanLiteral() gives the value of %s', (text, value) => expect(scanLiteral(new Cursor(encodeUtf8(text)))).toBe(value));

const tokens: readonly (readonly [string, (c: Cursor) => unknown])[] = [
  ['"\\ud83d\\ude00\u{1f600}\\n"', scanString],
  ['-12.50e+7', scanNumber],
  ['false', scanLiteral],
];

test.each(tokens)('an open window asks for more bytes wherever %s is cut', (text, scan) => {
  const bytes = encodeUtf8(text);
  for (let end = 1; end < bytes.length; end++) {
    let thrown: unknown;
    try {
      scan(new Cursor(bytes, 0, end, true));
    } catch (error) {
      thrown = error;
    }
    expect(thrown, `cut after ${end}`).toBe(NEEDS_MORE);
  }
});

test.each([0, 1, 400, 401, 5000])('asciiText() returns the text of %i bytes', (length) => {
  const text = 'x'.repeat(length);
  expect(asciiText(encodeUtf8(`<${text}>`), 1, length + 1)).toBe(text);
});
