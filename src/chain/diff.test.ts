import { expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { parseJson } from '#core/json/read';
import type { JsonObject } from '#core/json/value';
import { changedFields, diffChainLocks, diffDocument, diffOutcome, type WholeLock } from './diff.ts';
import { formatChainLock, type LockedElement, parseChainLock } from './document.ts';

const [A, B] = ['a'.repeat(64), 'b'.repeat(64)];
const names = { old: 'a.lock.json', new: 'b.lock.json' };

function chainOf(...ids: readonly string[]): readonly LockedElement[] {
  return ids.map((itemId, at) => ({ itemId, space: 'user', toolType: 'x', executorId: ids[at + 1] ?? null, integrity: A }));
}

function whole(chain: readonly LockedElement[], edit: (text: string) => string = (text) => text): WholeLock {
  const bytes = encodeUtf8(edit(formatChainLock({ generatedAt: '2026-01-01T00:00:00+00:00', version: '1.0.0', chain, kept: {} })));
  return { lock: parseChainLock(bytes, 'x'), document: parseJson(bytes) as JsonObject };
}

const base = chainOf('tool', 'runtime', 'p');
const withSecond = (fields: Partial<LockedElement>) => base.map((each, at) => (at === 1 ? { ...each, ...fields } : each));
const fieldsOf = (diff: ReturnType<typeof diffChainLocks>) =>
  diff.changed.map((change) => `${change.itemId}: ${changedFields(change).join(' ')}`);

it('diffChainLocks() finds nothing between a lock and itself', () => {
  const diff = diffChainLocks(whole(base), whole(base));
  expect(diff).toEqual({ added: [], removed: [], changed: [], unchanged: 3, metadata: [] });
  expect(diffOutcome(diff)).toBe('NO_CHANGES');
});

it.each<[string, Partial<LockedElement>]>([
  ['integrity', { integrity: B }],
  ['space', { space: 'project' }],
  ['tool_type', { toolType: null }],
])('diffChainLocks() finds another %s', (field, fields) => {
  const diff = diffChainLocks(whole(base), whole(withSecond(fields)));
  expect(fieldsOf(diff)).toEqual([`runtime: ${field}`]);
  expect(diff).toMatchObject({ added: [], removed: [], unchanged: 2 });
  expect(diffOutcome(diff)).toBe('CHANGES');
});

it('diffChainLocks() reports an inserted element as one addition, and the others as unchanged', () => {
  const diff = diffChainLocks(whole(base), whole(chainOf('tool', 'wrapper', 'runtime', 'p')));
  expect(diffDocument(diff, names)['added']).toEqual([
    { item_id: 'wrapper', position: 1, space: 'user', tool_type: 'x', executor_id: 'runtime', integrity: A },
  ]);
  expect(fieldsOf(diff)).toEqual(['tool: executor_id']);
  expect(diff).toMatchObject({ removed: [], unchanged: 2 });
});

it('diffChainLocks() lists a removed element', () => {
  const diff = diffChainLocks(whole(base), whole(chainOf('tool', 'p')));
  expect(diff.removed).toMatchObject([{ itemId: 'runtime', fields: { position: 1 } }]);
  expect(diff).toMatchObject({ added: [], unchanged: 1 });
});

it('diffChainLocks() counts every element of either lock once', () => {
  const diff = diffChainLocks(whole(chainOf('a', 'b', 'c', 'd')), whole(chainOf('a', 'c', 'e')));
  const both = diff.changed.length + diff.unchanged;
  expect([both + diff.removed.length, both + diff.added.length]).toEqual([4, 3]);
});

it('diffChainLocks() treats system:<bundle> as system', () => {
  const old = whole(withSecond({ space: 'system' }));
  const now = whole(withSecond({ space: 'system' }), (text) => text.replace('"system"', '"system:rye/core"'));
  expect(diffOutcome(diffChainLocks(old, now))).toBe('NO_CHANGES');
});

it('diffChainLocks() shows the time, but does not count it as a change', () => {
  const diff = diffChainLocks(
    whole(base),
    whole(base, (text) => text.replace('2026-01-01', '2026-01-02')),
  );
  expect(diff.metadata).toEqual([{ field: 'generated_at', old: '2026-01-01T00:00:00+00:00', new: '2026-01-02T00:00:00+00:00' }]);
  expect(diffOutcome(diff)).toBe('NO_CHANGES');
});

it.each<[string, string, string]>([
  ['root.version', '"version": "1.0.0"', '"version": "1.0.1"'],
  ['registry', '"registry": null', '"registry": {"url": "u"}'],
  ['note', '"registry": null', '"registry": null, "note": 1'],
  ['root.provider_id', '"version": "1.0.0"', '"version": "1.0.0", "provider_id": "x"'],
  ['__proto__', '"registry": null', '"registry": null, "__proto__": 1'],
])('diffChainLocks() counts another %s as a change', (field, old, fresh) => {
  const diff = diffChainLocks(
    whole(base),
    whole(base, (text) => text.replace(old, fresh)),
  );
  expect(diff.metadata.map((each) => each.field)).toEqual([field]);
  expect(diffOutcome(diff)).toBe('CHANGES');
});

it('diffChainLocks() compares unknown fields of an element', () => {
  const now = whole(base, (text) => text.replace('"space": "user"', '"space": "user", "provider_version": "2"'));
  expect(fieldsOf(diffChainLocks(whole(base), now))).toEqual(['tool: provider_version']);
});

it('diffDocument() has the old and the new fields of each element', () => {
  const document = diffDocument(diffChainLocks(whole(base), whole(withSecond({ integrity: B }))), names);
  const fields = { position: 1, space: 'user', tool_type: 'x', executor_id: 'p' };
  expect(document).toEqual({
    version: 'chain-diff.v0',
    outcome: 'CHANGES',
    ...names,
    added: [],
    removed: [],
    changed: [{ item_id: 'runtime', old: { ...fields, integrity: A }, new: { ...fields, integrity: B } }],
    unchanged: 2,
    metadata: [],
  });
});
