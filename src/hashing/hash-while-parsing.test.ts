import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fill } from '#core/bytes/source';
import { readNow } from '#core/reused';
import { UnusableFile } from '#disk/os-error';
import { scratchFolder } from '../../tests/helpers/scratch-folder.ts';
import { type HashedFileQuestion, openHashedFile, WrongSize } from './hash-while-parsing.ts';

const folder = scratchFolder('heard-file');
const question: HashedFileQuestion = { algorithm: 'sha256', expectedSize: null, confine: null };
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function written(name: string, length: number): { readonly path: string; readonly bytes: Uint8Array } {
  const path = join(folder, name);
  const bytes = Uint8Array.from({ length }, (_, i) => (i * 7) % 251);
  writeFileSync(path, bytes);
  return { path, bytes };
}

describe('openHashedFile', () => {
  it.each([0, 1, 65_536, 65_537, 200_000])('openHashedFile hashes all %s bytes, however few of them the parser reads', (length) => {
    const { path, bytes } = written(`of-${length}`, length);
    const file = openHashedFile(path, question);
    expect(file.size).toBe(length);
    expect(file.bytes && Buffer.from(bytes).equals(readNow(file.bytes))).toBe(length > 65_536 ? null : true);
    const first = file.pass();
    expect(fill(first.source, new Uint8Array(10))).toBe(Math.min(10, length));
    expect(first.end()).toBe(sha256(bytes));
    const second = file.pass();
    expect(Buffer.compare(second.whole(length) as Uint8Array, bytes)).toBe(0);
    expect(second.end()).toBe(sha256(bytes));
    if (length > 0) expect(file.pass().whole(length - 1)).toBeNull();
    file.close();
  });

  it('openHashedFile reports progress in a long file', () => {
    const { path } = written('long', 70_000);
    let calls = 0;
    const file = openHashedFile(path, { ...question, onProgress: () => calls++ });
    file.pass().end();
    expect(calls).toBe(0);
    file.close();
  });

  it('openHashedFile refuses an unexpected size before it reads', () => {
    const { path } = written('sized', 10);
    expect(() => openHashedFile(path, { ...question, expectedSize: 11 })).toThrow(WrongSize);
    expect(openHashedFile(path, { ...question, expectedSize: 10 }).size).toBe(10);
  });

  it('openHashedFile opens only regular files, and only inside the folder that it is confined to', () => {
    expect(() => openHashedFile(folder, question)).toThrow(UnusableFile);
    expect(() => openHashedFile('/dev/null', question)).toThrow('Not a regular file');
    const { path } = written('outside', 1);
    const inside = join(folder, 'inside');
    mkdirSync(inside, { recursive: true });
    symlinkSync(path, join(inside, 'link'));
    expect(openHashedFile(join(inside, 'link'), question).size).toBe(1);
    expect(() => openHashedFile(join(inside, 'link'), { ...question, confine: inside })).toThrow('a link leads out of the root');
  });

  it('openHashedFile detects that a long file grows while it is read', () => {
    const { path } = written('grows', 100_000);
    const file = openHashedFile(path, question);
    const pass = file.pass();
    fill(pass.source, new Uint8Array(10));
    appendFileSync(path, 'x');
    expect(() => pass.end()).toThrow(UnusableFile);
    file.close();
  });
});
