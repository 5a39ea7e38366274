import { expect, test } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { ByteWriter } from '#core/bytes/writer';
import { MemberFacts, type MemberProblem, MemberReader } from './member.ts';

function entryOf(text: string): ByteWriter {
  const entry = new ByteWriter();
  entry.text(text);
  return entry;
}

function problemOf(text: string, index = 0): MemberProblem | null {
  const reader = new MemberReader();
  reader.read(entryOf(text), index);
  return reader.problem;
}

const member = (fields: string): string => `{"bytes_hash":"sha256:00",${fields}}`;

test.each([
  '{"bytes_hash":"sha256:00","fingerprint":null,"path":"tape.csv","size":847201}',
  '{"bytes_hash":"blake3:00","path":"a/b","size":0}',
  '{"bytes_hash":"sha256:","path":"a","size":18446744073709551615}',
  '{"bytes_hash":"sha256:XYZ","path":"a\\\\b","size":1}',
  '{"bytes_hash":"sha256:00","path":"a\\n\\"","size":1}',
  '{"bytes_hash":"sha256:00","extra":{"path":"/"},"path":"a","size":1}',
  '{"a\\"":1,"bytes_hash":"sha256:00","path":"a","size":1}',
])('MemberReader finds no problem in %s', (text) => expect(problemOf(text)).toBeNull());

test.each<[string, MemberProblem]>([
  ['7', { kind: 'type', error: 'members[3] must be an object' }],
  ['[]', { kind: 'type', error: 'members[3] must be an object' }],
  ['{}', { kind: 'missing', fields: ['members[3].path', 'members[3].bytes_hash', 'members[3].size'] }],
  [member('"path":"","size":null'), { kind: 'missing', fields: ['members[3].path', 'members[3].size'] }],
  [member('"path":7,"size":1'), { kind: 'type', error: 'members[3].path must be a string' }],
  ['{"bytes_hash":7,"path":"a","size":1}', { kind: 'type', error: 'members[3].bytes_hash must be a string' }],
  ['{"bytes_hash":null,"path":"a","size":1}', { kind: 'missing', fields: ['members[3].bytes_hash'] }],
  [member('"path":"a","size":-1'), { kind: 'type', error: 'members[3].size must be a u64' }],
  [member('"path":"a","size":1.0'), { kind: 'type', error: 'members[3].size must be a u64' }],
  [member('"path":"a","size":-0'), { kind: 'type', error: 'members[3].size must be a u64' }],
  [member('"path":"a","size":18446744073709551616'), { kind: 'type', error: 'members[3].size must be a u64' }],
  [member('"path":"a","size":"1"'), { kind: 'type', error: 'members[3].size must be a u64' }],
  [member('"path":"a","size":{}'), { kind: 'type', error: 'members[3].size must be a u64' }],
  [member('"path":"/a","size":1'), { kind: 'path', index: 3, path: '/a', error: 'member path is absolute: /a' }],
  [member('"path":"a/..","size":1'), { kind: 'path', index: 3, path: 'a/..', error: 'member path contains traversal: a/..' }],
  [member('"path":"a/..\\\\b","size":1'), { kind: 'path', index: 3, path: 'a/..\\b', error: 'member path contains traversal: a/..\\b' }],
  [member('"path":"a\\u0000","size":1'), { kind: 'path', index: 3, path: 'a\0', error: 'member path contains NUL: a\0' }],
  ['{"bytes_hash":"md5:00","path":"a","size":1}', { kind: 'algorithm', path: 'a', algorithm: 'md5' }],
  ['{"bytes_hash":"SHA256:00","path":"a","size":1}', { kind: 'algorithm', path: 'a', algorithm: 'SHA256' }],
  ['{"bytes_hash":"00","path":"a","size":1}', { kind: 'algorithm', path: 'a', algorithm: '00' }],
  ['{"bytes_hash":"md5:00","path":"/a","size":1}', { kind: 'path', index: 3, path: '/a', error: 'member path is absolute: /a' }],
])('MemberReader finds in %s what is wrong', (text, problem) => expect(problemOf(text, 3)).toEqual(problem));

test('MemberReader keeps only the first problem', () => {
  const reader = new MemberReader();
  reader.read(entryOf(member('"path":"a","size":1')), 0);
  reader.read(entryOf('7'), 1);
  reader.read(entryOf(member('"path":"/","size":1')), 2);
  reader.read(entryOf(member('"path":"a","size":1')), 3);
  expect(reader.problem).toEqual({ kind: 'type', error: 'members[1] must be an object' });
});

test.each([
  [member('"path":"tape.csv","size":1'), '"tape.csv"'],
  ['{"a\\"":1,"bytes_hash":"sha256:00","path":"a\\n","size":1}', '"a\\n"'],
  ['{"path":7}', ''],
  ['[]', ''],
])('MemberReader says of %s where its path stands', (text, path) => {
  const reader = new MemberReader();
  reader.read(entryOf(member('"path":"other","size":1')), 0);
  reader.read(entryOf(text), 1);
  expect(text.slice(reader.pathStart, reader.pathEnd)).toBe(path);
});

const first = '{"bytes_hash":"sha256:00","fingerprint":null,"path":"a","size":1}';

function alike(text: string): { end: number; reader: MemberReader } {
  const reader = new MemberReader();
  reader.read(entryOf(first), 0);
  return { end: reader.readAlike(encodeUtf8(`,${text},`), 1, text.length + 2), reader };
}

test('MemberReader.readAlike() reads a member with the layout of the member before, and returns the position of its path', () => {
  const text = first.replace('"a"', '"b/c"');
  const { end, reader } = alike(text);
  expect([end, reader.problem, text.slice(reader.pathStart, reader.pathEnd)]).toEqual([text.length + 1, null, '"b/c"']);
});

test.each([
  ['another shape', '{"bytes_hash":"sha256:00","path":"b","size":1}'],
  ['an unsafe path', first.replace('"a"', '"../a"')],
  ['a path with an escape', first.replace('"a"', '"a\\n"')],
  ['another algorithm', first.replace('sha256', 'md5')],
  ['a long size', first.replace(':1}', ':18446744073709551615}')],
  ['a size that is none', first.replace(':1}', ':null}')],
  ['an empty path', first.replace('"a"', '""')],
])('MemberReader.readAlike() leaves %s to read()', (_, text) => expect(alike(text).end).toBe(-1));

test('MemberReader.readAlike() returns -1 for all members after a problem', () => {
  const reader = new MemberReader();
  reader.read(entryOf('7'), 0);
  reader.read(entryOf(first), 1);
  expect(reader.readAlike(encodeUtf8(first), 0, first.length)).toBe(-1);
});

test('MemberFacts returns path, hash and size of one member after the other', () => {
  const facts = new MemberFacts();
  const of = (text: string) => facts.of(encodeUtf8(text));
  expect(of('{"bytes_hash":"sha256:00","fingerprint":null,"path":"a\\n\u{e9}","size":18446744073709551615}')).toEqual({
    path: 'a\n\u{e9}',
    bytesHash: 'sha256:00',
    size: 2n ** 64n - 1n,
  });
  expect(of('{"bytes_hash":"blake3:ff","fingerprint":null,"path":"b","size":0}')).toEqual({ path: 'b', bytesHash: 'blake3:ff', size: 0 });
});
