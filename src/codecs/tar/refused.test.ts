import { expect, test } from 'vitest';
import { type DraftEntry, pax, paxRecord, tarErrorOf, tarOf } from '../../../tests/helpers/tar-archive.ts';

const a: DraftEntry = { name: 'a', body: 'text' };
const against = (...entries: readonly DraftEntry[]): readonly [string, string | null] => tarErrorOf(tarOf(entries));

test.each([
  ['1', 'a hard link'],
  ['2', 'a symbolic link'],
  ['3', 'a character device'],
  ['4', 'a block device'],
  ['6', 'a named pipe'],
  ['7', 'an entry of unknown kind'],
  ['S', 'a sparse file'],
  ['K', 'an entry of unknown kind'],
  ['V', 'an entry of unknown kind'],
  ['M', 'an entry of unknown kind'],
  ['\xff', 'an entry of unknown kind'],
])('readTar() refuses an entry of type %j', (type, what) => expect(against(a, { name: 'way', type })).toEqual([what, 'way']));

test.each([
  ['/etc/passwd', 'absolute'],
  ['../x', 'traversal'],
  ['a/../../x', 'traversal'],
  ['..', 'traversal'],
  ['a\\..\\x', 'traversal'],
  ['\\x', 'absolute'],
  ['C:\\x', 'absolute'],
  ['C:x', 'drive'],
  ['', 'empty'],
  ['./', 'empty'],
  ['.', 'segment'],
  ['././x', 'segment'],
  ['a//x', 'segment'],
  ['a/./x', 'segment'],
  ['a/', 'segment'],
])('readTar() refuses the name %j, in a header, an extended header and a long name', (name, reason) => {
  const expected = [`an unsafe name (${reason})`, name];
  expect(against({ name })).toEqual(expected);
  if (name !== '') expect(against(pax({ path: name }), a)).toEqual(expected);
  expect(against({ name: 'L', type: 'L', body: `${name}\0` }, a)).toEqual(expected);
});

test.each(['/', '../', 'a/../..', 'a//', '/a', 'C:/'])('readTar() refuses the folder %j', (name) =>
  expect(against({ name, type: '5' })[0]).toMatch(/^an unsafe name/),
);

test('readTar() refuses a NUL or bytes that are not UTF-8 in a name', () => {
  expect(against(pax({ path: 'a\0b/c' }), a)).toEqual(['an unsafe name (nul)', 'a\0b/c']);
  expect(against({ name: 'L', type: 'L', body: 'a\0b\0' }, a)).toEqual(['an unsafe name (nul)', 'a\0b']);
  expect(against({ name: Buffer.from([0x61, 0xff]) })[0]).toBe('a name that is not UTF-8');
  expect(against({ name: 'L', type: 'L', body: Buffer.from([0xc3, 0]) }, a)[0]).toBe('a name that is not UTF-8');
});

test('readTar() refuses a repeated name, also after a leading ./ or in an extended header', () => {
  expect(against(a, a)).toEqual(['a name that was there before', 'a']);
  expect(against(a, { name: './a' })).toEqual(['a name that was there before', './a']);
  expect(against(a, pax({ path: 'a' }), { name: 'b' })).toEqual(['a name that was there before', 'a']);
});

test('readTar() refuses a file and a folder of the same name, in either order', () => {
  const both = 'a file and a folder of the same name';
  expect(against(a, { name: 'a/b' })).toEqual([both, 'a/b']);
  expect(against({ name: 'a/b/c' }, a)).toEqual([both, 'a']);
  expect(against({ name: 'a/b/c' }, { name: 'a/b' })).toEqual([both, 'a/b']);
  expect(against(a, { name: 'a/', type: '5' })).toEqual([both, 'a/']);
  expect(against({ name: 'a/', type: '5' }, a)).toEqual([both, 'a']);
});

test('readTar() refuses malformed extended headers', () => {
  const bad = [
    '',
    'x',
    '5',
    '0 a=b\n',
    '05 a=b\n',
    '-6 a=b\n',
    '+6 a=b\n',
    '7 a=b\n',
    '5 a=b\n',
    '999 a=b\n',
    '99999999999 a=b\n',
    '6 a=bc',
    '5 ab\n',
    '5 =b\n',
    '6 a=b\n\0',
    '4 \n=\n',
    `${paxRecord(['path', 'x'])}${paxRecord(['path', 'x'])}`,
    `${paxRecord(['size', '4'])}${paxRecord(['size', '4'])}`,
    ...['', '-1', '+4', '4.0', '0x4', '1e3', '99999999999999999', '9007199254740993', ' 4'].map((size) => paxRecord(['size', size])),
  ].slice(1);
  for (const records of bad) expect(against(pax(records), a)[0], JSON.stringify(records)).toBe('a malformed extended header');
  expect(against(pax({ path: '' }), a)).toEqual(['an unsafe name (empty)', '']);
});

test('readTar() refuses sparse files in the pax format', () => {
  expect(against(pax({ 'GNU.sparse.major': '1' }), a)[0]).toBe('a sparse file');
  expect(against(pax({ 'GNU.sparse.map': '0,1' }), a)[0]).toBe('a sparse file');
});

test('readTar() refuses an extended header that applies to all entries, is repeated, has no entry, or is too long', () => {
  expect(against(pax({ path: 'b' }, 'g'), a)).toEqual(['a global header with a path or a size', 'PaxHeader']);
  expect(against(pax({ size: '0' }, 'g'), a)).toEqual(['a global header with a path or a size', 'PaxHeader']);
  expect(against(pax({ path: 'b' }), pax({ path: 'c' }), a)).toEqual(['two extended headers for one entry', 'PaxHeader']);
  expect(against(pax({ path: 'b' }), { name: 'L', type: 'L', body: 'c\0' }, a)).toEqual(['two extended headers for one entry', 'L']);
  expect(against(pax({ path: 'b' }))).toEqual(['an extended header without an entry', null]);
  for (const type of ['x', 'g', 'L']) {
    expect(against({ name: 'long', type, size: 2 ** 32 })).toEqual(['an extended header that is too long', 'long']);
  }
});

test('readTar() refuses a wrong checksum, no checksum, and headers that are not ustar', () => {
  const wrong = tarOf([a]);
  wrong[0] = 'b'.charCodeAt(0);
  expect(tarErrorOf(wrong)).toEqual(['a header whose checksum is wrong', null]);
  const none = tarOf([a]);
  none.fill(0, 148, 156);
  expect(tarErrorOf(none)).toEqual(['a header whose checksum is wrong', null]);
  for (const magic of ['', 'ustar', 'ustar\x0001', 'USTAR\x0000']) {
    expect(against({ ...a, change: (header) => void header.fill(0, 257, 265).write(magic, 257) })[0]).toMatch(/not of a ustar archive/);
  }
});

test('readTar() refuses a size that is not a number', () => {
  for (const size of ['', '        ', '-0000000004', '0000000000a', '00000000008', '0x0000000004', '4 4']) {
    expect(against({ ...a, change: (header) => void header.fill(0, 124, 136).write(size, 124) }), size).toEqual([
      'a size that is no number',
      'a',
    ]);
  }
});

test('readTar() refuses a folder with content', () =>
  expect(against({ name: 'd/', type: '5', body: 'x' })).toEqual(['a folder with content', 'd/']));

test('readTar() refuses bytes between entries and after the end', () => {
  const between = tarOf([a]);
  between[600] = 1;
  expect(tarErrorOf(between)).toEqual(['bytes between two entries that belong to neither', 'a']);
  expect(tarErrorOf(Buffer.concat([tarOf([a]), Buffer.from('x')]))).toEqual(['bytes after the end', null]);
  expect(tarErrorOf(Buffer.concat([tarOf([a]), Buffer.alloc(100_000), tarOf([a])]))).toEqual(['bytes after the end', null]);
  expect(tarErrorOf(tarOf([a], Buffer.concat([Buffer.alloc(512), tarOf([a])])))).toEqual(['a single block of zeros between entries', null]);
});

test('readTar() refuses an archive truncated at any position', () => {
  const whole = tarOf([a, pax({ path: 'b' }), { name: 'x', body: 'y'.repeat(700) }]);
  for (let length = 0; length < whole.length; length++)
    expect(tarErrorOf(whole.subarray(0, length))[0], `${length}`).toBe('an end that comes too early');
});

test('readTar() refuses a size far beyond the archive, without allocating the memory', () => {
  const before = process.memoryUsage().arrayBuffers;
  expect(against({ ...a, size: 8 ** 11 - 1 })).toEqual(['an end that comes too early', 'a']);
  expect(against(pax({ size: '9007199254740991' }), a)).toEqual(['an end that comes too early', 'a']);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1 << 24);
});
