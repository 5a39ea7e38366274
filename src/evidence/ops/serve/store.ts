/**
 * A store of packs as it is served. A pack and a blob never change, so what was read once is kept: looking again reads only what is new. Bytes
 * that are shown are those of their digest; a reference to another store is not followed.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type Digest, isSha256Digest } from '#core/digest';
import { Refusal } from '#core/refusal';
import { openRegularFile } from '#disk/read/regular-file';
import { makeFolders } from '#disk/write/make-folders';
import { sha256Hex } from '#hashing/hashers';
import { MANIFEST_NAME, MAX_MANIFEST_LENGTH, type PackMember } from '#pack/document';
import { openPlace } from '#pack/ops/place';
import { storedManifest } from '#pack/ops/store/stored-manifest';
import { readTags } from '#pack/ops/store/tags';
import { canonicalManifest, type ReadManifest } from '#pack/read';
import { eachOf } from '#store/parallel-store';
import type { Store, WantedFile } from '#store/store';
import type { Entry } from '../../serve/catalog.ts';
import type { PassedOver } from '../../verdict.ts';
import type { Asked } from '../asked.ts';
import { kindOps } from '../table.ts';
import { LEDGER_INSIDE, type NestedMember, nestedIn } from '../why/pack.ts';
import { packEntry } from './pack-folder.ts';
import { type Access, type EvidenceSource, type Listing, MAX_DOCUMENT, MAX_OPENED, type ServedFile } from './source.ts';

/** Opens the store for as long as it is used; `packId` is the one pack that is served, or null for all. */
export type WithStore = <T>(use: (store: Store, packId: Digest | null) => Promise<T>) => Promise<T>;

const AT_ONCE = 8;
const MAX_FILES = 10_000;

type Kept = { readonly entry: Entry; readonly nested: readonly NestedMember[] };

/** `shown` is the store as it is named in the list. */
export function storeSource(shown: string, withStore: WithStore, asked: Asked): EvidenceSource {
  const packs = new Map<Digest, Kept>();
  const documents = new Map<string, Pick<Entry, 'id' | 'created' | 'members' | 'searched'>>();

  const readPacks = async (store: Store, ids: readonly Digest[], into: Listing): Promise<void> =>
    eachOf(
      ids.filter((id) => !packs.has(id)),
      AT_ONCE,
      async (id) => {
        // Other requests are answered in between.
        await setImmediate();
        const manifest = await storedManifest(store, id, MAX_MANIFEST_LENGTH);
        const path = `${shown}@${id}`;
        if (typeof manifest === 'string') return into.unread(path, manifest);
        const entry = packEntry(
          { path, kind: 'pack', digest: `sha256:${sha256Hex(canonicalManifest(manifest))}`, tags: [] },
          manifest,
          into,
        );
        packs.set(id, {
          entry,
          nested: nestedIn(manifest.members, ({ path: ledger }) => into.passOver(`${path}/${ledger}`, LEDGER_INSIDE)),
        });
      },
    );

  const readNested = async (store: Store, pack: Entry, { member, kind }: NestedMember, into: Listing): Promise<void> => {
    const path = `${pack.path}/${member.path}`;
    const { bytesHash: digest } = member;
    if (!isSha256Digest(digest)) return into.unread(path, 'the manifest names no SHA-256');
    try {
      const known =
        documents.get(`${kind} ${digest}`) ??
        (await fetched(store, digest, async (file) => {
          const described = await (await kindOps(kind)).describe({ given: path, path: file }, asked);
          return { id: described.id, created: described.created, members: described.memberCount, searched: into.packed(described.members) };
        }));
      documents.set(`${kind} ${digest}`, known);
      into.add({ path, kind, digest, tags: [], note: null, within: pack.path, ...known }, blobAccess(withStore, digest, member));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      into.unread(path, error.message);
    }
  };

  return {
    read: (into) =>
      withStore(async (store, packId) => {
        const ids = packId === null ? await store.list() : [packId];
        const tags = await readTags(store);
        for (const { tag, error } of tags.broken) into.unread(`${shown} tag ${tag}`, error);
        if (tags.unread > 0) into.unread(shown, `${tags.unread} tags were not read: there are too many`);
        await readPacks(store, ids, into);
        const there = new Set(ids);
        for (const id of packs.keys()) if (!there.has(id)) packs.delete(id);
        for (const [id, { entry, nested }] of packs) {
          into.add({ ...entry, tags: tags.of.get(id) ?? [] }, packInStore(withStore, id, entry.path));
          for (const item of nested) await readNested(store, entry, item, into);
        }
        if ((await store.documents.list('ledgers')).length > 0)
          into.passOver(shown, 'ledgers in the store, not searched; custody witness pull fetches them');
      }),
    close: () => {},
  };
}

/** A copy of a blob, verified as it arrives; it is removed at the end. Throws `Refusal`. */
async function fetched<T>(store: Store, digest: Digest, use: (file: string) => Promise<T>): Promise<T> {
  const size = (await store.sizes())(digest) ?? 0;
  if (size > MAX_DOCUMENT) throw tooLong(digest, size);
  return inScratch(async (folder) => {
    const file = join(folder, 'blob');
    await store.fetch([{ digest, file }], () => undefined);
    return use(file);
  });
}

async function inScratch<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'custody-serve-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function tooLong(path: string, bytes: number): Refusal {
  return new Refusal('E_IO', `${path} has ${bytes} bytes, too many to be opened here: use custody verify or pack diff`, { path, bytes });
}

function blobAccess(withStore: WithStore, digest: Digest, { path }: PackMember): Access {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return {
    files: () => copies(withStore, async () => [{ digest, inPage: name }]),
    document: (use) => withStore((store) => fetched(store, digest, async (file) => use(file))),
  };
}

function packInStore(withStore: WithStore, id: Digest, path: string): Access {
  const manifestOf = async (store: Store): Promise<ReadManifest> => {
    const manifest = await storedManifest(store, id, MAX_MANIFEST_LENGTH);
    if (typeof manifest === 'string') throw new Refusal('E_IO', manifest, { path });
    return manifest;
  };
  return {
    pack: {
      manifest: () => withStore(manifestOf),
      within: (members, use) =>
        withStore((store) =>
          inScratch(async (folder) => {
            writeFileSync(join(folder, MANIFEST_NAME), canonicalManifest(await manifestOf(store)));
            const files = members.map((member) => ({ digest: member.bytesHash as Digest, file: join(folder, member.path) }));
            for (const { file } of files) makeFolders(dirname(file));
            await fetchFew(store, files, path);
            return use({ given: path, place: openPlace(path, folder, undefined, 'sha256') });
          }),
        ),
    },
    files: () =>
      copies(withStore, async (store) => {
        const manifest = await manifestOf(store);
        const members = manifest.members.map((member) => ({ digest: member.bytesHash as Digest, inPage: `pack/${member.path}` }));
        return [{ bytes: canonicalManifest(manifest), inPage: `pack/${MANIFEST_NAME}` }, ...members];
      }),
  };
}

async function fetchFew(store: Store, files: readonly WantedFile[], path: string): Promise<void> {
  const sizeOf = await store.sizes();
  const bytes = files.reduce((sum, { digest }) => sum + (sizeOf(digest) ?? 0), 0);
  if (bytes > MAX_OPENED || files.length > MAX_FILES) throw tooLong(path, bytes);
  await store.fetch(files, () => undefined);
}

type WantedCopy = { readonly inPage: string } & ({ readonly digest: Digest } | { readonly bytes: Uint8Array });

/** Copies for the page; they are removed when they are closed. What is missing in the store is left out, and named. */
async function copies(withStore: WithStore, wantedIn: (store: Store) => Promise<readonly WantedCopy[]>) {
  const folder = mkdtempSync(join(tmpdir(), 'custody-serve-'));
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  const files: ServedFile[] = [];
  const leftOut: PassedOver[] = [];
  const add = (inPage: string, size: number, file: string): void =>
    void files.push({ path: inPage, size, open: () => openRegularFile(file, { follow: false }) });
  try {
    await withStore(async (store) => {
      const sizeOf = await store.sizes();
      let rest = MAX_OPENED;
      for (const wanted of await wantedIn(store)) {
        const file = join(folder, String(files.length));
        if ('bytes' in wanted) {
          writeFileSync(file, wanted.bytes);
          add(wanted.inPage, wanted.bytes.length, file);
          continue;
        }
        if ((sizeOf(wanted.digest) ?? 0) > rest || files.length >= MAX_FILES) {
          leftOut.push({ path: wanted.inPage, reason: 'too much for a browser' });
          continue;
        }
        try {
          await store.fetch([{ digest: wanted.digest, file }], (_, size) => {
            rest -= size;
            add(wanted.inPage, size, file);
          });
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          leftOut.push({ path: wanted.inPage, reason: error.message });
        }
      }
    });
    return { files, leftOut, close };
  } catch (error) {
    close();
    throw error;
  }
}
