import { expect, it } from 'vitest';
import type { Digest } from '#core/digest';
import { inParallel } from './parallel-store.ts';
import type { BlobFile, RemoteStore } from './store.ts';

const digest = (n: number): Digest => `sha256:${n.toString(16).padStart(64, '0')}`;
const file = (n: number): BlobFile => ({ digest: digest(n), size: n, file: `/f${n}` });
const files = (count: number): BlobFile[] => Array.from({ length: count }, (_, n) => file(n));
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A store that has only the one answer that a test gives. */
function remoteWith(answer: Partial<RemoteStore>): RemoteStore {
  const unasked = (): never => {
    throw new Error('not asked for in this test');
  };
  return {
    url: 'test:',
    has: unasked,
    readOne: unasked,
    put: unasked,
    get: unasked,
    publish: unasked,
    manifest: unasked,
    list: unasked,
    sizes: unasked,
    documents: { list: unasked, read: unasked, create: unasked, replace: unasked },
    seals: { known: unasked, read: unasked, add: unasked },
    close: () => {},
    ...answer,
  };
}

it.each([1, 3, 8, 100])('inParallel() has at most %i blobs on their way, and all of them arrive', async (jobs) => {
  let [running, most, arrived] = [0, 0, 0];
  const put = async (): Promise<void> => {
    most = Math.max(most, ++running);
    await tick();
    running--;
  };
  await inParallel(remoteWith({ put }), jobs).send(files(20), () => arrived++);
  expect([most, arrived]).toEqual([Math.min(jobs, 20), 20]);
});

it('inParallel() begins nothing after a failure, waits for the started ones, and throws the first error', async () => {
  const [begun, ended]: [number[], number[]] = [[], []];
  const put = async ({ size }: BlobFile): Promise<void> => {
    begun.push(size);
    await tick();
    if (size === 1) throw new Error('first');
    await tick();
    ended.push(size);
    if (size === 2) throw new Error('second');
  };
  await expect(inParallel(remoteWith({ put }), 3).send(files(20), () => {})).rejects.toThrow('first');
  expect([begun, ended]).toEqual([
    [0, 1, 2],
    [0, 2],
  ]);
});

it('inParallel() asks about and sends a duplicate blob once, and reports both', async () => {
  const [asked, sent, told]: [Digest[], Digest[], string[]] = [[], [], []];
  const store = inParallel(
    remoteWith({
      has: async (blob) => (asked.push(blob.digest) > 1 ? 'size' : undefined),
      put: async (blob) => void sent.push(blob.digest),
    }),
    4,
  );
  const twins = [file(1), file(2), { ...file(1), file: '/twin' }];
  expect(await store.present(twins)).toEqual({ checked: new Map([[digest(2), 'size']]), damaged: new Set() });
  await store.send(twins, (each) => told.push(each.file));
  expect([asked, sent]).toEqual([
    [digest(1), digest(2)],
    [digest(1), digest(2)],
  ]);
  expect(told.sort()).toEqual(['/f1', '/f2', '/twin']);
});

it('inParallel() reports the length of each fetched blob', async () => {
  const sizes: (string | number)[] = [];
  const store = inParallel(remoteWith({ get: async (wanted) => wanted.file.length }), 2);
  await store.fetch([file(1), file(22)], (wanted, size) => sizes.push(wanted.file, size));
  expect(sizes).toEqual(['/f1', 3, '/f22', 4]);
});
