import { expect, it } from 'vitest';
import { member, sealedLock } from '../../tests/lock/judged-lock.ts';
import { diffLocks } from './diff.ts';
import { diffLines } from './diff-text.ts';

const same = (text: string): string => text;
const LOOK = { path: (text: string): string => text.replaceAll('\n', '\\n'), good: same, bad: same, warn: same };

function lines(old: object, fresh: object): string[] {
  return [...diffLines(diffLocks(sealedLock(old), sealedLock(fresh)), { old: 'nov.lock.json', new: 'dec.lock.json' }, LOOK)];
}

it('diffLines() distinguishes a file that was only saved again from one with other content', () => {
  const content = (hash: string) => ({ content_hash: hash, fingerprint_id: 'csv.v0', fingerprint_version: '0.1.0', matched: true });
  const pinned = (path: string, hex: string, hash: string | null) =>
    member(path, { bytes_hash: `sha256:${hex.padEnd(64, '0')}`, fingerprint: hash === null ? null : content(hash) });
  const old = { members: [pinned('edited', 'aaaa', 'blake3:1'), pinned('resaved', 'aaaa', 'blake3:1'), pinned('unknown', 'aaaa', null)] };
  const fresh = { members: [pinned('edited', 'bbbb', 'blake3:2'), pinned('resaved', 'bbbb', 'blake3:1'), pinned('unknown', 'bbbb', null)] };
  expect(lines(old, fresh).filter((line) => !line.startsWith('  lock_hash'))).toEqual([
    'lock diff: CHANGES  nov.lock.json -> dec.lock.json',
    '  ~ edited  1 bytes, sha256:aaaa... -> sha256:bbbb...  (other content)',
    '  ~ resaved  1 bytes, sha256:aaaa... -> sha256:bbbb...  (the same content)',
    '  ~ unknown  1 bytes, sha256:aaaa... -> sha256:bbbb...',
    '  0 added, 0 removed, 3 changed, 0 moved, 0 unchanged',
    '  of the changed: 1 with the same content, 1 with other content',
  ]);
});

it('diffLines() shows fields as JSON, and no text that could break a line', () => {
  const shown = lines({ note: null, 'a\nb': 1 }, { note: 'x\ny' });
  expect(shown).toContain('  note: null -> "x\\ny"');
  expect(shown).toContain('  a\\nb: 1 -> null');
  expect(lines({}, { members: [member('a\nb')] })).toContain('  + a\\nb  1 bytes');
});
