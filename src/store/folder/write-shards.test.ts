import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Digest } from '#core/digest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { blobPath } from './layout.ts';
import { openShardWriter } from './write-shards.ts';

const folder = scratchFolder('take-in');
const digestOf = (start: string): Digest => `sha256:${start.padEnd(64, '0')}`;
const [ONE, TWO, OTHER] = [digestOf('7c1'), digestOf('7c2'), digestOf('9a')];
let serial = 0;

function opened(): { root: string; writer: ReturnType<typeof openShardWriter>; put: (digest: Digest, text: string) => void } {
  const root = join(folder, `${serial++}`);
  const writer = openShardWriter({ url: `file:${root}`, root }, { sync: false });
  const put = (digest: Digest, text: string): void => {
    writeFileSync(writer.fileFor(digest) as string, text);
    writer.accept({ digest, size: text.length });
  };
  return { root, writer, put };
}

const seen = (root: string) => readdirSync(root).filter((name) => !name.startsWith('.'));
const textOf = (root: string, digest: Digest) => readFileSync(blobPath(root, digest), 'utf8');

it('openShardWriter() puts nothing into the store before all blobs are placed, and leaves no staging', () => {
  const { root, writer, put } = opened();
  for (const digest of [ONE, TWO, OTHER]) put(digest, digest);
  expect([seen(root), writer.fileFor(ONE)]).toEqual([[], null]);
  const isPlaced = writer.place();
  writer.close();
  expect([ONE, TWO, OTHER].map((digest) => textOf(root, digest))).toEqual([ONE, TWO, OTHER]);
  expect([ONE, TWO, OTHER, digestOf('ff')].map(isPlaced)).toEqual([true, true, true, false]);
  expect(readdirSync(root)).toEqual(['blobs']);
});

it('openShardWriter() never puts a file into the store that was not accepted, also among others', () => {
  const { root, writer, put } = opened();
  put(ONE, 'right');
  writeFileSync(writer.fileFor(TWO) as string, 'wrong');
  const isPlaced = writer.place();
  writer.close();
  expect([textOf(root, ONE), existsSync(blobPath(root, TWO)), isPlaced(TWO)]).toEqual(['right', false, false]);
  expect(readdirSync(root)).toEqual(['blobs']);
});

it('openShardWriter() replaces nothing that another run has put there in the meantime', () => {
  const { root, writer, put } = opened();
  put(ONE, 'mine');
  put(TWO, 'mine');
  mkdirSync(join(root, 'blobs/sha256/7c'), { recursive: true });
  writeFileSync(blobPath(root, ONE), 'your');
  const { ino } = statSync(blobPath(root, ONE));
  writer.place();
  writer.close();
  expect([statSync(blobPath(root, ONE)).ino, textOf(root, ONE), textOf(root, TWO)]).toEqual([ino, 'your', 'mine']);
});

it('openShardWriter() adds to an existing shard, and requests nothing that it has', () => {
  const first = opened();
  first.put(ONE, 'one');
  first.writer.place();
  first.writer.close();
  const { ino } = statSync(join(first.root, 'blobs/sha256/7c'));
  const writer = openShardWriter({ url: 'file:x', root: first.root }, { sync: false });
  expect(writer.fileFor(ONE)).toBeNull();
  writeFileSync(writer.fileFor(TWO) as string, 'two');
  writer.accept({ digest: TWO, size: 3 });
  writer.place();
  writer.close();
  expect([textOf(first.root, ONE), textOf(first.root, TWO)]).toEqual(['one', 'two']);
  expect(statSync(join(first.root, 'blobs/sha256/7c')).ino).toBe(ino);
});

it('openShardWriter() does not follow a link instead of a shard', () => {
  const { root, writer, put } = opened();
  put(ONE, 'one');
  mkdirSync(join(root, 'blobs/sha256'), { recursive: true });
  mkdirSync(join(root, 'elsewhere'));
  symlinkSync(join(root, 'elsewhere'), join(root, 'blobs/sha256/7c'));
  expect(() => writer.place()).toThrow('EEXIST');
  writer.close();
  expect(readdirSync(join(root, 'elsewhere'))).toEqual([]);
});
