import { describe, expect, it } from 'vitest';
import { memorySource } from '#core/bytes/source';
import { encodeUtf8 } from '#core/bytes/utf8';
import { readText } from './text.ts';

const textOf = (text: string, maxSize = 1 << 20) => readText(memorySource(encodeUtf8(text)), maxSize).text;

describe('readText', () => {
  it('readText removes spaces before line ends, and blank lines at the end', () => {
    expect(textOf('a \t\r\n\r\nb\r\n \r\n')).toBe('a\n\nb\n');
    expect(textOf('a')).toBe('a\n');
    expect(textOf('')).toBe('');
    expect(textOf('\n \n')).toBe('');
  });

  it('readText keeps form feeds, tabs and escapes, and fails on other control characters', () => {
    expect(textOf('a\f\tb\x1b[0m')).toBe('a\f\tb\x1b[0m\n');
    expect(() => textOf('a\x07')).toThrow('expected text, found the control character U+0007');
    expect(() => textOf('a\0')).toThrow('expected text, found a NUL');
  });

  it('readText fails on a text longer than the limit', () => {
    expect(() => textOf('aaaa', 3)).toThrow('longer than 3 characters, the most that is read of such a file');
  });

  it('readText reads a long run of spaces in linear time', () => {
    expect(textOf(`${' '.repeat(1 << 22)}x`, 1 << 23).length).toBe((1 << 22) + 2);
  });
});
