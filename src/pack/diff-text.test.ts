import { expect, it } from 'vitest';
import type { PackDiff } from './diff.ts';
import { diffLines } from './diff-text.ts';
import type { PackMember } from './document.ts';

const visible = (text: string): string => text.replaceAll('\n', '\\n');

function member(path: string, type = 'other', artifactVersion: string | null = null): PackMember {
  return { path, bytesHash: 'sha256:00', type, artifactVersion };
}

it('diffLines() escapes text from a pack that would break a line', () => {
  const evil = 'x\ny';
  const pair = { path: evil, a: member(evil, evil, evil), b: member(evil, `${evil}!`, evil) };
  const diff: PackDiff = {
    unchanged: 0,
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
    metadata: [{ field: evil, old: evil, new: null }],
  };
  const lines = [...diffLines(diff, visible)];
  expect(lines.filter((line) => line.includes('\n'))).toEqual([]);
  expect(lines.filter((line) => line.includes('x\\ny')).length).toBe(10);
});
