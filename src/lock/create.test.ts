import { describe, expect, test } from 'vitest';
import { decodeUtf8 } from '#core/bytes/utf8';
import type { JsonObject } from '#core/json/value';
import { draftOf, FACTS, record, without } from '../../tests/lock/lock-lines.ts';
import { LockDraft } from './create.ts';
import { emitLock } from './document.ts';

function lockOf(lines: readonly string[]): { members: unknown[]; skipped: unknown[]; tool_versions: unknown } {
  const parts: Uint8Array[] = [];
  emitLock(draftOf(lines).finish(FACTS), '', (bytes) => parts.push(bytes.slice()));
  return JSON.parse(decodeUtf8(Buffer.concat(parts))) as ReturnType<typeof lockOf>;
}

describe('LockDraft.addLine() on members', () => {
  test.each<[string, string, JsonObject]>([
    ['relative_path before path', record({ relative_path: 'r', path: '/p' }), { path: 'r' }],
    ['path where relative_path is absent', without('relative_path', { path: 'p' }), { path: 'p' }],
    ['path where relative_path is null', record({ relative_path: null, path: 'p' }), { path: 'p' }],
    ['a backslash as a separator', record({ relative_path: 'a\\b', root: 'C:\\d' }), { path: 'a/b' }],
    ['a backslash as a separator, without a root', record({ relative_path: 'a\\b' }), { path: 'a/b' }],
    ['a backslash in a Unix name', record({ relative_path: 'a\\b', root: '/d' }), { path: 'a\\b' }],
    ['a backslash in the name of an object', record({ relative_path: 'a\\b', root: 's3://b/d' }), { path: 'a\\b' }],
    ['the largest size', record({}).replace('"size":1', '"size":18446744073709551615'), { size: Number('18446744073709551615') }],
    ['a hash of any hex', record({ bytes_hash: 'blake3:whatever' }), { bytes_hash: 'blake3:whatever' }],
    [
      'a fingerprint with its four fields',
      record({ fingerprint: { fingerprint_id: 'f', fingerprint_version: '1', matched: true, content_hash: 'c', extracted: 1 } }),
      { fingerprint: { content_hash: 'c', fingerprint_id: 'f', fingerprint_version: '1', matched: true } },
    ],
    [
      'a fingerprint without content_hash',
      record({ fingerprint: { fingerprint_id: 'f', fingerprint_version: '1', matched: false } }),
      { fingerprint: { content_hash: null, fingerprint_id: 'f', fingerprint_version: '1', matched: false } },
    ],
    ['a null fingerprint', record({ fingerprint: null }), { fingerprint: null }],
    ['vacuum.v0', record({ version: 'vacuum.v0' }), {}],
    ['fingerprint.v0', record({ version: 'fingerprint.v0' }), {}],
    ['_skipped that is not true', record({ _skipped: 'true' }), {}],
    ['_skipped false', record({ _skipped: false }), {}],
  ])('takes %s', (_, line, fields) =>
    expect(lockOf([line]).members).toEqual([{ bytes_hash: 'sha256:00', fingerprint: null, path: 'a', size: 1, ...fields }]),
  );

  test('sorts by the bytes of the path', () => {
    const paths = ['b', 'a/b', 'a-b', 'a', '\u{10000}', '\u{ffff}', 'B'];
    const sorted = lockOf(paths.map((relative_path) => record({ relative_path }))).members.map(
      (member) => (member as { path: string }).path,
    );
    expect(sorted).toEqual(['B', 'a', 'a-b', 'a/b', 'b', '\u{ffff}', '\u{10000}']);
  });

  test('writes canonical bytes for any spelling, also if a line has the layout of the line before', () => {
    const tidy = [
      '{"bytes_hash":"sha256:00","relative_path":"a","size":1,"version":"hash.v0"}',
      '{"bytes_hash":"sha256:00","relative_path":"b","size":2,"version":"hash.v0"}',
    ];
    const untidy = [tidy[0] as string, ' {"bytes_hash": "sha256\\u003a00","relative_path": "\\u0062","size": 2 ,"version": "hash.v0"} '];
    expect(lockOf(untidy)).toEqual(lockOf(tidy));
  });
});

test('LockDraft.addLine() on skips keeps path and warnings, and writes missing texts as empty strings', () => {
  const line = record({
    _skipped: true,
    relative_path: '../odd/',
    _warnings: [{ tool: 't', code: 'c', message: 'm', detail: [1.5, { b: 1 }] }, {}, { tool: 7 }],
  });
  expect(lockOf([line]).skipped).toEqual([
    {
      path: '../odd/',
      warnings: [
        { tool: 't', code: 'c', message: 'm', detail: [1.5, { b: 1 }] },
        { tool: '', code: '', message: '', detail: {} },
        { tool: '', code: '', message: '', detail: {} },
      ],
    },
  ]);
});

test('LockDraft.addLine() on skips accepts skips without warnings, hash and size, and duplicate skips', () => {
  const line = '{"_skipped":true,"path":"/x","version":"vacuum.v0"}';
  expect(lockOf([line, line]).skipped).toEqual([
    { path: '/x', warnings: [] },
    { path: '/x', warnings: [] },
  ]);
});

test('LockDraft.addLine() on tool_versions keeps the first version of each tool, also from skips, and adds its own version', () => {
  const lines = [
    record({ _skipped: true, tool_versions: { vacuum: '1', lock: '9' } }),
    record({ tool_versions: { vacuum: '2', hash: '3', odd: 7 } }),
    record({ relative_path: 'b', tool_versions: [] }),
    record({ relative_path: 'c', tool_versions: { __proto__x: '4' } }),
  ];
  expect(lockOf(lines).tool_versions).toEqual({ vacuum: '1', hash: '3', lock: '0.1.0', __proto__x: '4' });
});

test('LockDraft.addFile() and addSkipped() write the same bytes as records do', () => {
  const draft = new LockDraft({ words: 'lock --dataset-id d', input: null }, '/root');
  draft.addFile('b"\n\u{e9}', 'blake3', '00', 5);
  draft.addSkipped('\ud800', [{ tool: 'vacuum', code: 'E', message: 'm', detail: {} }]);
  draft.addFile('a', 'sha256', '11', 2 ** 53 - 1);
  const lock = draft.finish(FACTS);
  const texts = (table: typeof lock.members): string[] => [...table.order()].map((i) => decodeUtf8(table.entry(i)));
  expect(texts(lock.members)).toEqual([
    '{"bytes_hash":"sha256:11","fingerprint":null,"path":"a","size":9007199254740991}',
    '{"bytes_hash":"blake3:00","fingerprint":null,"path":"b\\"\\n\u{e9}","size":5}',
  ]);
  expect(texts(lock.skipped)).toEqual(['{"path":"\u{fffd}","warnings":[{"code":"E","detail":{},"message":"m","tool":"vacuum"}]}']);
  expect(draft.pipeline()).toEqual({ root: '/root', call: { words: 'lock --dataset-id d', input: null } });
});
