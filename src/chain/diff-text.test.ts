import { expect, it } from 'vitest';
import type { ChainDiff } from './diff.ts';
import { diffLines } from './diff-text.ts';

const names = { old: 'a\nb', new: 'c' };
const safe = (text: string) => text.replaceAll('\n', '\\n');
const diff: ChainDiff = {
  added: [{ itemId: 'new', space: 'project', fields: {} }],
  removed: [{ itemId: 'old', space: 'system', fields: {} }],
  changed: [{ itemId: 'tool', old: { position: 0, integrity: 'x', note: 1 }, new: { position: 1, integrity: 'y' } }],
  unchanged: 4,
  metadata: [{ field: 'registry', old: null, new: { url: 'u' } }],
};

it('diffLines() shows each change on a line, and the counts', () => {
  expect([...diffLines(diff, names, safe)]).toEqual([
    'chain diff: CHANGES  a\\nb -> c',
    '  + new (project)',
    '  - old (system)',
    '  ~ tool',
    '      integrity: "x" -> "y"',
    '      note: 1 -> null',
    '  registry: null -> {"url":"u"}',
    '  1 added, 1 removed, 1 changed, 4 unchanged',
  ]);
});
