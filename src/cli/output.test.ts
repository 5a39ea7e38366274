import { expect, it } from 'vitest';
import { escapeControls, paintFor } from './output.ts';

it.each([
  ['a\nb\r\t', 'a\\nb\\r\\t'],
  ['\u001b[31m', '\\u{1b}[31m'],
  ['\u0000\u007f\u009b', '\\u{0}\\u{7f}\\u{9b}'],
  ['a\u202eb', 'a\\u{202e}b'],
  ['\u2028', '\\u{2028}'],
  ['é 漢 🎉 \\', 'é 漢 🎉 \\'],
])('escapeControls() shows %j', (text, expected) => expect(escapeControls(text)).toBe(expected));

const paint = (isTTY: boolean, env: Record<string, string>, noColor: boolean): string =>
  paintFor({ isTTY, columns: 80, write: () => {} }, { env, noColor }).bad('x');

it('paintFor() uses colours only on a terminal, and not where they are switched off', () => {
  expect(paint(true, {}, false)).toBe('\u001b[31mx\u001b[0m');
  expect(paint(true, { NO_COLOR: '' }, false)).toBe('\u001b[31mx\u001b[0m');
  expect(paint(true, { NO_COLOR: '1' }, false)).toBe('x');
  expect(paint(true, {}, true)).toBe('x');
  expect(paint(false, {}, false)).toBe('x');
});
