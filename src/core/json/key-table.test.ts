import { describe, expect, test } from 'vitest';
import { encodeUtf8 } from '../bytes/utf8.ts';
import { KeyTable } from './key-table.ts';

describe('KeyTable', () => {
  const table = new KeyTable(['path', 'size', '', '\u{e9}', 'pat', '__proto__']);

  test.each([
    ['path', 0],
    ['size', 1],
    ['', 2],
    ['\u{e9}', 3],
    ['pat', 4],
    ['__proto__', 5],
    ['paths', -1],
    ['pata', -1],
    ['a much longer key', -1],
  ])('finds %j at %i', (name, field) => {
    const bytes = encodeUtf8(`"${name}"`);
    expect(table.find(bytes, 1, bytes.length - 1)).toBe(field);
  });
});
