import { expect, it } from 'vitest';
import { parseDuration } from './duration.ts';

it.each([
  ['0s', 0],
  ['90s', 90_000],
  ['20m', 1_200_000],
  ['12h', 43_200_000],
  ['30d', 2_592_000_000],
  ['2w', 1_209_600_000],
  ['', null],
  ['20', null],
  ['m', null],
  ['1.5h', null],
  ['-1d', null],
  ['20 m', null],
  ['20M', null],
  ['9999999999s', null],
])('parseDuration() reads %j', (text, ms) => expect(parseDuration(text)).toBe(ms));
