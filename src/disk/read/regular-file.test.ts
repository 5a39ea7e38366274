import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { openRegularFile, readRegularFile, readShortFile, readShortText, withRegularFile } from './regular-file.ts';

const folder = scratchFolder('read-regular');
const at = (name: string): string => join(folder, name);
const read = (name: string, follow = false) => Buffer.from(readRegularFile(at(name), { maxBytes: 8, follow })).toString();

it('readRegularFile() reads a complete file, also an empty one and one of the greatest length', () => {
  for (const text of ['', 'a', '12345678']) {
    writeFileSync(at('file'), text);
    expect(read('file')).toBe(text);
  }
});

it('readRegularFile() refuses a longer file', () => {
  writeFileSync(at('long'), '123456789');
  expect(() => read('long')).toThrow('longer than 8 bytes');
});

it('readRegularFile() follows a link only where that is wanted', () => {
  writeFileSync(at('target'), 'x');
  symlinkSync('target', at('link'));
  expect(read('link', true)).toBe('x');
  expect(() => read('link')).toThrow('ELOOP');
});

it('readRegularFile() does not wait for a pipe, and refuses a folder', () => {
  execFileSync('mkfifo', [at('pipe')]);
  mkdirSync(at('folder'));
  expect(() => read('pipe')).toThrow('not a regular file');
  expect(() => read('folder')).toThrow('Is a directory');
});

it('readRegularFile() refuses a file that has grown', () =>
  expect(() => readRegularFile('/proc/self/status', { maxBytes: 8, follow: false })).toThrow('changed while it was read'));

const LONG = 3 << 20;

it('openRegularFile() reads a long file whole, and again from its start', () => {
  writeFileSync(at('three'), Buffer.alloc(LONG, 'x'));
  withRegularFile(at('three'), { follow: false }, (file) => {
    expect(file.bytes()).toHaveLength(LONG);
    expect(file.bytes()[LONG - 1]).toBe(0x78);
  });
});

it('openRegularFile() does not even open a device', () =>
  expect(() => openRegularFile('/dev/null', { follow: true })).toThrow('not a regular file'));

it.each<[string, (path: string) => void]>([
  ['a file that grows', (path) => appendFileSync(path, 'y')],
  ['a file that shrinks', (path) => writeFileSync(path, '')],
  ['a file that was written to and is as long as before', (path) => utimesSync(path, 1, 1)],
])('openRegularFile() %s while it is read is not whole', (_, change) => {
  writeFileSync(at('changing'), Buffer.alloc(LONG, 'x'));
  withRegularFile(at('changing'), { follow: false }, (file) => {
    const { source, isWhole } = file.read();
    source.read(new Uint8Array(10));
    change(at('changing'));
    expect(isWhole()).toBe(false);
  });
});

it('openRegularFile() passes on every byte, also those that the caller did not read', () => {
  writeFileSync(at('heard'), 'abcdef');
  withRegularFile(at('heard'), { follow: false }, (file) => {
    const heard: string[] = [];
    const { source, isWhole } = file.read((bytes) => heard.push(Buffer.from(bytes).toString()));
    source.read(new Uint8Array(2));
    expect([isWhole(), heard, source.size]).toEqual([true, ['ab', 'cdef'], 6]);
  });
});

it('readShortFile() reads up to 64 KiB into a buffer of its own', () => {
  writeFileSync(at('one'), 'x'.repeat(1 << 16));
  writeFileSync(at('two'), 'y');
  writeFileSync(at('empty'), '');
  const [one, two] = [readShortFile(at('one')), readShortFile(at('two'))];
  expect([one?.length, one?.[0], two?.[0]]).toEqual([1 << 16, 0x78, 0x79]);
  expect(readShortFile(at('empty'))).toHaveLength(0);
});

it('readShortFile() is null for what is longer, and throws for what cannot be read', () => {
  writeFileSync(at('longer'), 'x'.repeat((1 << 16) + 1));
  expect(readShortFile(at('longer'))).toBeNull();
  symlinkSync('one', at('linked'));
  expect(() => readShortFile(at('linked'))).toThrow('ELOOP');
  expect(() => readShortFile(at('none'))).toThrow('ENOENT');
  expect(() => readShortFile(folder)).toThrow('EISDIR');
});

it('readShortText() reads up to 64 KiB, and nothing that is longer', () => {
  writeFileSync(at('short'), 'é'.repeat(1 << 15));
  expect(readShortText(at('short'))).toBe('é'.repeat(1 << 15));
  writeFileSync(at('long'), 'x'.repeat((1 << 16) + 1));
  expect(readShortText(at('long'))).toBeNull();
});

it('readShortText() shows bytes that are not UTF-8 as U+FFFD, and keeps a BOM', () => {
  writeFileSync(at('bytes'), Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff]));
  expect(readShortText(at('bytes'))).toBe('\u{feff}a\u{fffd}');
});

it('readShortText() is null for missing files, links, pipes and folders', () => {
  symlinkSync('short', at('to-short'));
  execFileSync('mkfifo', [at('a-pipe')]);
  expect(['none', 'to-short', 'a-pipe', '.'].map((name) => readShortText(at(name)))).toEqual([null, null, null, null]);
});
