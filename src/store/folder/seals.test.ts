import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Digest, hexOf } from '#core/digest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { digestOfBytes } from '../../../tests/stores/sample-pack.ts';
import { MAX_SEAL_LENGTH, SEAL_LIMITS, type StoredSeal } from '../seals.ts';
import type { Store } from '../store.ts';
import { sealsFolder } from './layout.ts';
import { openFolderStore } from './store.ts';

const scratch = scratchFolder('folder-seals');
const packId: Digest = `sha256:${'a'.repeat(64)}`;
let serial = 0;

function scene(): { readonly store: Store; readonly root: string; readonly folder: string } {
  const root = join(scratch, `${serial++}`);
  return { store: openFolderStore({ url: `file:${root}`, root }, { sync: true }), root, folder: sealsFolder(root, packId) };
}

const sealOf = (text: string): StoredSeal => ({ digest: digestOfBytes(Buffer.from(text)), bytes: Buffer.from(text) });
const nameOf = (text: string): string => `${hexOf(sealOf(text).digest)}.json`;
const found = async (store: Store) => {
  const { seals, damaged, unread } = await store.seals.read(packId, SEAL_LIMITS);
  return { seals: seals.map(({ bytes }) => Buffer.from(bytes).toString()), damaged: damaged.map((seal) => seal.found), unread };
};

describe('the seals of a folder store', () => {
  it('are files beside the manifest, and nothing is left of their staging', async () => {
    const { store, root, folder } = scene();
    expect(await store.seals.add(packId, [sealOf('one'), sealOf('two')])).toBe(2);
    expect(readdirSync(folder).sort()).toEqual([nameOf('one'), nameOf('two')].sort());
    expect(readdirSync(root)).toEqual(['packs']);
  });

  it('are read as damaged where another thing has their name: bytes, a link, a folder, too many bytes', async () => {
    const { store, folder } = scene();
    await store.seals.add(packId, [sealOf('good')]);
    writeFileSync(join(folder, nameOf('bytes')), 'BYTES');
    symlinkSync('/etc/passwd', join(folder, nameOf('link')));
    mkdirSync(join(folder, nameOf('folder')));
    writeFileSync(join(folder, nameOf('long')), Buffer.alloc(MAX_SEAL_LENGTH + 1));
    writeFileSync(join(folder, 'notes.txt'), 'is ignored');
    const read = await found(store);
    expect([read.seals, read.unread]).toEqual([['good'], 0]);
    expect([...read.damaged].sort()).toEqual(
      [digestOfBytes(Buffer.from('BYTES')), 'not a regular file', 'not a regular file', `more than ${MAX_SEAL_LENGTH} bytes`].sort(),
    );
  });

  it('are not found through a link in the place of their folder, and none is written through it', async () => {
    const { store, root, folder } = scene();
    const elsewhere = join(scratch, `elsewhere-${serial}`);
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, nameOf('elsewhere')), 'elsewhere');
    mkdirSync(join(root, 'packs'), { recursive: true });
    symlinkSync(elsewhere, folder);
    expect(await found(store)).toEqual({ seals: [], damaged: [], unread: 0 });
    await expect(store.seals.add(packId, [sealOf('new')])).rejects.toMatchObject({ code: 'E_IO' });
    expect(readdirSync(elsewhere)).toEqual([nameOf('elsewhere')]);
  });

  it('replace a damaged one, which is kept', async () => {
    const { store, root, folder } = scene();
    await store.seals.add(packId, [sealOf('right')]);
    writeFileSync(join(folder, nameOf('right')), 'wrong');
    expect(await store.seals.add(packId, [sealOf('right')])).toBe(0);
    expect(await store.seals.add(packId, [sealOf('right')], { replaces: true })).toBe(1);
    expect((await found(store)).seals).toEqual(['right']);
    expect(readdirSync(join(root, 'damaged'))).toEqual([`${nameOf('right')}.0`]);
  });

  it('are added also where a garbage collection removes their folder again and again', async () => {
    const { store, root, folder } = scene();
    await store.seals.add(packId, [sealOf('old')]);
    const { maintenance } = store;
    const collect = async (): Promise<void> => {
      await maintenance?.seals.setAside((await maintenance?.seals.list()) ?? []);
      await maintenance?.seals.putBack(await maintenance?.seals.removed());
    };
    const texts = Array.from({ length: 20 }, (_, n) => `seal ${n}`);
    await Promise.all(texts.flatMap((text) => [collect(), store.seals.add(packId, [sealOf(text)]), collect()]));
    await collect();
    expect([...(await found(store)).seals].sort()).toEqual(['old', ...texts].sort());
    expect(existsSync(join(root, 'removed')) ? readdirSync(join(root, 'removed')) : []).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it('are listed for each pack without reading them', async () => {
    const { store } = scene();
    expect((await store.seals.known())(packId)).toBe(false);
    await store.seals.add(packId, [sealOf('one')]);
    expect((await store.seals.known())(packId)).toBe(true);
    expect(await store.maintenance?.seals.list()).toMatchObject([{ packId, digest: sealOf('one').digest, size: 3 }]);
  });
});
