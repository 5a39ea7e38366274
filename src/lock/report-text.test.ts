import { expect, it } from 'vitest';
import type { MembersReport, VerifyReport } from './report.ts';
import type { ReportStyle } from './report-style.ts';
import { reportLines } from './report-text.ts';
import { judgeMember, type MemberTally, newTally } from './verify.ts';

const LOOK: ReportStyle = { path: (path) => path.replaceAll('\n', '\\n'), good: (text) => text, bad: (text) => text, warn: (text) => text };
const hash = (start: string): `sha256:${string}` => `sha256:${start.padEnd(64, '0')}`;
const STORED = hash('a1b2c3d4e5f6');

function lines(members: Partial<MembersReport> | null, fields: Partial<VerifyReport> = {}, look: ReportStyle = LOOK): string {
  const whole = members && { ...newTally(), root: '/data/dec', notSelected: null, hints: [], ...members };
  const lockHash = { stored: STORED, computed: STORED, valid: true };
  return [
    ...reportLines(
      {
        lockfile: 'dec.lock.json',
        lockHash,
        leftOut: { scope: null, skipped: 0 },
        members: whole,
        strict: false,
        toolVersion: '0.1.0',
        ...fields,
      },
      look,
    ),
  ].join('\n');
}

/** A tally with four verified members, then what `judge` adds. */
function tallied(
  judge: (tally: MemberTally, member: (path: string) => { path: string; bytesHash: string; size: number }) => void,
): MemberTally {
  const tally = { ...newTally(), verified: 4 };
  judge(tally, (path) => ({ path, bytesHash: hash('7d865e95'), size: 847201 }));
  return tally;
}

const oneSkip = tallied((tally, member) =>
  judgeMember(tally, member('archive.tar.gz'), { kind: 'unreadable', error: 'Permission denied' }),
);

it.each([
  ['sha256:7d86', 'sha256:7d87', 'expected sha256:7d86 got sha256:7d87'],
  [hash('7d865e95'), hash('7d865e96'), 'expected sha256:7d865e95... got sha256:7d865e96...'],
  [hash('7d86').toUpperCase().replace('SHA256', 'sha256'), hash('7d86'), 'expected sha256:7D86... got sha256:7d86...'],
  ['sha256:', hash('7d86'), 'expected sha256: got sha256:7d86...'],
])('reportLines() shortens %s and %s to what tells them apart', (bytesHash, actual, explained) => {
  const tally = newTally();
  judgeMember(tally, { path: 'a', bytesHash, size: 1 }, { kind: 'different', bytesHash: actual as `sha256:${string}`, size: 1 });
  expect(lines(tally).split('\n')[3]).toBe(`  HASH_MISMATCH  a  ${explained}`);
});

it('reportLines() keeps explanations aligned if one path is very long', () => {
  const tally = tallied((into, member) => {
    judgeMember(into, member('a'), { kind: 'other size', size: 1 });
    judgeMember(into, member('b'.repeat(200)), { kind: 'other size', size: 1 });
  });
  const [, , , short = '', long = ''] = lines(tally).split('\n');
  expect(short).toBe(`  SIZE_MISMATCH  ${'a'.padEnd(60)}  expected 847201 bytes got 1`);
  expect(long).toBe(`  SIZE_MISMATCH  ${'b'.repeat(200)}  expected 847201 bytes got 1`);
});

it('reportLines() passes every text from outside through the given look', () => {
  const tally = newTally();
  judgeMember(tally, { path: 'x\ny', bytesHash: 'sha256:0\n0', size: 1 }, { kind: 'different', bytesHash: hash('1'), size: 1 });
  judgeMember(tally, { path: 'z', bytesHash: hash('1'), size: 1 }, { kind: 'unreadable', error: 'a\nb' });
  const hints = [{ path: 'p\nq', found: 'f', message: 'm\nn' }];
  const text = lines({ ...tally, root: '/r\nr', hints }, { lockfile: 'l\nl' });
  expect(text.split('\n')).toHaveLength(6);
  expect(lines(null, { lockHash: { stored: '\n', computed: STORED, valid: false } }).split('\n')).toHaveLength(3);
});

it.each([
  [{ verified: 1 }, 'good'],
  [{ verified: 1, weaker: { ...newTally().weaker, cached: 1 } }, 'warn'],
  [oneSkip, 'warn'],
  [tallied((into, member) => judgeMember(into, member('a'), { kind: 'missing' })), 'bad'],
])('reportLines() marks the first line', (tally, mark) => {
  const look = { ...LOOK, good: () => 'good', bad: () => 'bad', warn: () => 'warn' };
  expect(lines(tally, {}, look)).toMatch(new RegExp(`^${mark} dec`));
});

it('reportLines() says how many members were not read', () => {
  const weaker = { ...newTally().weaker, 'etag-unchanged': 2, cached: 3 };
  expect(lines({ verified: 1, weaker })).toContain('1/6 members verified, 2 etag-unchanged, 3 cached (not read)');
});
