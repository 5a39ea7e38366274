import { expect, it } from 'vitest';
import type { PackDiff } from './diff.ts';
import { diffLines } from './diff-text.ts';
import type { PackMember } from './document.ts';

const visible = (text: string): string => text.replaceAll('\n', '\\n');

const nothing: PackDiff = {
  aPackId: 'sha256:0a',
  bPackId: 'sha256:0b',
  added: [],
  removed: [],
  changed: [],
  retyped: [],
  unchanged: 0,
  metadata: [],
  shifts: [],
  locks: [],
};

function member(path: string, type = 'other', artifactVersion: string | null = null): PackMember {
  return { path, bytesHash: 'sha256:00', type, artifactVersion };
}

it('diffLines() says that nothing changed, and how many members are unchanged', () => {
  const head = ['pack diff: NO_CHANGES', '  a: sha256:0a', '  b: sha256:0b'];
  expect([...diffLines(nothing, visible)]).toEqual(head);
  expect([...diffLines({ ...nothing, unchanged: 2 }, visible)]).toEqual([...head, '  unchanged: 2']);
});

it('diffLines() counts and lists each kind of change with its own sign, then the changes in reports and lockfiles', () => {
  const pair = (path: string) => ({ path, a: member(path), b: member(path, 'report', 'rvl.v0') });
  const diff: PackDiff = {
    ...nothing,
    added: [member('new')],
    removed: [member('gone'), member('lost')],
    changed: [{ path: 'other bytes', a: member('other bytes'), b: member('other bytes') }, pair('other bytes and type')],
    retyped: [pair('other type')],
    unchanged: 7,
    shifts: [{ path: 'r.json', tool: 'rvl', from: 'NO_REAL_CHANGE', to: 'REAL_CHANGE' }],
    locks: [
      { path: 'l.json', diff: {}, lines: () => ['lock diff: CHANGES  a/l.json -> b/l.json', '  + x'] },
      { path: 'm.json', diff: null, reason: 'broken' },
    ],
    metadata: [{ field: 'note', a: null, b: 'second' }],
  };
  expect([...diffLines(diff, visible)]).toEqual([
    'pack diff: CHANGES',
    '  a: sha256:0a',
    '  b: sha256:0b',
    '  added: 1',
    '    + new',
    '  removed: 2',
    '    - gone',
    '    - lost',
    '  changed: 2',
    '    ~ other bytes',
    '    ~ other bytes and type  (other -> report rvl.v0)',
    '  retyped: 1',
    '    * other type  (other -> report rvl.v0)',
    '  unchanged: 7',
    '  rvl: NO_REAL_CHANGE -> REAL_CHANGE  (r.json)',
    '  lock diff: CHANGES  a/l.json -> b/l.json',
    '    + x',
    '  lock diff: none for m.json — broken',
    '  note: null -> "second"',
  ]);
});

it('diffLines() escapes text from a pack that would break a line', () => {
  const evil = 'x\ny';
  const pair = { path: evil, a: member(evil, evil, evil), b: member(evil, `${evil}!`, evil) };
  const diff: PackDiff = {
    ...nothing,
    aPackId: evil,
    bPackId: evil,
    added: [member(evil)],
    removed: [member(evil)],
    changed: [pair],
    retyped: [pair],
    shifts: [{ path: evil, tool: evil, from: evil, to: evil }],
    locks: [
      { path: evil, diff: {}, lines: (safe) => [safe(evil)] },
      { path: evil, diff: null, reason: evil },
    ],
    metadata: [{ field: evil, a: evil, b: null }],
  };
  const lines = [...diffLines(diff, visible)];
  expect(lines.filter((line) => line.includes('\n'))).toEqual([]);
  expect(lines.filter((line) => line.includes('x\\ny')).length).toBe(10);
});
