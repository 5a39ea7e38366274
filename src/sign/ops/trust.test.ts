import { expect, it } from 'vitest';
import { parseSshTime } from '../ssh/allowed-signers.ts';
import { localTime } from './trust.ts';

it('localTime() is what a clock on the wall of this machine shows', () => {
  const shown = new Date(localTime([2026, 1, 15, 10, 30, 5]));
  expect([shown.getFullYear(), shown.getMonth() + 1, shown.getDate()]).toEqual([2026, 1, 15]);
  expect([shown.getHours(), shown.getMinutes(), shown.getSeconds()]).toEqual([10, 30, 5]);
});

it('localTime() is asked for a time of allowed_signers without Z only', () => {
  expect(parseSshTime('20260115103005', localTime)).toBe(localTime([2026, 1, 15, 10, 30, 5]));
  expect(parseSshTime('20260115103005Z', localTime)).toBe(Date.parse('2026-01-15T10:30:05Z'));
});
