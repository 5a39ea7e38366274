import { expect, it } from 'vitest';
import type { TextStyle } from '#core/text-style';
import type { PrunedLock } from './list.ts';
import { listLines, pruneLines } from './list-text.ts';

const style: TextStyle = {
  show: (text) => text.replaceAll('\n', '\\n'),
  good: (text) => `+${text}`,
  bad: (text) => `-${text}`,
  warn: (text) => `?${text}`,
};
const lock: PrunedLock = {
  space: 'user',
  file: 'f\nf',
  id: 'i\ni',
  version: '1',
  status: 'ROOT_GONE',
  reason: 'r\nr',
  rootSpace: 'user',
  isSuperseded: false,
  action: 'REMOVED',
};

it('listLines() groups by space, nearest first, and gives reasons', () => {
  const current: PrunedLock = { ...lock, space: 'project', status: 'CURRENT', reason: null };
  expect([...listLines([lock, { ...lock, status: 'CORRUPT' }, current], style)]).toEqual([
    'project',
    '  i\\ni 1: +CURRENT',
    '    f\\nf',
    'user',
    '  i\\ni 1: ?ROOT_GONE',
    '    r\\nr',
    '    f\\nf',
    '  i\\ni 1: -CORRUPT',
    '    r\\nr',
    '    f\\nf',
    '1 current, 2 stale',
  ]);
});

it('pruneLines() reports what was done with each lock, and why', () => {
  expect([...pruneLines([lock, { ...lock, status: 'DRIFTED', action: 'KEPT' }], style)]).toEqual([
    'removed i\\ni 1',
    '  ?ROOT_GONE: r\\nr',
    '  f\\nf',
    'kept i\\ni 1',
    '  -DRIFTED: r\\nr',
    '  f\\nf',
    '1 removed, 1 kept',
  ]);
});
