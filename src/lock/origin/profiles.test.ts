import { expect, it } from 'vitest';
import { type GivenProfile, judgeProfiles, profileEntries } from './profiles.ts';

const hash = (digit: string): string => `sha256:${digit.repeat(64)}`;
const file = (id: string, digit: string, name = `${id}.yaml`): GivenProfile => ({ id, digest: hash(digit), file: name });

it('judgeProfiles() counts every entry of the lock and every file exactly once', () => {
  const ids = ['a', 'b', 'a@sha256:x'];
  const digits = ['1', '2', '3'];
  const all = ids.flatMap((id) => digits.map((digit) => file(id, digit)));
  for (let chosen = 0; chosen < 1 << (all.length - 3); chosen++) {
    const locked = all.filter((_, at) => (chosen >> (at % 5)) & 1);
    const given = all.filter((_, at) => (chosen >> (5 - (at % 6))) & 1);
    const entries = [...profileEntries(locked), 'alone'];
    const report = judgeProfiles(entries, [...given, ...given]);
    if (report === null) throw new Error('nothing was judged');
    const mismatches = report.failures.filter(({ reason }) => reason === 'HASH_MISMATCH').length;
    expect(report.verified + mismatches + report.notChecked.length).toBe(entries.length);
    expect(report.verified + report.failures.length).toBe(given.length);
    expect(report.verified).toBe(locked.filter((each) => given.includes(each)).length);
  }
});

it('judgeProfiles() has nothing to report where the lock names none and none was given', () => {
  expect(judgeProfiles([], [])).toBeNull();
});

it('profileEntries() are deduplicated and in the order of their bytes', () => {
  const entries = profileEntries([file('é', '1'), file('z', '1'), file('a', '2'), file('a', '1'), file('z', '1', 'copy.yaml')]);
  expect(entries).toEqual([`a@${hash('1')}`, `a@${hash('2')}`, `z@${hash('1')}`, `é@${hash('1')}`]);
});
