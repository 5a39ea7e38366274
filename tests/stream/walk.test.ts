import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WalkOptions } from '#disk/walk/options';
import { type Entry, walk } from '#disk/walk/walk';

let root = '';

beforeEach(() => {
  root = fs.mkdtempSync(join(fs.realpathSync(tmpdir()), 'walk-'));
});

afterEach(() => {
  // Deeper than a path may be long, where only a program that changes directories can follow.
  execFileSync('rm', ['-rf', root]);
});

function put(...paths: (string | Buffer)[]): void {
  for (const path of paths) {
    const full = Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path as string)]);
    fs.mkdirSync(full.subarray(0, full.lastIndexOf('/')), { recursive: true });
    fs.writeFileSync(full, 'x');
  }
}

function entries(options: WalkOptions = { follow: true }): Entry[] {
  return [...walk(root, options)];
}

const pathsOf = (found: readonly Entry[]): string[] => found.map((entry) => entry.relativePath);
const skipsOf = (found: readonly Entry[]): object[] =>
  found.flatMap((entry) =>
    entry.kind === 'skip' ? [{ at: entry.relativePath, code: entry.code, message: entry.message, detail: entry.detail }] : [],
  );

test('walk() yields byte order of the relative paths, whatever the names', () => {
  const name = fc.string({
    unit: fc.constantFrom('a', 'b', '-', '.', '0', ' ', '\u{e9}', '\u{ffff}', '\u{1f600}', '\n'),
    minLength: 1,
    maxLength: 3,
  });
  const path = fc
    .array(
      name.filter((text) => text !== '.' && text !== '..'),
      { minLength: 1, maxLength: 3 },
    )
    .map((names) => names.join('/'));
  fc.assert(
    fc.property(fc.uniqueArray(path, { maxLength: 25 }), (paths) => {
      fs.rmSync(root, { recursive: true, force: true });
      fs.mkdirSync(root);
      const files = paths.filter((file) => !paths.some((other) => other.startsWith(`${file}/`)));
      put(...files);
      expect(pathsOf(entries())).toEqual(files.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
    }),
    { numRuns: 60 },
  );
});

test('walk() yields names with newlines, backslashes, emoji and both normal forms as they are', () => {
  const names = ['a\nb', 'back\\slash', 'caf\u{e9}', 'cafe\u{301}', '\u{1f600}', '\u{fffd}'];
  put(...names);
  const found = entries();
  expect(pathsOf(found)).toEqual(['a\nb', 'back\\slash', 'cafe\u{301}', 'caf\u{e9}', '\u{fffd}', '\u{1f600}']);
  expect(skipsOf(found)).toEqual([]);
});

test('walk() skips names that are not UTF-8, and does not enter such a directory', () => {
  put(Buffer.from('ok/bad\xff\xfe.csv', 'latin1'), Buffer.from('dir\xe9/inside', 'latin1'), 'ok/good.csv', 'ok/\u{fffd}');
  expect(pathsOf(entries())).toEqual(['dir\u{fffd}', 'ok/bad\u{fffd}\u{fffd}.csv', 'ok/good.csv', 'ok/\u{fffd}']);
  expect(skipsOf(entries())).toEqual([
    { at: 'dir\u{fffd}', code: 'E_NAME', message: 'Name is not UTF-8', detail: { name_hex: '646972e9' } },
    { at: 'ok/bad\u{fffd}\u{fffd}.csv', code: 'E_NAME', message: 'Name is not UTF-8', detail: { name_hex: '626164fffe2e637376' } },
  ]);
});

test('walk() names the real path of a file behind links, and the walked one without follow', () => {
  put('data/a', 'elsewhere/b');
  fs.symlinkSync('../elsewhere', join(root, 'data/dir'));
  fs.symlinkSync('../elsewhere/b', join(root, 'data/file'));
  fs.symlinkSync('data', join(root, 'way'));
  const way = join(root, 'way');
  expect([...walk(way, { follow: true })]).toEqual([
    { kind: 'file', relativePath: 'a', absolutePath: `${way}/a`, realPath: `${root}/data/a`, viaLink: false },
    { kind: 'file', relativePath: 'dir/b', absolutePath: `${way}/dir/b`, realPath: `${root}/elsewhere/b`, viaLink: false },
    { kind: 'file', relativePath: 'file', absolutePath: `${way}/file`, realPath: `${root}/elsewhere/b`, viaLink: true },
  ]);
  expect([...walk(way, { follow: false })][0]).toMatchObject({ realPath: `${way}/a` });
});

test('walk() skips loops of every length and broken links, and comes to an end', () => {
  put('a/b/c');
  fs.symlinkSync('.', join(root, 'a/self'));
  fs.symlinkSync('../..', join(root, 'a/b/up'));
  fs.symlinkSync('../y', join(root, 'x'));
  fs.mkdirSync(join(root, 'm'));
  fs.mkdirSync(join(root, 'n'));
  fs.symlinkSync('../n', join(root, 'm/to-n'));
  fs.symlinkSync('../m', join(root, 'n/to-m'));
  const loop = (link: string, above: string): string =>
    `Cannot read directory entry: File system loop found: ${link} points to an ancestor ${above}`;
  expect(skipsOf(entries())).toMatchObject([
    { at: 'a/b/up', message: loop('a/b/up', '.') },
    { at: 'a/self', message: loop('a/self', 'a') },
    { at: 'm/to-n', message: 'Not listed again: already visited through n' },
    { at: 'n/to-m', message: 'Not listed again: already visited through m' },
    { at: 'x', message: `Cannot read directory entry: IO error for operation on x: No such file or directory` },
  ]);
  expect(pathsOf(entries({ follow: false }))).toEqual(['a/b/c', 'a/b/up', 'a/self', 'm/to-n', 'n/to-m', 'x']);
});

test('walk() lists each real folder once, so that a few links make no tree without end', () => {
  put('f25/x');
  for (let i = 0; i < 25; i++) {
    fs.mkdirSync(join(root, `f${i}`));
    for (const name of ['a', 'b']) fs.symlinkSync(`../f${i + 1}`, join(root, `f${i}`, name));
  }
  expect(skipsOf(entries())).toHaveLength(50);
  expect(pathsOf(entries().filter(({ kind }) => kind === 'file'))).toEqual(['f25/x']);
  // The same where nothing but links leads there.
  fs.mkdirSync(join(root, 'apart'));
  fs.symlinkSync('../f0', join(root, 'apart/start'));
  const found = [...walk(join(root, 'apart'), { follow: true })];
  expect(pathsOf(found.filter(({ kind }) => kind === 'file'))).toEqual([`start/${'a/'.repeat(25)}x`]);
  expect(skipsOf(found)).toHaveLength(25);
});

test('walk() prefers the way without links, else the path that sorts first', () => {
  put('in/z/x', 'out/deep/y');
  fs.symlinkSync('z', join(root, 'in/a'));
  fs.symlinkSync('../out', join(root, 'in/m'));
  fs.symlinkSync('../out/deep', join(root, 'in/b'));
  fs.symlinkSync('../out/deep', join(root, 'in/n'));
  const found = [...walk(join(root, 'in'), { follow: true })];
  expect(found.map((entry) => (entry.kind === 'skip' ? `${entry.relativePath}: ${entry.message}` : entry.relativePath))).toEqual([
    'a: Not listed again: already visited through z',
    'b/y',
    'm/deep: Not listed again: already visited through b',
    'n: Not listed again: already visited through b',
    'z/x',
  ]);
});

test('walk() goes through a link where the way without links is left out', () => {
  put('in/z/sub/x');
  fs.symlinkSync('z', join(root, 'in/a'));
  const found = [...walk(join(root, 'in'), { follow: true, prune: (directory) => directory === 'z' })];
  expect(pathsOf(found)).toEqual(['a/sub/x']);
});

test('walk() takes a link to a folder that holds the root for a loop', () => {
  put('in/x', 'beside');
  fs.symlinkSync('..', join(root, 'in/up'));
  fs.symlinkSync('/', join(root, 'in/top'));
  expect(skipsOf([...walk(join(root, 'in'), { follow: true })])).toMatchObject([
    { at: 'top', message: expect.stringMatching(/top points to an ancestor (\.\.\/)*\.\.$/) },
    { at: 'up', message: expect.stringMatching(/up points to an ancestor \.\.$/) },
  ]);
});

test('walk() names the root of the walk when a loop leads there', () => {
  fs.symlinkSync('/', join(root, 'top'));
  const prune = (directory: string): boolean => !`${root}/top/`.startsWith(`/${directory}/`);
  const skip = [...walk('/', { follow: true, prune })].find((entry) => `/${entry.relativePath}` === join(root, 'top'));
  expect(skip).toMatchObject({ message: expect.stringMatching(/points to an ancestor \.$/) });
});

test('walk() skips pipes, sockets and devices without opening them', async () => {
  execFileSync('mkfifo', [join(root, 'pipe')]);
  fs.symlinkSync('pipe', join(root, 'to-pipe'));
  fs.symlinkSync('/dev/null', join(root, 'null'));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(root, 'socket'), resolve));
  try {
    expect(skipsOf(entries())).toEqual([
      { at: 'null', code: 'E_IO', message: 'Not a regular file: character device', detail: { error: 'character device' } },
      { at: 'pipe', code: 'E_IO', message: 'Not a regular file: named pipe', detail: { error: 'named pipe' } },
      { at: 'socket', code: 'E_IO', message: 'Not a regular file: socket', detail: { error: 'socket' } },
      { at: 'to-pipe', code: 'E_IO', message: 'Not a regular file: named pipe', detail: { error: 'named pipe' } },
    ]);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});

test('walk() skips a directory that vanishes while others are walked', () => {
  put('a/1', 'b/2');
  const found = walk(root, { follow: true });
  expect(found.next().value).toMatchObject({ relativePath: 'a/1' });
  fs.rmSync(join(root, 'b'), { recursive: true });
  expect(skipsOf([...found])).toMatchObject([{ at: 'b', message: expect.stringContaining('No such file or directory') }]);
});

test('walk() walks a tree deeper than any path may be long, and skips what lies beyond', () => {
  const dig = 'for (let i = 0; i < 2500; i++) { fs.mkdirSync("d"); process.chdir("d"); }';
  execFileSync(process.execPath, ['-e', dig], { cwd: root });
  put('a', 'z');
  const found = entries();
  expect(found.map((entry) => entry.kind)).toEqual(['file', 'skip', 'file']);
  expect(skipsOf(found)).toMatchObject([
    { at: expect.stringMatching(/^(d\/){1000,}d$/), message: expect.stringMatching(/File name too long$/) },
  ]);
});

test('walk() prunes a directory without reading it', () => {
  put('a/1', 'b/c/2', 'b/d/3');
  const asked: string[] = [];
  const prune = (directory: string): boolean => asked.push(directory) > 0 && directory === 'b/c';
  expect(pathsOf(entries({ follow: true, prune }))).toEqual(['a/1', 'b/d/3']);
  expect(asked).toEqual(['a', 'b', 'b/c', 'b/d']);
});

test('walk() prunes loops and directories with bad names too', () => {
  put('ok', 'C:/inside');
  fs.symlinkSync('.', join(root, 'self'));
  expect(pathsOf(entries({ follow: true, prune: (directory) => directory !== '' }))).toEqual(['ok']);
});

test('walk() throws the error of a root that cannot be read', () =>
  expect(() => walk(join(root, 'none'), { follow: true }).next()).toThrow(expect.objectContaining({ code: 'ENOENT' })));
