import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareUtf8 } from '#core/bytes/order';
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { formatSpine, quote } from '#core/json/write';
import { places, runs } from '../../tests/helpers/trials.ts';
import { EntryTable } from './entry-table.ts';

function tableOf(paths: readonly string[], padding: (index: number) => number = () => 0): EntryTable {
  const table = new EntryTable();
  paths.forEach((path, index) => table.appendValue({ n: index, pad: 'x'.repeat(padding(index)), path }));
  return table;
}

function emitted(emit: (take: (bytes: Uint8Array) => void) => void): string {
  const parts: Uint8Array[] = [];
  emit((bytes) => parts.push(bytes.slice()));
  return decodeUtf8(Buffer.concat(parts));
}

const entryText = (path: string, index: number, padding = 0): string => formatSpine({ n: index, pad: 'x'.repeat(padding), path });

/** The simplest table with the same behaviour. */
function naive(paths: readonly string[], padding: (index: number) => number = () => 0) {
  const texts = paths.map((path, index) => entryText(path, index, padding(index)));
  const order = [...paths.keys()].sort((a, b) => compareUtf8(paths[a] as string, paths[b] as string));
  let duplicate: { first: number; second: number } | null = null;
  for (let second = 1; second < paths.length && duplicate === null; second++) {
    const first = paths.lastIndexOf(paths[second] as string, second - 1);
    if (first >= 0) duplicate = { first, second };
  }
  return { appended: texts.join(','), sorted: order.map((index) => texts[index]).join(','), order, duplicate };
}

const path = fc.oneof(
  fc.constantFrom('a', 'b', 'a/b', 'a"', 'a#', 'a\n', '\u{ffff}', '\u{10000}', ''),
  fc.string({ unit: 'binary', maxLength: 4 }),
);

test('EntryTable behaves like the simplest table, for any paths in any order', () => {
  fc.assert(
    fc.property(fc.array(path, { maxLength: 12 }), (paths) => {
      const [table, wanted] = [tableOf(paths), naive(paths)];
      expect(table.count).toBe(paths.length);
      expect(emitted((take) => table.emitAsAppended(take))).toBe(wanted.appended);
      expect(emitted((take) => table.emitSorted(take))).toBe(wanted.sorted);
      expect([...table.order()]).toEqual(wanted.order);
      expect(table.firstDuplicate()).toEqual(wanted.duplicate);
      expect(table.isAscending).toBe(paths.every((at, i) => i === 0 || compareUtf8(paths[i - 1] as string, at) < 0));
      expect(paths.map((_, i) => table.path(i))).toEqual(paths);
    }),
    runs(400),
  );
});

test('EntryTable gives the same sorted bytes for every permutation', () => {
  const paths = ['a', 'a"b', 'a#b', 'b\n', '\u{ffff}', '\u{10000}'];
  const wanted = emitted((take) => tableOf(paths).emitSorted(take)).replaceAll(/"n":\d/g, '');
  const permuted = [...permutations(paths)];
  for (const at of places(permuted.length, 7)) {
    expect(emitted((take) => tableOf(permuted[at] as string[]).emitSorted(take)).replaceAll(/"n":\d/g, '')).toBe(wanted);
  }
});

/** The first chunk has 1 MiB, and so has a page of the sorted output. */
test.each([
  ['entries that end at a border', (index: number) => (index % 2 === 0 ? (1 << 20) - 33 : 0)],
  ['entries that just miss a border', (index: number) => (index % 2 === 0 ? (1 << 20) - 32 : 1)],
  ['entries larger than a chunk', (index: number) => (index === 2 ? 5 << 20 : index * 1000)],
  ['many entries of 10 kB', () => 10_000],
])('EntryTable crosses chunks: %s', (_, padding) => {
  const ascending = Array.from({ length: 300 }, (__, i) => String(i).padStart(4, '0')).slice(0, padding(0) === 10_000 ? 300 : 8);
  for (const paths of [ascending, [...ascending].reverse(), [...ascending.slice(3), ...ascending.slice(0, 3)]]) {
    const [table, wanted] = [tableOf(paths, padding), naive(paths, padding)];
    expect(emitted((take) => table.emitAsAppended(take)) === wanted.appended).toBe(true);
    expect(emitted((take) => table.emitSorted(take)) === wanted.sorted).toBe(true);
    expect(paths.every((at, i) => decodeUtf8(table.entry(i)) === entryText(at, i, padding(i)) && table.path(i) === at)).toBe(true);
  }
});

test('EntryTable puts exactly one comma between entries when a chunk is filled to its last byte', () => {
  const table = new EntryTable();
  const empty = formatSpine({ pad: '', path: 'a' }).length;
  table.appendValue({ pad: 'x'.repeat((1 << 20) - 1 - empty), path: 'a' });
  table.appendValue({ pad: '', path: 'b' });
  expect(emitted((take) => table.emitAsAppended(take))).toMatch(/x","path":"a"},\{"pad":"","path":"b"}$/);
});

test('EntryTable firstDuplicate() returns the pair whose second line comes first in the input', () => {
  expect(tableOf(['z', 'a', 'b', 'b', 'a', 'z']).firstDuplicate()).toEqual({ first: 2, second: 3 });
  expect(tableOf(['b', 'a', 'a', 'a', 'b']).firstDuplicate()).toEqual({ first: 1, second: 2 });
  expect(tableOf(['a', 'b']).firstDuplicate()).toBeNull();
  expect(tableOf(['b', 'a']).firstDuplicate()).toBeNull();
});

test('EntryTable firstDescent() returns the first entry that sorts before its predecessor', () => {
  expect(tableOf(['a', 'c', 'b', 'a']).firstDescent()).toBe(2);
  expect(tableOf(['a', 'a', 'b']).firstDescent()).toBe(3);
});

test('EntryTable value() and line() return what was appended', () => {
  const table = tableOf(['a', '"']);
  expect({ ...table.value(1) }).toEqual({ n: 1, pad: '', path: '"' });
  expect([table.line(0), table.line(1)]).toEqual([0, 1]);
});

test('EntryTable finds the path in an entry with unusual other keys', () => {
  const table = new EntryTable();
  table.appendValue({ '': 'path', 'a"b': { path: 'no' }, path: quote('x'), 'path ': 'no' });
  expect(table.path(0)).toBe('"x"');
});

test('EntryTable appendRange() appends an entry that is surrounded by other bytes', () => {
  const table = new EntryTable();
  const bytes = encodeUtf8('[{"path":"b"},{"path":"a"}]');
  table.appendRange(bytes, 1, 13, 8, 11, 7);
  table.appendRange(bytes, 14, 26, 8, 11, 9);
  bytes.fill(0);
  expect([table.path(0), table.path(1), table.line(1), table.isAscending]).toEqual(['b', 'a', 9, false]);
  expect(emitted((take) => table.emitSorted(take))).toBe('{"path":"a"},{"path":"b"}');
});

test('EntryTable is empty at first', () => {
  const table = new EntryTable();
  expect([table.count, table.isAscending, table.firstDuplicate(), emitted((take) => table.emitSorted(take))]).toEqual([0, true, null, '']);
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, i) => permutations(items.filter((_, j) => j !== i)).map((rest) => [item, ...rest]));
}
