import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Digest } from '#core/digest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { blobPath } from './layout.ts';
import { openTakeIn } from './take-in.ts';

const folder = scratchFolder('take-in');
const digestOf = (start: string): Digest => `sha256:${start.padEnd(64, '0')}`;
const [ONE, TWO, OTHER] = [digestOf('7c1'), digestOf('7c2'), digestOf('9a')];
let serial = 0;

function opened(): { root: string; taking: ReturnType<typeof openTakeIn>; put: (digest: Digest, text: string) => void } {
  const root = join(folder, `${serial++}`);
  const taking = openTakeIn({ url: `file:${root}`, root }, { sync: false });
  const put = (digest: Digest, text: string): void => {
    writeFileSync(taking.fileFor(digest) as string, text);
    taking.accept({ digest, size: text.length });
  };
  return { root, taking, put };
}

const seen = (root: string) => readdirSync(root).filter((name) => !name.startsWith('.'));
const textOf = (root: string, digest: Digest) => readFileSync(blobPath(root, digest), 'utf8');

describe('openTakeIn()', () => {
  it('puts nothing into the store before all blobs are placed, and leaves no staging', () => {
    const { root, taking, put } = opened();
    for (const digest of [ONE, TWO, OTHER]) put(digest, digest);
    expect([seen(root), taking.fileFor(ONE)]).toEqual([[], null]);
    const isPlaced = taking.place();
    taking.close();
    expect([ONE, TWO, OTHER].map((digest) => textOf(root, digest))).toEqual([ONE, TWO, OTHER]);
    expect([ONE, TWO, OTHER, digestOf('ff')].map(isPlaced)).toEqual([true, true, true, false]);
    expect(readdirSync(root)).toEqual(['blobs']);
  });

  it('never puts a file into the store that was not accepted, also among others', () => {
    const { root, taking, put } = opened();
    put(ONE, 'right');
    writeFileSync(taking.fileFor(TWO) as string, 'wrong');
    const isPlaced = taking.place();
    taking.close();
    expect([textOf(root, ONE), existsSync(blobPath(root, TWO)), isPlaced(TWO)]).toEqual(['right', false, false]);
    expect(readdirSync(root)).toEqual(['blobs']);
  });

  it('replaces nothing that another run has put there in the meantime', () => {
    const { root, taking, put } = opened();
    put(ONE, 'mine');
    put(TWO, 'mine');
    mkdirSync(join(root, 'blobs/sha256/7c'), { recursive: true });
    writeFileSync(blobPath(root, ONE), 'your');
    const { ino } = statSync(blobPath(root, ONE));
    taking.place();
    taking.close();
    expect([statSync(blobPath(root, ONE)).ino, textOf(root, ONE), textOf(root, TWO)]).toEqual([ino, 'your', 'mine']);
  });

  it('adds to an existing shard, and requests nothing that it has', () => {
    const first = opened();
    first.put(ONE, 'one');
    first.taking.place();
    first.taking.close();
    const { ino } = statSync(join(first.root, 'blobs/sha256/7c'));
    const taking = openTakeIn({ url: 'file:x', root: first.root }, { sync: false });
    expect(taking.fileFor(ONE)).toBeNull();
    writeFileSync(taking.fileFor(TWO) as string, 'two');
    taking.accept({ digest: TWO, size: 3 });
    taking.place();
    taking.close();
    expect([textOf(first.root, ONE), textOf(first.root, TWO)]).toEqual(['one', 'two']);
    expect(statSync(join(first.root, 'blobs/sha256/7c')).ino).toBe(ino);
  });

  it('does not follow a link instead of a shard', () => {
    const { root, taking, put } = opened();
    put(ONE, 'one');
    mkdirSync(join(root, 'blobs/sha256'), { recursive: true });
    mkdirSync(join(root, 'elsewhere'));
    symlinkSync(join(root, 'elsewhere'), join(root, 'blobs/sha256/7c'));
    expect(() => taking.place()).toThrow('EEXIST');
    taking.close();
    expect(readdirSync(join(root, 'elsewhere'))).toEqual([]);
  });
});
