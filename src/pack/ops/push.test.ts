import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Digest } from '#core/digest';
import { blobPath } from '#store/folder/layout';
import { openFolderStore } from '#store/folder/store';
import type { Store } from '#store/store';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { packMaker, rvl } from '../../../tests/pack/made-pack.ts';
import { sealManifest } from '../../../tests/pack/seal-manifest.ts';
import { type Members, type SamplePack, samplePack } from '../../../tests/stores/sample-pack.ts';
import { pushPack } from './push.ts';

const folder = scratchFolder('push');
let serial = 0;

interface Scene {
  readonly pack: SamplePack;
  readonly root: string;
  readonly store: Store;
}

function scene(members: Members): Scene {
  const work = join(folder, `${serial++}`);
  mkdirSync(work);
  const root = join(work, 'store');
  return {
    root,
    pack: samplePack(join(work, 'pack'), members),
    store: openFolderStore({ url: `file:${root}`, root }, { sync: false }),
  };
}

/** A store that copies nothing while the pack is read, like a store behind a network. */
function distant({ url, present, read, send, fetch, publish, manifest, list, sizes, documents, seals, close }: Store): Store {
  return { url, present, read, send, fetch, publish, manifest, list, sizes, documents, seals, close };
}

const push = ({ pack }: Scene, store: Store) => pushPack({ given: 'pack', path: pack.folder, store });
const kinds = [
  ['near', (store: Store) => store],
  ['distant', distant],
] as const;

describe.each(kinds)('pushPack() to a %s store', (_, kind) => {
  it('counts each content once, as sent or as present', async () => {
    const at = scene({ a: 'same', b: 'same', c: 'other', 'sub/d': '' });
    const store = kind(at.store);
    const whole = { packId: at.pack.packId, memberCount: 4, bytes: 13 };
    expect(await push(at, store)).toMatchObject({ ...whole, repaired: [], sent: { blobs: 3, bytes: 9 }, present: { blobs: 0, bytes: 0 } });
    expect(await push(at, store)).toMatchObject({ ...whole, repaired: [], sent: { blobs: 0, bytes: 0 }, present: { blobs: 3, bytes: 9 } });
    const path = blobPath(at.root, at.pack.files[2]?.digest as Digest);
    rmSync(path);
    expect(await push(at, store)).toMatchObject({ ...whole, repaired: [], sent: { blobs: 1, bytes: 5 }, present: { blobs: 2, bytes: 4 } });
    truncateSync(path, 1);
    expect(await push(at, store)).toMatchObject({ sent: { blobs: 1 }, present: { blobs: 2 } });
    expect(readFileSync(path, 'utf8')).toBe('other');
  });

  it('publishes no pack that does not verify, and stores no changed bytes', async () => {
    for (const damage of [
      ({ folder: at }: SamplePack) => writeFileSync(join(at, 'a'), 'B'),
      ({ folder: at }: SamplePack) => rmSync(join(at, 'a')),
      ({ folder: at }: SamplePack) => writeFileSync(join(at, 'extra'), ''),
      ({ folder: at }: SamplePack) =>
        writeFileSync(join(at, 'manifest.json'), readFileSync(join(at, 'manifest.json'), 'utf8').replace('2026', '2027')),
    ]) {
      const at = scene({ a: 'a', b: 'b' });
      damage(at.pack);
      await expect(push(at, kind(at.store))).toRefuse('E_BAD_PACK');
      const names = existsSync(at.root) ? readdirSync(at.root, { recursive: true, encoding: 'utf8' }) : [];
      expect(names.filter((name) => name.startsWith('packs') || name.includes('staging'))).toEqual([]);
      const blobs = names.filter((name) => /[0-9a-f]{64}$/.test(name)).map((name) => readFileSync(join(at.root, name), 'utf8'));
      expect(['', 'a', 'b', 'ab']).toContain(blobs.sort().join(''));
    }
  });
});

/** The same document, in a spelling that this program never writes. */
function respell({ folder: at }: SamplePack): void {
  const path = join(at, 'manifest.json');
  writeFileSync(path, `${JSON.stringify(JSON.parse(readFileSync(path, 'utf8')), null, 2)}\n`);
}

const everything = (at: string) => (existsSync(at) ? readdirSync(at, { recursive: true, encoding: 'utf8' }).sort() : []);

describe('pushPack()', () => {
  it.each(['before', 'after'])('publishes one manifest for one pack_id, with another spelling %s', async (when) => {
    const at = scene({ a: 'a' });
    const canonical = readFileSync(join(at.pack.folder, 'manifest.json'));
    if (when === 'after') await push(at, at.store);
    respell(at.pack);
    const spelled = readFileSync(join(at.pack.folder, 'manifest.json'));
    await push(at, at.store);
    expect(Buffer.from(await at.store.manifest(at.pack.packId)).equals(canonical)).toBe(true);
    expect(readFileSync(join(at.pack.folder, 'manifest.json')).equals(spelled)).toBe(true);
    writeFileSync(join(at.pack.folder, 'manifest.json'), canonical);
    expect(await push(at, at.store)).toMatchObject({ packId: at.pack.packId, sent: { blobs: 0 } });
  });

  it.each(['.', 'store', 'a/../b/c', '../link', '../link/store'])(
    'refuses a store at %s of the pack, and writes nothing',
    async (place) => {
      const at = scene({ a: 'a' });
      symlinkSync(at.pack.folder, join(at.pack.folder, '..', 'link'));
      const root = join(at.pack.folder, place);
      const before = everything(at.pack.folder);
      const store = openFolderStore({ url: `file:${root}`, root }, { sync: false });
      await expect(push(at, store)).toRefuse('E_IO', { error: 'Inside the pack' });
      expect(everything(at.pack.folder)).toEqual(before);
    },
  );

  it.each(['blobs', 'blobs/sha256/7c', 'packs', 'packs/dec'])('refuses a pack at %s of the store, and writes nothing', async (place) => {
    const at = scene({ z: 'z' });
    const pack = samplePack(join(at.root, place), { a: 'a' });
    const before = everything(at.root);
    await expect(push({ ...at, pack }, at.store)).toRefuse('E_IO', { error: 'Inside the store' });
    expect(everything(at.root)).toEqual(before);
  });

  it.each(['pack', 'blobs-of-mine', 'deep/er/pack'])('takes a pack at %s of the store', async (place) => {
    const at = scene({ z: 'z' });
    const pack = samplePack(join(at.root, place), { a: 'a' });
    expect(await push({ ...at, pack }, at.store)).toMatchObject({ sent: { blobs: 1 } });
  });

  it.each([`sha256:${'../'.repeat(21)}x`, `sha256:${'A'.repeat(64)}`, 'sha256:', `md5:${'0'.repeat(32)}`])(
    'finds a member wrong whose hash can be no blob, and writes nothing for it: %s',
    async (hash) => {
      const at = scene({ a: 'a' });
      const path = join(at.pack.folder, 'manifest.json');
      writeFileSync(path, sealManifest(readFileSync(path, 'utf8').replace(at.pack.files[0]?.digest as string, hash)));
      await expect(push(at, at.store)).rejects.toMatchObject({ detail: { invalid: [{ code: 'HASH_MISMATCH', expected: hash }] } });
      expect(everything(at.root)).toEqual([]);
    },
  );

  it.each([
    ['a pack_id of something else', (text: string) => text.replace('"created":"2026', '"created":"2027')],
    ['another count', (text: string) => sealManifest(text.replace('"member_count":2', '"member_count":3'))],
    ['an unsafe path', (text: string) => sealManifest(text.replace('"path":"b"', '"path":"../b"'))],
  ])('writes nothing of a pack whose manifest has %s', async (_, change) => {
    const at = scene({ a: 'a', b: 'b' });
    const path = join(at.pack.folder, 'manifest.json');
    writeFileSync(path, change(readFileSync(path, 'utf8')));
    await expect(push(at, at.store)).rejects.toMatchObject({ code: 'E_BAD_PACK', nextCommand: 'pack verify pack' });
    expect(everything(at.root)).toEqual([]);
  });

  it('writes nothing if a member of the pack does not verify', async () => {
    const at = scene({ a: 'a', b: 'b', c: 'c' });
    writeFileSync(join(at.pack.folder, 'c'), 'C');
    await expect(push(at, at.store)).toRefuse('E_BAD_PACK');
    expect(everything(at.root)).toEqual([]);
  });

  it('publishes nothing if a member changes after it was verified', async () => {
    const at = scene({ a: 'a', b: 'b' });
    const store = distant(at.store);
    const present: Store['present'] = async (blobs) => {
      writeFileSync(join(at.pack.folder, 'b'), 'B');
      return store.present(blobs);
    };
    await expect(push(at, { ...store, present })).toRefuse('E_BAD_PACK');
    expect(await at.store.list()).toEqual([]);
  });

  it('copies members while they are read for their content, and reads no member twice', async () => {
    const { given } = packMaker(folder)({ 'a.csv': { text: 'a' }, 'b.json': rvl('REAL_CHANGE'), 'c.json': rvl('REAL_CHANGE') });
    const root = `${given}-store`;
    const store = openFolderStore({ url: `file:${root}`, root }, { sync: false });
    const send = () => Promise.reject(new Error('it was sent'));
    const pushing = { given, path: given, store: { ...store, send } };
    expect(await pushPack(pushing)).toMatchObject({ memberCount: 3, sent: { blobs: 2 }, present: { blobs: 0 } });
    expect(await pushPack(pushing)).toMatchObject({ memberCount: 3, sent: { blobs: 0 }, present: { blobs: 2 } });
  });

  it('creates no folder if there is nothing to send', async () => {
    const at = scene({ a: 'a' });
    await push(at, at.store);
    const before = readdirSync(at.root);
    await push(at, at.store);
    expect(readdirSync(at.root)).toEqual(before);
  });
});
