import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Digest } from '#core/digest';
import { openFolderStore } from '#store/folder/store';
import type { Maintenance, Store } from '#store/store';
import { scratchFolder } from '../../../../tests/helpers/scratch-folder.ts';
import { type SamplePack, samplePack } from '../../../../tests/stores/sample-pack.ts';
import { pushPack } from '../push.ts';
import { collectGarbage } from './collect-garbage.ts';
import { verifyStore } from './verify.ts';

const folder = scratchFolder('store-gc');
let serial = 0;

async function scene(): Promise<{ store: Store; pack: SamplePack; blob: Digest }> {
  const work = join(folder, `${serial++}`);
  mkdirSync(work);
  const root = join(work, 'store');
  const store = openFolderStore({ url: `file:${root}`, root }, { sync: false });
  const pack = samplePack(join(work, 'pack'), { a: 'counted on', b: 'new' });
  const [file] = pack.files;
  if (file === undefined) throw new Error('no file');
  // The state that a killed push leaves behind.
  await store.send([file], () => {});
  return { store, pack, blob: file.digest };
}

const collect = (store: Store) => collectGarbage({ store, graceMs: 0, now: Number.POSITIVE_INFINITY, remove: true });
const push = (store: Store, { folder: path }: SamplePack) => pushPack({ given: 'pack', path, store });

describe('collectGarbage() while a pack is pushed', () => {
  it('removes a blob that a push relied on before its manifest is visible: the push sends it again', async () => {
    const { store, pack, blob } = await scene();
    const own = store.maintenance as Maintenance;
    // What the push itself has just sent is protected by the grace period, which is none here.
    const maintenance = { ...own, blobs: async () => (await own.blobs()).filter(({ digest }) => digest === blob) };
    const publish: Store['publish'] = async (stored) => {
      expect((await collect({ ...store, maintenance })).removed).toEqual([blob]);
      return store.publish(stored);
    };
    const sent: Digest[] = [];
    const send: Store['send'] = (files, done) => {
      sent.push(...files.map(({ digest }) => digest));
      return store.send(files, done);
    };
    await push({ ...store, publish, send }, pack);
    expect(sent.filter((digest) => digest === blob)).toHaveLength(1);
    expect(await verifyStore({ store })).toMatchObject({ outcome: 'STORE_OK', packs: 1 });
  });

  it('puts back a blob that a manifest names after it was set aside', async () => {
    const { store, pack, blob } = await scene();
    const maintenance = store.maintenance as Maintenance;
    const setAside: Maintenance['setAside'] = async (digests) => {
      await maintenance.setAside(digests);
      await store.send(pack.files.slice(1), () => {});
      await store.publish(pack);
    };
    expect(await collect({ ...store, maintenance: { ...maintenance, setAside } })).toMatchObject({ removed: [], kept: [blob] });
    expect(await verifyStore({ store })).toMatchObject({ outcome: 'STORE_OK', packs: 1 });
  });

  it('puts back blobs that a killed collection had set aside', async () => {
    const { store, pack, blob } = await scene();
    await push(store, pack);
    await (store.maintenance as Maintenance).setAside([blob]);
    expect((await verifyStore({ store })).missing).toMatchObject([{ digest: blob }]);
    expect((await collect(store)).kept).toEqual([blob]);
    expect((await verifyStore({ store })).outcome).toBe('STORE_OK');
  });

  it('two at once remove everything once, and neither fails', async () => {
    const { store, blob } = await scene();
    const both = await Promise.all([collect(store), collect(store)]);
    expect(both.flatMap(({ kept }) => kept)).toEqual([]);
    expect((await store.present([{ digest: blob, size: 10 }])).checked.size).toBe(0);
    expect(await (store.maintenance as Maintenance).removed()).toEqual([]);
  });
});
