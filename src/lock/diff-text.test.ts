import { expect, it } from 'vitest';
import { member, sealedLock } from '../../tests/judged-lock.ts';
import { diffLocks } from './diff.ts';
import { diffLines } from './diff-text.ts';

const visible = (text: string): string => text.replaceAll('\n', '\\n');

function lines(old: object, fresh: object): string[] {
  return [...diffLines(diffLocks(sealedLock(old), sealedLock(fresh)), { old: 'nov.lock.json', new: 'dec.lock.json' }, visible)];
}

it('diffLines() says that nothing changed, and how much', () => {
  const lock = { members: [member('a'), member('b')] };
  expect(lines(lock, lock)).toEqual([
    'lock diff: NO_CHANGES  nov.lock.json -> dec.lock.json',
    '  0 added, 0 removed, 0 changed, 0 moved, 2 unchanged',
  ]);
});

it('diffLines() lists each kind of change with its own sign, then the sum', () => {
  const hashed = (path: string) => member(path, { bytes_hash: `sha256:${path}` });
  const old = {
    members: [hashed('changed'), hashed('gone'), member('from')].sort(byPath),
    skipped: [{ path: 'now read' }, { path: 'why', a: 1 }],
  };
  const fresh = {
    members: [{ ...hashed('changed'), size: 2, more: 1 }, hashed('new'), member('to')].sort(byPath),
    skipped: [{ path: 'unread' }, { path: 'why', a: 2 }],
  };
  expect(lines(old, fresh).filter((line) => !line.startsWith('  lock_hash'))).toEqual([
    'lock diff: CHANGES  nov.lock.json -> dec.lock.json',
    '  + new',
    '  - gone',
    '  ~ changed  (more, size)',
    '  > from -> to',
    '  ! unread  (skipped now)',
    '  ! why  (skipped for another reason)',
    '  ! now read  (no longer skipped)',
    '  1 added, 1 removed, 1 changed, 1 moved, 0 unchanged',
  ]);
});

it('diffLines() shows fields as JSON, and no text that could break a line', () => {
  const shown = lines({ note: null, 'a\nb': 1 }, { note: 'x\ny' });
  expect(shown).toContain('  note: null -> "x\\ny"');
  expect(shown).toContain('  a\\nb: 1 -> null');
  expect(lines({}, { members: [member('a\nb')] })).toContain('  + a\\nb');
});

function byPath(a: object, b: object): number {
  return (a as { path: string }).path < (b as { path: string }).path ? -1 : 1;
}
