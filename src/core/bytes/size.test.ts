import { expect, it } from 'vitest';
import { formatBytes } from './size.ts';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 KB'],
  [1234, '1.2 KB'],
  [99_949, '99.9 KB'],
  [99_950, '100 KB'],
  [999_499, '999 KB'],
  [999_500, '1.0 MB'],
  [516e6, '516 MB'],
  [2 ** 63, '9.2 EB'],
  [1e22, '10000 EB'],
])('formatBytes(%d) is %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
