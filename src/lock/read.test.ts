import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { JsonTooLarge } from '#core/json/limits';
import { JsonError, parseJson } from '#core/json/read';
import { formatSpine } from '#core/json/write';
import type { NewHasher } from '#core/ports';
import { chunkedSource } from '../../tests/fuzz/helpers/chunks.ts';
import { computedHash, fieldOf, type LockText, readLock } from './read.ts';

const newHasher: NewHasher = () => {
  const hash = createHash('sha256');
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('hex') };
};

const read = (text: string): LockText => readLock(chunkedSource(encodeUtf8(text), () => 1 << 20));

/** The self-hash computed the simplest way: the whole document is written with an empty `lock_hash`, and hashed. */
function plainHash(text: string): string {
  const value = { ...(parseJson(encodeUtf8(text)) as Record<string, never>) };
  if ('lock_hash' in value) Object.assign(value, { lock_hash: '' });
  return `sha256:${createHash('sha256').update(formatSpine(value)).digest('hex')}`;
}

const MEMBER = '{"bytes_hash":"sha256:00","fingerprint":null,"path":"a","size":1}';

test('readLock() keeps each top-level value in canonical form and the lists entry by entry', () => {
  const text = read(
    `{"note": "\\u0041", "x":{"b":1.50,"a":[]},"members":[ ${MEMBER} , {"size":2,"path":"b","bytes_hash":"blake3:11"}],"skipped":[{"path":"s"}]}`,
  );
  expect(Object.fromEntries([...text.fields].map(([name, bytes]) => [name, decodeUtf8(bytes)]))).toEqual({
    note: '"A"',
    x: '{"a":[],"b":1.5}',
  });
  expect([0, 1].map((i) => decodeUtf8(text.members?.entry(i) as Uint8Array))).toEqual([
    MEMBER,
    '{"bytes_hash":"blake3:11","path":"b","size":2}',
  ]);
  expect([text.members?.path(0), text.members?.path(1)]).toEqual(['a', 'b']);
  expect(decodeUtf8(text.skipped?.entry(0) as Uint8Array)).toBe('{"path":"s"}');
  expect([text.problem, text.isObject]).toEqual([null, true]);
});

test.each(['[]', '7', '"x"', 'null', ' [{"members":[]}] '])('readLock() says that %s is no object', (text) =>
  expect(read(text)).toMatchObject({ isObject: false, members: null, skipped: null }),
);

test.each(['{}', ' { } '])('readLock() reads %j as an object without fields', (text) =>
  expect(read(text)).toMatchObject({ isObject: true, members: null, skipped: null, problem: null }),
);

test('readLock() keeps a list that is no array among the fields', () => {
  const text = read('{"members":{"a":1},"skipped":null}');
  expect([text.members, text.skipped]).toEqual([null, null]);
  expect([fieldOf(text, 'members'), fieldOf(text, 'skipped')]).toMatchObject([{ a: 1 }, null]);
});

test('readLock() reads empty lists', () => {
  const text = read('{"members":[ ],"skipped":[]}');
  expect([text.members?.count, text.skipped?.count]).toEqual([0, 0]);
});

test('readLock() keeps the problem of the first invalid member, and reads on', () => {
  const text = read(`{"members":[${MEMBER},{"path":"/"},7],"version":"lock.v0"}`);
  expect(text.problem).toEqual({ kind: 'missing', fields: ['members[1].bytes_hash', 'members[1].size'] });
  expect([text.members?.count, fieldOf(text, 'version')]).toEqual([3, 'lock.v0']);
});

test.each([
  ['', 'EOF while parsing a value at line 1 column 1'],
  ['\u{feff}{}', 'expected value at line 1 column 1'],
  ['{"a":1,"a":2}', 'duplicate key "a" at line 1 column 8'],
  ['{"members":[],"members":[]}', 'duplicate key "members" at line 1 column 15'],
  ['{"members":[],"\\u006dembers":1}', 'duplicate key "members" at line 1 column 15'],
  ['{"members":[{"a":1,"a":2}]}', 'duplicate key "a" at line 1 column 20'],
  ['{"members":[1,]}', 'expected value at line 1 column 15'],
  ['{"members":[1', 'EOF while parsing an array at line 1 column 14'],
  ['{"skipped":[{}}', 'expected `,` or `]` at line 1 column 15'],
  ['{"a":1}\n x', 'trailing characters at line 2 column 2'],
  ['{"a":1,}', 'expected a key at line 1 column 8'],
  [`{"members":[${'['.repeat(127)}`, 'nesting deeper than 128 at line 1 column 139'],
  [`{"x":${'['.repeat(128)}`, 'nesting deeper than 128 at line 1 column 133'],
])('readLock() refuses %j', (text, message) => expect(() => read(text)).toThrow(new JsonError(message)));

test('readLock() reads a value with 128 levels', () => {
  const nested = '['.repeat(126) + ']'.repeat(126);
  expect(read(`{"members":[${nested}],"x":[${nested}]}`).members?.count).toBe(1);
});

test('readLock() reads 65536 fields and no more', () => {
  const fields = (count: number): string => `{${Array.from({ length: count }, (_, k) => `"${k}":0`).join(',')}}`;
  expect(read(fields(65_536)).fields.size).toBe(65_536);
  expect(() => read(fields(65_537))).toThrow(new JsonTooLarge('more than 65536 fields'));
});

test('readLock() calls onBytes with every byte once', () => {
  const seen: number[] = [];
  const bytes = encodeUtf8(` {"members":[${MEMBER}],"x":1} \n`);
  readLock(
    chunkedSource(bytes, () => 7),
    (part) => seen.push(...part),
  );
  expect(Uint8Array.from(seen)).toEqual(bytes);
});

test('readLock() reads members larger than its window', () => {
  const long = JSON.stringify({ bytes_hash: 'sha256:00', path: 'b', size: 1, z: 'x'.repeat(3 << 20) });
  const text = `{"members":[${MEMBER},${long}],"skipped":[${long}]}`;
  const lock = read(text);
  expect(lock.members?.path(1)).toBe('b');
  expect(computedHash(lock, newHasher)).toBe(plainHash(text));
});

test.each([
  '{}',
  '{"lock_hash":"sha256:00"}',
  '{"lock_hash":7}',
  `{"lock_hash":"x","members":[${MEMBER}],"skipped":[],"version":"lock.v0"}`,
  `{"version":"lock.v0","skipped":[{"z":1,"a":2}],"members":[${MEMBER},{"unknown":1.0}],"lock_hash":""}`,
  '{"members":{"lock_hash":"kept"},"x":{"lock_hash":"kept"}}',
  '{"members":[],"skipped":[],"\u{10000}":1,"\u{ffff}":2,"A":3,"n":-0,"e":1E5}',
  '{"unknown":"field","members":[{"b":1,"a":{"d":1,"c":"\\u001f"}}]}',
])('computedHash() is that of the canonical form of all that was read: %s', (text) =>
  expect(computedHash(read(text), newHasher)).toBe(plainHash(text)),
);

test('computedHash() does not depend on spelling and does depend on values', () => {
  const hash = (text: string): string => computedHash(read(text), newHasher);
  const one = hash('{"a":"A/","members":[{"x":1,"y":2}],"n":10}');
  expect(hash(' {"n" : 10, "members":[ {"y":2,"x":1} ],\n"\\u0061":"\\u0041\\/"}')).toBe(one);
  expect(hash('{"a":"A/","members":[{"x":1,"y":2}],"n":10.0}')).not.toBe(one);
  expect(hash('{"a":"A/","members":[{"x":1,"y":2},{}],"n":10}')).not.toBe(one);
  expect(hash('{"a":"A/","members":[{"x":1,"y":2}],"n":10,"o":null}')).not.toBe(one);
});

test('fieldOf() returns a value, or undefined if it is absent', () => {
  const text = read('{"a":null,"members":[]}');
  expect([fieldOf(text, 'a'), fieldOf(text, 'b'), fieldOf(text, 'members')]).toEqual([null, undefined, undefined]);
});
