import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { type Content, lock, packMaker, report, rvl } from '../../../tests/pack/made-pack.ts';
import { diffPacks } from './diff.ts';

const pack = packMaker(scratchFolder('pack-diff-told'));

function shifts(a: Content, b: Content): unknown {
  return diffPacks(pack({ 'r.json': a }), pack({ 'r.json': b })).shifts;
}

describe('diffPacks() and reports', () => {
  it('shows the outcomes that changed, by path', () => {
    const a = pack({
      'b.json': rvl('NO_REAL_CHANGE'),
      'a.json': rvl('REAL_CHANGE'),
      'same.json': report({ version: 'rvl.v0', outcome: 'X' }),
    });
    const b = pack({
      'b.json': rvl('REAL_CHANGE'),
      'a.json': rvl('REFUSAL'),
      'same.json': report({ version: 'rvl.v0', outcome: 'X', n: 1 }),
    });
    const diff = diffPacks(a, b);
    expect(diff.shifts).toEqual([
      { path: 'a.json', tool: 'rvl', from: 'REAL_CHANGE', to: 'REFUSAL' },
      { path: 'b.json', tool: 'rvl', from: 'NO_REAL_CHANGE', to: 'REAL_CHANGE' },
    ]);
    expect(diff.changed).toHaveLength(3);
  });

  it('recognises a tool across versions of its report, and uses the band of assess', () => {
    const old = report({ version: 'verify.v0', outcome: 'PASS' }, 'verify.v0');
    const now = report({ version: 'verify.report.v1', tool: 'verify', outcome: 'FAIL' }, 'verify.report.v1');
    expect(shifts(old, now)).toEqual([{ path: 'r.json', tool: 'verify', from: 'PASS', to: 'FAIL' }]);
    const band = (decision_band: string) => report({ version: 'assess.v0', tool: 'assess', decision_band }, 'assess.v0', 'artifact');
    expect(shifts(band('PROCEED'), band('BLOCK'))).toEqual([{ path: 'r.json', tool: 'assess', from: 'PROCEED', to: 'BLOCK' }]);
  });

  it('gives a refusal that has only a code the outcome REFUSAL', () => {
    expect(shifts(rvl('REAL_CHANGE'), report({ version: 'rvl.v0', refusal: { code: 'E_HEADERS' } }))).toMatchObject([{ to: 'REFUSAL' }]);
  });

  it.each<[string, Content, Content]>([
    ['another tool writes', rvl('X'), report({ version: 'shape.v0', outcome: 'Y' }, 'shape.v0')],
    ['is no JSON', rvl('X'), report('{"version":"rvl.v0","outcome":"Y"')],
    ['says its outcome twice', rvl('X'), report('{"version":"rvl.v0","outcome":"Y","outcome":"Z"}')],
    ['is empty', rvl('X'), report('')],
    ['says none', rvl('X'), report({ version: 'rvl.v0' })],
    ['the manifest does not call a report', rvl('X'), { text: '{"version":"rvl.v0","outcome":"Y"}' }],
    ['the manifest gives no version', rvl('X'), { text: '{"version":"rvl.v0","outcome":"Y"}', type: 'report' }],
  ])('shows no shift for what %s', (_, a, b) => {
    expect(shifts(a, b)).toEqual([]);
    expect(shifts(b, a)).toEqual([]);
  });

  it('finds an outcome after more data than it keeps, but no refusal in such a report', () => {
    const long = Array.from({ length: 200_000 }, (_, row) => ({ row, text: 'x' }));
    expect(shifts(rvl('X'), report({ version: 'rvl.v0', rows: long, outcome: 'Y' }))).toMatchObject([{ from: 'X', to: 'Y' }]);
    expect(shifts(rvl('X'), report({ version: 'rvl.v0', rows: long, refusal: { code: 'E_X' } }))).toEqual([]);
  });
});

describe('diffPacks() and lockfiles', () => {
  const member = (path: string, hash = '00') => ({ bytes_hash: `sha256:${hash}`, fingerprint: null, path, size: 1 });

  it('includes the diff of a lockfile that changed, named by pack and path', () => {
    const a = pack({ 'l/dec.lock.json': lock({ members: [member('x'), member('y')] }) });
    const b = pack({ 'l/dec.lock.json': lock({ members: [member('x', '01'), member('z', '02')] }) });
    const [change] = diffPacks({ ...a, given: `${a.given}//` }, b).locks;
    expect(change).toMatchObject({
      path: 'l/dec.lock.json',
      diff: {
        version: 'lock-diff.v0',
        outcome: 'CHANGES',
        old: `${a.given}/l/dec.lock.json`,
        new: `${b.given}/l/dec.lock.json`,
        unchanged: 0,
      },
    });
    const lines = change?.diff ? [...change.lines((text) => text)] : [];
    expect(lines).toContain('  ~ x  1 bytes, sha256:00 -> sha256:01');
    expect(lines.at(-1)).toBe('  1 added, 1 removed, 1 changed, 0 moved, 0 unchanged');
  });

  it.each<[string, Content, Content, RegExp]>([
    [
      'is tampered with',
      lock({}),
      lock({ note: 'x', lock_hash: 'sha256:00' }, false),
      /^[^;]*pack-\d+\/l: lockfile does not match its own hash$/,
    ],
    ['is no JSON', lock({}), { ...lock({}), text: '{' }, /^[^;]*: malformed lockfile JSON — [^;]*$/],
    [
      'lacks fields',
      lock({}),
      { ...lock({}), text: '{"version":"lock.v0"}' },
      /^[^;]*: lockfile missing required fields: lock_hash, members$/,
    ],
    [
      'is broken on both sides',
      { ...lock({}), text: '1' },
      { ...lock({}), text: '2' },
      /^[^;]*expected an object; [^;]*expected an object$/,
    ],
  ])('gives a reason in place of a diff where one %s', (_, a, b, reason) => {
    const { locks, changed } = diffPacks(pack({ l: a }), pack({ l: b }));
    expect(locks).toEqual([{ path: 'l', diff: null, reason: expect.stringMatching(reason) }]);
    expect(changed).toHaveLength(1);
  });

  it('has no diff for a member that is a lockfile in only one pack', () => {
    expect(diffPacks(pack({ l: lock({}) }), pack({ l: { text: 'x' } })).locks).toEqual([]);
  });
});
