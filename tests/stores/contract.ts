/**
 * What every store promises (src/store/store.ts), as tests that are run against each of them.
 *
 *     storeContract('the folder store', async () => ({ store: openFolderStore(…) }))
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareUtf8 } from '#core/bytes/order';
import type { Digest } from '#core/digest';
import { shellQuote } from '#core/shell-words';
import { SEAL_LIMITS, type StoredSeal } from '#store/seals';
import type { Blob, BlobFile, Store } from '#store/store';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { digestOfBytes, type Members, type SamplePack, samplePack } from './sample-pack.ts';

export interface StoreUnderTest {
  /** Empty, and nobody else's. */
  readonly store: Store;
  /** Puts other bytes in the place of a blob, behind the store's back. */
  readonly tamper?: (digest: Digest, bytes: Uint8Array) => void | Promise<void>;
  readonly close?: () => void | Promise<void>;
}

const nobody: Digest = `sha256:${'0'.repeat(64)}`;
const ignore = (): void => {};

export function storeContract(name: string, open: () => StoreUnderTest | Promise<StoreUnderTest>): void {
  describe(name, () => {
    const folder = scratchFolder('contract');
    let serial = 0;
    let under: StoreUnderTest;
    let store: Store;
    beforeAll(async () => {
      under = await open();
      ({ store } = under);
    });
    afterAll(async () => {
      store?.close();
      await under?.close?.();
    });

    const newFolder = (): string => {
      const path = join(folder, `${serial++}`);
      mkdirSync(path);
      return path;
    };
    const packOf = (members: Members, note?: string): SamplePack => samplePack(newFolder(), members, note ?? `pack ${serial}`);
    const put = async (pack: SamplePack): Promise<'published' | 'present'> => {
      await store.send(pack.files, ignore);
      return store.publish(pack);
    };
    const fileOf = (content: string | Uint8Array): BlobFile & { readonly path: string } =>
      packOf({ a: content }).files[0] as BlobFile & { readonly path: string };
    const presentIn = async (blobs: readonly Blob[]): Promise<ReadonlySet<Digest>> => new Set((await store.present(blobs)).checked.keys());
    const fetched = async (digest: Digest): Promise<Buffer> => {
      const file = join(newFolder(), 'fetched');
      await store.fetch([{ digest, file }], ignore);
      return readFileSync(file);
    };

    it('list() of a store that no pack was published to is empty', async () => {
      await store.send([fileOf('before any pack')], ignore);
      expect(await store.list()).toEqual([]);
    });

    it('present() tells the blobs that are there from those that are not', async () => {
      const [there, absent] = [fileOf('there'), fileOf('absent')];
      expect(await presentIn([there, absent])).toEqual(new Set());
      await store.send([there], ignore);
      expect(await presentIn([there, absent, there])).toEqual(new Set([there.digest]));
      expect(await presentIn([])).toEqual(new Set());
    });

    it('send() tells of each file once, also where two have the same bytes', async () => {
      const { files } = packOf({ a: 'same', b: 'same', c: 'other' });
      const done: string[] = [];
      await store.send(files, ({ file }) => done.push(file));
      expect(done.sort()).toEqual(files.map(({ file }) => file).sort());
      expect((await fetched((files[1] as BlobFile).digest)).toString()).toBe('same');
    });

    it('send() of what is there already changes nothing', async () => {
      const file = fileOf('twice');
      for (let times = 0; times < 3; times++) await store.send([file], ignore);
      expect((await fetched(file.digest)).toString()).toBe('twice');
      await store.send([], ignore);
    });

    it.each([
      ['no bytes', new Uint8Array()],
      ['one byte', new Uint8Array(1)],
      ['every byte', Uint8Array.from({ length: 256 }, (_, byte) => byte)],
      ['5 MiB', randomBytes(5 << 20)],
    ])('send() and fetch() carry %s unchanged', async (_, bytes) => {
      const file = fileOf(bytes);
      await store.send([file], ignore);
      expect(await presentIn([file])).toEqual(new Set([file.digest]));
      const sizes: number[] = [];
      const target = join(newFolder(), 'fetched');
      await store.fetch([{ digest: file.digest, file: target }], (_wanted, size) => sizes.push(size));
      expect(readFileSync(target).equals(bytes)).toBe(true);
      expect(sizes).toEqual([bytes.length]);
    });

    it('send() refuses a file whose bytes are not those of its digest, and stores nothing for it', async () => {
      const file = fileOf('what was verified');
      writeFileSync(file.file, 'WHAT WAS VERIFIED');
      await expect(store.send([file], ignore)).rejects.toMatchObject({ code: 'E_BAD_PACK' });
      expect(await presentIn([file, { digest: digestOfBytes(Buffer.from('WHAT WAS VERIFIED')), size: 17 }])).toEqual(new Set());
    });

    it.each(['longer', 'shorter'])('send() refuses a file that became %s', async (how) => {
      const file = fileOf(`some bytes that become ${how}`);
      writeFileSync(file.file, how === 'longer' ? `some bytes that become ${how}, and more` : 'some');
      await expect(store.send([file], ignore)).rejects.toMatchObject({ code: expect.stringMatching(/^E_(BAD_PACK|IO)$/) });
      expect(await presentIn([file])).toEqual(new Set());
    });

    it('send() refuses a file that is gone', async () => {
      const file = { ...fileOf('gone'), file: join(newFolder(), 'nowhere') };
      await expect(store.send([file], ignore)).rejects.toMatchObject({ code: 'E_IO' });
      expect(await presentIn([file])).toEqual(new Set());
    });

    it('publish() makes a pack visible, and nothing does before it', async () => {
      const pack = packOf({ 'a.csv': 'visible', 'sub/b.csv': 'later' });
      await store.send(pack.files, ignore);
      expect(await store.list()).not.toContain(pack.packId);
      await expect(store.manifest(pack.packId)).rejects.toMatchObject({ code: 'E_IO' });
      expect(await store.publish(pack)).toBe('published');
      expect(await store.list()).toContain(pack.packId);
      expect(Buffer.from(await store.manifest(pack.packId)).equals(pack.manifest)).toBe(true);
    });

    it('documents are created once, read within a limit, listed by name, and replaced only by replace()', async () => {
      const { documents } = store;
      const [first, second] = [Buffer.from('first'), Buffer.from('second')];
      expect(await documents.list('tags')).toEqual([]);
      expect(await documents.read('tags', '2025-12', 100)).toBeUndefined();
      expect(await documents.create('tags', '2025-12', first)).toBe('created');
      expect(await documents.create('tags', '2025-12', second)).toBe('present');
      expect(await documents.create('tags', 'A_b.c-d', second)).toBe('created');
      expect(await documents.create('ledgers', '2025-12', second)).toBe('created');
      expect(Buffer.from((await documents.read('tags', '2025-12', 5)) ?? []).toString()).toBe('first');
      await expect(documents.read('tags', '2025-12', 4)).rejects.toMatchObject({ code: 'E_BAD_STORE' });
      await documents.replace('tags', '2025-12', second);
      expect(Buffer.from((await documents.read('tags', '2025-12', 100)) ?? []).toString()).toBe('second');
      expect([await documents.list('tags'), await documents.list('ledgers')]).toEqual([['2025-12', 'A_b.c-d'], ['2025-12']]);
      const pack = packOf({ a: 'beside documents' });
      await put(pack);
      expect(await store.list()).not.toContain('2025-12');
      expect(await store.list()).toContain(pack.packId);
    });

    const sealOf = (text: string): StoredSeal => ({ digest: digestOfBytes(Buffer.from(text)), bytes: Buffer.from(text) });
    const sealsIn = async (packId: Digest, limits = SEAL_LIMITS): Promise<readonly string[]> =>
      (await store.seals.read(packId, limits)).seals.map(({ bytes }) => Buffer.from(bytes).toString()).sort();

    it('seals are added to a pack once each, read within limits, and change nothing else', async () => {
      const [pack, other] = [packOf({ a: 'sealed' }), packOf({ a: 'unsealed' })];
      await put(pack);
      await put(other);
      expect(await store.seals.read(pack.packId, SEAL_LIMITS)).toEqual({ seals: [], damaged: [], unread: 0 });
      expect(await store.seals.add(pack.packId, [sealOf('seal one')])).toBe(1);
      expect(await store.seals.add(pack.packId, [sealOf('seal one'), sealOf('seal two')])).toBe(1);
      expect(await store.seals.add(pack.packId, [sealOf('seal two')])).toBe(0);
      expect([await sealsIn(pack.packId), await sealsIn(other.packId)]).toEqual([['seal one', 'seal two'], []]);
      expect(await store.seals.read(pack.packId, { count: 1, bytes: 100 })).toMatchObject({ seals: [{}], unread: 1 });
      expect(await store.seals.read(pack.packId, { count: 100, bytes: 8 })).toMatchObject({ seals: [{}], unread: 1 });
      expect(Buffer.from(await store.manifest(pack.packId)).equals(pack.manifest)).toBe(true);
      expect((await store.list()).filter((packId) => packId === pack.packId)).toHaveLength(1);
      await store.manifest(other.packId);
      const mayHave = await store.seals.known();
      expect([mayHave(pack.packId), mayHave(other.packId)]).toEqual([true, false]);
    });

    it('seals that many add at the same time are all kept', async () => {
      const pack = packOf({ a: 'sealed by many' });
      await put(pack);
      const texts = Array.from({ length: 16 }, (_, at) => `seal ${at}`);
      await Promise.all(texts.map((text) => store.seals.add(pack.packId, [sealOf(text), sealOf('by all')])));
      expect(await sealsIn(pack.packId)).toEqual(['by all', ...texts].sort());
      expect(await store.seals.add(pack.packId, texts.map(sealOf))).toBe(0);
    });

    it('publish() of a pack that is there says so and changes nothing', async () => {
      const pack = packOf({ a: 'again' });
      expect([await put(pack), await put(pack), await store.publish(pack)]).toEqual(['published', 'present', 'present']);
      expect(Buffer.from(await store.manifest(pack.packId)).equals(pack.manifest)).toBe(true);
    });

    it('publish() refuses another manifest for a pack that is there, and keeps the first', async () => {
      const pack = packOf({ a: 'first' });
      await put(pack);
      for (const note of ['other', 'a note that is longer than the first one']) {
        const { manifest } = packOf({ a: 'first' }, note);
        await expect(store.publish({ ...pack, manifest })).rejects.toMatchObject({ code: 'E_BAD_PACK' });
      }
      expect(Buffer.from(await store.manifest(pack.packId)).equals(pack.manifest)).toBe(true);
    });

    it('publish() at the same time from two sides ends in one pack', async () => {
      const pack = packOf({ a: 'from two sides' });
      await store.send(pack.files, ignore);
      const answers = await Promise.all([store.publish(pack), store.publish(pack)]);
      expect(answers).toContain('published');
      expect((await store.list()).filter((packId) => packId === pack.packId)).toHaveLength(1);
    });

    it('a blob of two packs is shared', async () => {
      const [one, two] = [packOf({ a: 'shared', b: 'one' }), packOf({ c: 'shared', d: 'two' })];
      await put(one);
      expect(await presentIn(two.blobs)).toEqual(new Set([(one.blobs[0] as { digest: Digest }).digest]));
      await store.send(two.files.slice(1), ignore);
      await store.publish(two);
      expect((await fetched((two.blobs[0] as { digest: Digest }).digest)).toString()).toBe('shared');
    });

    it('a pack may hold the same bytes twice', async () => {
      const pack = packOf({ a: 'twin', b: 'twin', 'deep/er/c': 'twin' });
      expect(await put(pack)).toBe('published');
      const target = newFolder();
      await store.fetch(
        pack.blobs.map(({ digest }, at) => ({ digest, file: join(target, `${at}`) })),
        ignore,
      );
      expect(readdirSync(target).map((entry) => readFileSync(join(target, entry), 'utf8'))).toEqual(['twin', 'twin', 'twin']);
    });

    it('manifest() refuses a pack that is not there', async () => {
      const nextCommand = `pack list --store ${shellQuote(store.url)}`;
      await expect(store.manifest(nobody)).rejects.toMatchObject({ code: 'E_IO', message: expect.stringContaining(nobody), nextCommand });
    });

    it('manifest() refuses one that is longer than it may be', async () => {
      const pack = packOf({ a: 'long' });
      await put(pack);
      const { length } = pack.manifest;
      expect((await store.manifest(pack.packId, length)).length).toBe(length);
      await expect(store.manifest(pack.packId, length - 1)).rejects.toMatchObject({ code: 'E_BAD_PACK' });
    });

    it('fetch() refuses a blob that is not there, and leaves no file', async () => {
      const file = join(newFolder(), 'fetched');
      await expect(store.fetch([{ digest: nobody, file }], ignore)).rejects.toMatchObject({
        code: expect.stringMatching(/^E_(BAD_PACK|IO)$/),
      });
      expect(existsSync(file)).toBe(false);
    });

    it('fetch() does not touch a file that is there', async () => {
      const blob = fileOf('not this');
      await store.send([blob], ignore);
      const file = join(newFolder(), 'taken');
      writeFileSync(file, 'kept');
      await expect(store.fetch([{ digest: blob.digest, file }], ignore)).rejects.toThrow();
      expect(readFileSync(file, 'utf8')).toBe('kept');
    });

    it('fetch() refuses a blob whose bytes were changed in the store, and leaves no file', async ({ skip }) => {
      const { tamper } = under;
      if (tamper === undefined) return skip();
      for (const [before, after] of [
        ['a bit of it', 'a bit 0f it'],
        ['truncated', 'trunc'],
        ['emptied', ''],
        ['lengthened', 'lengthened!'],
      ] as const) {
        const blob = fileOf(`${before} ${serial}`);
        await store.send([blob], ignore);
        await tamper(blob.digest, Buffer.from(after));
        const file = join(newFolder(), 'fetched');
        await expect(store.fetch([{ digest: blob.digest, file }], ignore)).rejects.toMatchObject({ code: 'E_BAD_PACK' });
        expect(existsSync(file)).toBe(false);
      }
    });

    it('list() is in byte order and has every pack once', async () => {
      const packs = [];
      for (let at = 0; at < 12; at++) packs.push(packOf({ a: `listed ${at}` }));
      for (const pack of packs) await put(pack);
      const listed = await store.list();
      expect(listed).toEqual([...new Set(listed)].sort(compareUtf8));
      expect(listed).toEqual(expect.arrayContaining(packs.map(({ packId }) => packId)));
    });

    it('many blobs at once arrive as they were', async () => {
      const members = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`${at}`, `member ${at} of many`]));
      const pack = packOf(members);
      await put(pack);
      expect((await presentIn(pack.blobs)).size).toBe(200);
      const target = newFolder();
      let count = 0;
      await store.fetch(
        pack.blobs.map(({ digest, path }) => ({ digest, file: join(target, path) })),
        () => count++,
      );
      expect(count).toBe(200);
      for (const [path, text] of Object.entries(members)) expect(readFileSync(join(target, path), 'utf8')).toBe(text);
    });
  });
}
