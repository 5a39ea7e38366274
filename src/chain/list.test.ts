import { expect, it } from 'vitest';
import { isPrunable, type ListedLock, listDocument } from './list.ts';

const lock: ListedLock = {
  space: 'user',
  file: '/l',
  id: 'tool',
  version: '1',
  status: 'ROOT_GONE',
  reason: 'gone',
  rootSpace: 'user',
  isSuperseded: false,
};
const here = { anyProject: false };

it('isPrunable() allows the removal of a lock whose root is gone, and of one for another version if the current version is pinned', () => {
  expect(isPrunable(lock, here)).toBe(true);
  expect(isPrunable({ ...lock, status: 'OTHER_VERSION', isSuperseded: true }, here)).toBe(true);
});

it('isPrunable() keeps the lock of another version while no lock pins the current one', () =>
  expect(isPrunable({ ...lock, status: 'OTHER_VERSION' }, { anyProject: true })).toBe(false));

it.each(['CURRENT', 'ROLLED_BACK', 'RETIRED', 'HIDDEN', 'DRIFTED', 'UNRESOLVED', 'CORRUPT'] as const)(
  'isPrunable() keeps what is %s',
  (status) => expect(isPrunable({ ...lock, status, isSuperseded: true }, { anyProject: true })).toBe(false),
);

it('isPrunable() never removes a lock of the system', () =>
  expect(isPrunable({ ...lock, space: 'system' }, { anyProject: true })).toBe(false));

it('isPrunable() keeps a lock of the user that may belong to another project, unless requested', () => {
  const elsewhere: ListedLock = { ...lock, rootSpace: 'project' };
  expect(isPrunable(elsewhere, here)).toBe(false);
  expect(isPrunable(elsewhere, { anyProject: true })).toBe(true);
  expect(isPrunable({ ...elsewhere, space: 'project' }, here)).toBe(true);
});

it('listDocument() counts every lock once, by its status', () => {
  const locks = (['CURRENT', 'HIDDEN', 'HIDDEN', 'CORRUPT'] as const).map((status) => ({ ...lock, status, action: null }));
  const { counts, locks: listed } = listDocument(locks) as { counts: Record<string, number>; locks: unknown[] };
  expect(counts).toEqual({
    current: 1,
    root_gone: 0,
    other_version: 0,
    rolled_back: 0,
    retired: 0,
    hidden: 2,
    drifted: 0,
    unresolved: 0,
    corrupt: 1,
  });
  expect(listed[0]).toEqual({
    space: 'user',
    file: '/l',
    tool_id: 'tool',
    version: '1',
    status: 'CURRENT',
    reason: 'gone',
    action: null,
  });
});
