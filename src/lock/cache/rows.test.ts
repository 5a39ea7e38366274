import { expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { newHasher } from '#hashing/hashers';
import { NewRows } from './new-rows.ts';
import { CacheRows, isCacheStart, parseCache } from './rows.ts';

const BINDING = 'ab'.repeat(32);
const hexFor = (path: string): string => Buffer.from(path).toString('hex').padEnd(64, '0').slice(0, 64);

function stampsOf(seed: number): BigInt64Array {
  return BigInt64Array.of(7n, BigInt(seed), 1n << 40n, 1_768_473_000_123_456_789n, -5n);
}

const wordsOf = (stamps: BigInt64Array): Uint32Array => new Uint32Array(stamps.buffer);

function cacheOf(paths: readonly string[], before: CacheRows | null = null, oldest = 0, readAt = 1000): Uint8Array {
  const fresh = new NewRows();
  paths.forEach((path, at) => fresh.add(path, { stamps: stampsOf(at), readAt, algorithm: 'sha256', hex: hexFor(path) }));
  const runs: Uint8Array[] = [];
  expect(fresh.emit(before, { binding: BINDING, oldest, newHasher }, (bytes) => runs.push(bytes.slice()))).toBe(true);
  return Buffer.concat(runs);
}

function parsed(bytes: Uint8Array, binding = BINDING): CacheRows {
  const rows = parseCache(bytes, binding, newHasher);
  if (typeof rows === 'string') throw new Error(rows);
  return rows;
}

const pathsIn = (rows: CacheRows): string[] => Array.from({ length: rows.count }, (_, row) => rows.path(row));

it('parseCache() reads what NewRows wrote, whatever the order in which files were read', () => {
  const rows = parsed(cacheOf(['b', 'a', 'é/ü', 'a/b', '\u{10000}', '\uffff']));
  expect(pathsIn(rows)).toEqual(['a', 'a/b', 'b', 'é/ü', '\uffff', '\u{10000}']);
  const found = rows.find('é/ü');
  expect(rows.holds(found, wordsOf(stampsOf(2)))).toBe(true);
  expect(rows.holds(found, wordsOf(stampsOf(3)))).toBe(false);
  expect(rows.readAt(found)).toBe(1000);
  for (const size of [2 ** 40, 1n << 40n]) expect(rows.hasSize(found, size)).toBe(true);
  for (const size of [2 ** 40 + 1, 2 ** 8, 0, -1, (1n << 40n) + 1n]) expect(rows.hasSize(found, size)).toBe(false);
  const hex = encodeUtf8(hexFor('é/ü'));
  expect(rows.hasHash(found, 'sha256', hex, 0, 64)).toBe(true);
  expect(rows.hasHash(found, 'blake3', hex, 0, 64)).toBe(false);
  expect(rows.hasHash(found, 'sha256', hex, 0, 63)).toBe(false);
  expect(rows.hasHash(found, 'sha256', encodeUtf8('F'.repeat(64)), 0, 64)).toBe(false);
});

it('CacheRows finds each path that is asked for in order, and tells which rows were passed', () => {
  const paths = Array.from({ length: 300 }, (_, at) => `d${at % 7}/${'é'.repeat(at % 3)}${at}`);
  const rows = parsed(cacheOf(paths));
  const passed: number[] = [];
  const asked = [...paths.filter((_, at) => at % 2 === 0), 'nowhere', 'd3/none'].sort((a, b) =>
    Buffer.compare(Buffer.from(a), Buffer.from(b)),
  );
  const found = asked.map((path) => rows.find(path, (row) => passed.push(row)));
  expect(found.map((row) => (row < 0 ? null : rows.path(row)))).toEqual(asked.map((path) => (paths.includes(path) ? path : null)));
  expect(new Set([...passed, ...found].filter((row) => row >= 0)).size).toBe(rows.count);
});

it.each([
  ['in ASCII', ['a', 'a/b', 'b']],
  ['in any letters', ['a', '\ufeffb', 'é/ü', '\u{10000}']],
])('CacheRows decodes paths %s together as one by one', (_, paths) => {
  const rows = parsed(cacheOf(paths));
  for (let first = 0; first < rows.count; first++)
    for (let end = first + 1; end <= rows.count; end++) expect(rows.paths(first, end)).toEqual(pathsIn(rows).slice(first, end));
});

it('NewRows keeps the rows from before, replaces those that were read, and leaves out dropped and old ones', () => {
  const before = parsed(cacheOf(['a', 'b', 'c', 'd']));
  before.drop(before.find('b'));
  const rows = parsed(cacheOf(['c', 'e'], before, 500, 2000));
  expect(pathsIn(rows)).toEqual(['a', 'c', 'd', 'e']);
  expect(pathsIn(rows).map((_, row) => rows.readAt(row))).toEqual([1000, 2000, 1000, 2000]);
  expect(pathsIn(parsed(cacheOf(['f'], rows, 1500, 2000)))).toEqual(['c', 'e', 'f']);
});

it('parseCache() uses no cache after any byte was changed, or the end was cut', () => {
  const bytes = cacheOf(['a', 'b']);
  for (let at = 0; at < bytes.length; at++) {
    const changed = new Uint8Array(bytes);
    changed[at] = (changed[at] as number) ^ 1;
    expect(parseCache(changed, BINDING, newHasher)).toBeTypeOf('string');
    expect(parseCache(bytes.subarray(0, at), BINDING, newHasher)).toBeTypeOf('string');
  }
});

it.each([
  ['nothing', new Uint8Array(0)],
  ['NULs', new Uint8Array(5000)],
  ['text', encodeUtf8('x'.repeat(500))],
  ['more after its end', Buffer.concat([cacheOf(['a']), new Uint8Array(88)])],
])('parseCache() does not use %s', (_, bytes) => expect(parseCache(bytes, BINDING, newHasher)).toBeTypeOf('string'));

it('parseCache() does not use the cache of another machine or folder', () => {
  expect(parseCache(cacheOf(['a']), '00'.repeat(32), newHasher)).toBe('it is of another machine or another folder');
});

it('CacheRows finds nothing wrong in rows that were forged with ends of paths beyond the file, or in any order', () => {
  for (const end of [0xffffffff, 1_000_000, 0]) {
    const bytes = new Uint8Array(cacheOf(['a', 'b', 'c']));
    new DataView(bytes.buffer).setUint32(64 + 88 + 84, end, true);
    const rows = new CacheRows(bytes.subarray(0, -32), 3);
    for (const first of [0, 1, 2]) expect(rows.paths(first, 3)).toEqual(pathsIn(rows).slice(first));
    for (const path of ['', 'a', 'b', 'bc', 'c']) expect(rows.find(path)).toBeLessThan(3);
    expect(parsed(cacheOf(['b'], rows)).count).toBeGreaterThan(0);
  }
});

it("isCacheStart() knows a cache and an empty file; zeros may be somebody's disk image", () => {
  expect([cacheOf(['a']), new Uint8Array(100), new Uint8Array(0)].map(isCacheStart)).toEqual([true, false, true]);
  expect(isCacheStart(encodeUtf8('{"version":"lock.v0"}'))).toBe(false);
});
