import { expect, test } from 'vitest';
import { diffStackLocks } from './diff.ts';
import { diffLines } from './diff-text.ts';

const style = { show: (text: string) => text.replaceAll('\n', '\\n'), weigh: (_: string, text: string) => text };

test('diffLines() shows every change with its severity, and the counts', () => {
  const overlay = { module_id: 'm', patches: ['a'], patches_sha256: ['x'] };
  const old = { zone_id: 'a', overlays: [overlay, { ...overlay, module_id: 'n' }], modules: [], lawpacks: [], corridors: [] };
  const now = { ...old, zone_id: 'b\nc', extra: 1, overlays: [{ ...overlay, module_id: 'n' }, overlay, { ...overlay, module_id: 'o' }] };
  expect([...diffLines(diffStackLocks(old, now), { old: 'a.lock', new: 'b.lock' }, style)]).toEqual([
    'stack diff: CHANGES  a.lock -> b.lock',
    '  critical  CHANGED document',
    '            zone_id: "a" -> "b\\nc"',
    '  high      REORDERED overlays',
    '            ["m","n"] -> ["n","m"]',
    '  high      ADDED overlays o',
    '  medium    ADDED document',
    '            extra: none -> 1',
    '  1 critical, 2 high, 1 medium, 0 low, 0 info',
    '  modules: 0 added, 0 removed, 0 changed, 0 unchanged',
    '  lawpacks: 0 added, 0 removed, 0 changed, 0 unchanged',
    '  overlays: 1 added, 0 removed, 0 changed, 2 unchanged',
    '  corridors: 0 added, 0 removed, 0 changed, 0 unchanged',
  ]);
});
