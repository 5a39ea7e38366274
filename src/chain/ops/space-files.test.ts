import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { OutsideSpace, openSpaceFiles, type SpaceFile } from './space-files.ts';

const base = scratchFolder('space-files');
const EXTENSIONS = ['.py', '.yaml', '.json'];
let count = 0;

function space(...files: readonly string[]): string {
  const folder = join(base, String(++count));
  for (const file of files) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), file);
  }
  return folder;
}
const open = (folder: string) => openSpaceFiles(folder, EXTENSIONS);
const namesOf = (folder: string, id: string) =>
  open(folder)
    .named(id)
    .map(({ name }) => name);

function readFirst(folder: string, id: string): string {
  const files = open(folder);
  return Buffer.from(files.readListed(files.named(id)[0] as SpaceFile)).toString();
}

it('named() finds every file of that name, in byte order, and no other extensions', () => {
  const folder = space('web/scraper.yaml', 'web/scraper.py', 'web/scraper.txt', 'web/scraper', 'web/scraper.py.sig', 'web/scraper2.py');
  expect(namesOf(folder, 'web/scraper')).toEqual(['web/scraper.py', 'web/scraper.yaml']);
});

it('named() treats the text after the last dot as the extension', () => {
  const folder = space('a.b.py', '.py', '.hidden.py');
  expect(namesOf(folder, 'a.b')).toEqual(['a.b.py']);
  expect(namesOf(folder, 'a')).toEqual([]);
  expect(namesOf(folder, '')).toEqual([]);
  expect(namesOf(folder, '.hidden')).toEqual(['.hidden.py']);
});

it('named() finds nothing if there is no folder, or a file in its place', () => {
  expect(namesOf(join(base, 'nowhere'), 'a/b')).toEqual([]);
  expect(namesOf(space('a.py'), 'a.py/b')).toEqual([]);
});

it('named() does not treat a folder as a file', () => expect(namesOf(space('tool.py/inner.py'), 'tool')).toEqual([]));

it('named() lists a folder once, even if it changes', () => {
  const folder = space('a.py');
  const files = open(folder);
  expect(files.named('b')).toEqual([]);
  writeFileSync(join(folder, 'b.py'), '');
  expect(files.named('b')).toEqual([]);
  expect(namesOf(folder, 'b')).toEqual(['b.py']);
});

it('readListed() reads a file, and the target of a link inside the space', () => {
  const folder = space('web/scraper.py', 'lib/real.py');
  symlinkSync('../lib/real.py', join(folder, 'web/link.py'));
  symlinkSync('lib', join(folder, 'linked'));
  expect(readFirst(folder, 'web/scraper')).toBe('web/scraper.py');
  expect(readFirst(folder, 'web/link')).toBe('lib/real.py');
  expect(readFirst(folder, 'linked/real')).toBe('lib/real.py');
});

it('readListed() refuses files outside the space: both through a linked file nor through a linked folder', () => {
  const outside = space('secret.py');
  const folder = space('a.py');
  symlinkSync(join(outside, 'secret.py'), join(folder, 'file.py'));
  symlinkSync(outside, join(folder, 'folder'));
  expect(() => readFirst(folder, 'file')).toThrow(OutsideSpace);
  expect(() => readFirst(folder, 'folder/secret')).toThrow(OutsideSpace);
});

it('readListed() does not treat a folder whose name starts with that of the space as the space', () => {
  const folder = space('a.py');
  const beside = `${folder}-beside`;
  mkdirSync(beside);
  writeFileSync(join(beside, 'b.py'), '');
  symlinkSync(join(beside, 'b.py'), join(folder, 'b.py'));
  expect(() => readFirst(folder, 'b')).toThrow(OutsideSpace);
});

it('readListed() reads a space that is itself a link', () => {
  const folder = space('a.py');
  symlinkSync(folder, `${folder}-link`);
  expect(readFirst(`${folder}-link`, 'a')).toBe('a.py');
});

it('readListed() does not follow a link that replaced a file after the listing', () => {
  const outside = space('secret.py');
  const folder = space('web/a.py');
  const files = open(folder);
  const [file] = files.named('web/a');
  writeFileSync(join(folder, 'web/b.py'), '');
  symlinkSync(join(outside, 'secret.py'), join(folder, 'web/c.py'));
  expect(() => files.readListed({ ...(file as SpaceFile), name: 'web/c.py' })).toThrow('ELOOP');
});

it('readListed() does not read a linked folder as a file', () => {
  const folder = space('web/a.py');
  symlinkSync('web', join(folder, 'w.py'));
  expect(() => readFirst(folder, 'w')).toThrow('Is a directory');
});

it('read() reads a path below the space, and reports a missing file', () => {
  const folder = space('a.json', 'a.json.sig');
  expect(Buffer.from(open(folder).read(join(folder, 'a.json.sig'))).toString()).toBe('a.json.sig');
  expect(() => open(folder).read(join(folder, 'b.sig'))).toThrow('ENOENT');
  expect(() => open(folder).read(join(folder, '..', readdirSync(base)[0] as string))).toThrow();
});

it('ids() lists every tool once, in byte order over all folders, and follows no link to a folder', () => {
  const folder = space('b.py', 'a/z.py', 'a.yaml', 'a/z.yaml', 'a-b/c.json', 'notes.txt', 'b/é.py');
  symlinkSync('.', join(folder, 'loop'));
  expect(open(folder).ids()).toEqual(['a', 'a-b/c', 'a/z', 'b', 'b/é']);
});
