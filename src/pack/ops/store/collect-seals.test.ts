import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Digest } from '#core/digest';
import { manifestPath } from '#store/folder/layout';
import { openFolderStore } from '#store/folder/store';
import { SEAL_LIMITS, type SealMaintenance } from '#store/seals';
import type { Maintenance, Store } from '#store/store';
import { scratchFolder } from '../../../../tests/helpers/scratch-folder.ts';
import { makeSeal } from '../../../../tests/sign/seals.ts';
import { type SamplePack, samplePack } from '../../../../tests/stores/sample-pack.ts';
import { pushPack } from '../push.ts';
import { collectGarbage } from './collect-garbage.ts';

const folder = scratchFolder('seals-gc');
let serial = 0;

interface Scene {
  readonly store: Store;
  readonly pack: SamplePack;
  /** Removes the pack from the store, as a person does. */
  remove(): void;
}

async function scene(): Promise<Scene> {
  const work = join(folder, `${serial++}`);
  mkdirSync(work);
  const root = join(work, 'store');
  const store = openFolderStore({ url: `file:${root}`, root }, { sync: false });
  const pack = samplePack(join(work, 'pack'), { a: 'signed' });
  const line = makeSeal({ bytes: pack.manifest, kind: 'pack', id: pack.packId });
  writeFileSync(`${pack.folder}.seals.jsonl`, `${line}\n`);
  await push(store, pack);
  return { store, pack, remove: () => rmSync(manifestPath(root, pack.packId)) };
}

const push = (store: Store, { folder: path }: SamplePack) => pushPack({ given: 'pack', path, store });
const collect = (store: Store) => collectGarbage({ store, graceMs: 0, now: Number.POSITIVE_INFINITY, remove: true });
const sealsOf = async (store: Store, packId: Digest): Promise<number> => (await store.seals.read(packId, SEAL_LIMITS)).seals.length;

/** The store with another step in the maintenance of seals. */
function withSeals(store: Store, change: (own: SealMaintenance) => Partial<SealMaintenance>): Store {
  const maintenance = store.maintenance as Maintenance;
  return { ...store, maintenance: { ...maintenance, seals: { ...maintenance.seals, ...change(maintenance.seals) } } };
}

describe('collectGarbage() of seals', () => {
  it('never touches the seals of a pack that is there', async () => {
    const { store, pack } = await scene();
    expect((await collect(store)).seals).toEqual({ unreferenced: [], young: [], removed: [], kept: [] });
    expect(await sealsOf(store, pack.packId)).toBe(1);
  });

  it('puts back seals whose pack is pushed after they were set aside', async () => {
    const { store, pack, remove } = await scene();
    remove();
    const pushing = withSeals(store, (own) => ({
      setAside: async (seals) => {
        await own.setAside(seals);
        await store.publish(pack);
      },
    }));
    const { seals } = await collect(pushing);
    expect([seals.removed, seals.kept.length]).toEqual([[], 1]);
    expect(await sealsOf(store, pack.packId)).toBe(1);
  });

  it('loses none if the pack is pushed with its seals at any step', async () => {
    for (const step of ['list', 'setAside', 'removed', 'putBack', 'purge'] as const) {
      const { store, pack, remove } = await scene();
      remove();
      let isPushed = false;
      const pushing = withSeals(store, (own) => ({
        [step]: async (...args: never[]) => {
          if (!isPushed) await push(store, pack);
          isPushed = true;
          return (own[step] as (...given: never[]) => Promise<unknown>)(...args);
        },
      }));
      await collect(pushing);
      expect([step, isPushed, await sealsOf(store, pack.packId)]).toEqual([step, true, 1]);
    }
  });

  it('puts back seals that a killed collection had set aside, and removes those that nobody needs', async () => {
    const { store, pack, remove } = await scene();
    const { seals } = store.maintenance as Maintenance;
    await seals.setAside(await seals.list());
    expect(await sealsOf(store, pack.packId)).toBe(0);
    expect((await collect(store)).seals.kept).toHaveLength(1);
    expect(await sealsOf(store, pack.packId)).toBe(1);
    remove();
    await seals.setAside(await seals.list());
    await collect(store);
    expect([await seals.list(), await seals.removed()]).toEqual([[], []]);
  });

  it('two at once remove everything once, and neither fails', async () => {
    const { store, remove } = await scene();
    remove();
    await Promise.all([collect(store), collect(store)]);
    const { seals } = store.maintenance as Maintenance;
    expect([await seals.list(), await seals.removed()]).toEqual([[], []]);
  });
});
