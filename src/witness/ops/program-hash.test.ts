import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newHasher } from '#hashing/hashers';
import { hashFolder, programHash } from './program-hash.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'custody-program-'));
  mkdirSync(join(folder, 'chunks'));
  writeFileSync(join(folder, 'main.js'), 'console.log("hello")\n');
  writeFileSync(join(folder, 'chunks', 'a.js'), '');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('hashFolder() is BLAKE3 over path, NUL, length and bytes of each file in byte order of the paths', () => {
  // The output of b3sum for the example in docs/formats/witness.md.
  expect(hashFolder(folder)).toBe('blake3:206bde92e199ff7c21838488aecbb93172c305dc3d5439e835cc5f48b6e45efd');
});

it('hashFolder() changes if a byte, a name or the number of files changes', () => {
  const hashes = [hashFolder(folder)];
  writeFileSync(join(folder, 'main.js'), 'console.log("hallo")\n');
  hashes.push(hashFolder(folder));
  renameSync(join(folder, 'main.js'), join(folder, 'mein.js'));
  hashes.push(hashFolder(folder));
  writeFileSync(join(folder, 'more.js'), '');
  hashes.push(hashFolder(folder));
  expect(new Set(hashes).size).toBe(4);
});

it('hashFolder() orders paths as bytes, not folder by folder', () => {
  writeFileSync(join(folder, 'chunks-b.js'), 'b');
  const hasher = newHasher('blake3');
  hasher.update(
    Buffer.from(
      'chunks-b.js\0\u0001\0\0\0\0\0\0\0bchunks/a.js\0\0\0\0\0\0\0\0\0main.js\0\u0015\0\0\0\0\0\0\0console.log("hello")\n',
      'latin1',
    ),
  );
  expect(hashFolder(folder)).toBe(`blake3:${hasher.digest()}`);
});

it('hashFolder() reads files that fill the memory for many of them, and more', () => {
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  const hasher = newHasher('blake3');
  [(1 << 18) - 20, 11, 1 << 18, (1 << 19) + 5, 0, 3].forEach((size, index) => {
    const bytes = Buffer.alloc(size, index + 1);
    writeFileSync(join(folder, `${index}`), bytes);
    const length = Buffer.alloc(8);
    length.writeUInt32LE(size);
    for (const part of [Buffer.from(`${index}\0`), length, bytes]) hasher.update(part);
  });
  expect(hashFolder(folder)).toBe(`blake3:${hasher.digest()}`);
});

it('hashFolder() covers the files that start a build', () => {
  for (const name of ['dist/one', 'bin']) mkdirSync(join(folder, name), { recursive: true });
  const build = join(folder, 'dist/one');
  writeFileSync(join(build, 'main.cjs'), '');
  const hashes = [hashFolder(build)];
  for (const name of ['bin/compiled.cjs', 'bin/start.cjs', 'dist/program.cjs']) {
    writeFileSync(join(folder, name), 'changed');
    hashes.push(hashFolder(build));
  }
  expect(new Set(hashes).size).toBe(4);
  writeFileSync(join(build, 'main.cjs.v20.compiled'), 'not covered');
  expect(hashFolder(build)).toBe(hashes.at(-1));
});

it('programHash() is the hash of the folder the program runs from', () =>
  expect(programHash()).toBe(hashFolder(join(import.meta.dirname, '..', '..'))));
