/**
 * Judges a store of packs, or one pack in it. This is the only kind that may open a connection, and only for a URL that the user gave.
 *
 *     oci://registry.example.org/evidence                  every pack, every blob
 *     file:/srv/evidence@sha256:9a0b…                      one pack
 */
import { homedir } from 'node:os';
import { type Digest, isSha256Digest } from '#core/digest';
import { shellQuote } from '#core/shell-words';
import { joinPath } from '#disk/path/join-path';
import { sha256Hex } from '#hashing/hashers';
import { MAX_MANIFEST_LENGTH } from '#pack/document';
import { storeReport } from '#pack/ops/store/report';
import { readNeeds, verifyStore } from '#pack/ops/store/verify';
import { readManifest } from '#pack/read';
import { openStore } from '#store/open-store';
import type { Store } from '#store/store';
import type { Described, Place } from '../contract.ts';
import { storeVerdict } from '../store.ts';
import type { Verdict } from '../verdict.ts';
import type { Asked } from './asked.ts';

interface OpenedStore {
  readonly store: Store;
  readonly packId: Digest | null;
  /** Of the manifest of that pack, after it was read. */
  digest(): string | null;
}

export async function judge(place: Place, asked: Asked): Promise<Verdict> {
  return withStore(place, asked, async ({ store, packId, digest }) => {
    const own = await verifyStore({ store, ...(asked.watch === undefined ? {} : { watch: asked.watch }) });
    return storeVerdict({ given: place.given, packId, digest: digest(), report: storeReport(store.url, own) }, own);
  });
}

export async function describe(place: Place, asked: Asked): Promise<Described> {
  return withStore(place, asked, async ({ store, packId, digest }) => {
    if (packId === null) {
      const { needed } = await readNeeds(store);
      const members = [...needed.keys()].map((blob) => ({ path: blob, digest: blob, size: null }));
      return { id: null, digest: null, created: null, memberCount: members.length, members };
    }
    const { members, created } = readManifest(await store.manifest(packId, MAX_MANIFEST_LENGTH), packId);
    const listed = members.map(({ path, bytesHash }) => ({ path, digest: bytesHash, size: null }));
    return { id: packId, digest: digest(), created, memberCount: listed.length, members: listed };
  });
}

async function withStore<T>(place: Place, asked: Asked, act: (opened: OpenedStore) => Promise<T>): Promise<T> {
  return withNamedStore(place, asked, 'verify', (store, packId) =>
    act(packId === null ? { store, packId, digest: () => null } : onePack(store, packId)),
  );
}

/** Opens the store that `place` names; `packId` is the pack that is meant, or null for all. */
export async function withNamedStore<T>(
  { path }: Place,
  { env, cwd, threads, plainHttp, caFile }: Asked,
  word: 'verify' | 'show' | 'why',
  act: (store: Store, packId: Digest | null) => Promise<T>,
): Promise<T> {
  const { url, packId } = splitUrl(path);
  const store = await openStore(url, {
    env,
    resolve: (name) => joinPath(cwd, name),
    home: env['HOME'] ?? homedir(),
    jobs: threads,
    plainHttp,
    caFile,
    disk: { threads, sync: false },
    command: (other) => `custody ${word} ${shellQuote(other)}`,
  });
  try {
    return await act(store, packId);
  } finally {
    store.close();
  }
}

/** The store as if it had only this pack. */
function onePack(store: Store, packId: Digest): OpenedStore {
  let digest: string | null = null;
  const { maintenance: _, ...rest } = store;
  const narrowed: Store = {
    ...rest,
    list: async () => [packId],
    async manifest(id, limit) {
      const bytes = await store.manifest(id, limit);
      digest = `sha256:${sha256Hex(bytes)}`;
      return bytes;
    },
  };
  return { store: narrowed, packId, digest: () => digest };
}

/** A folder that is a store is given by its path. */
function splitUrl(path: string): { readonly url: string; readonly packId: Digest | null } {
  const at = path.lastIndexOf('@');
  const id = path.slice(at + 1);
  const isOne = at > 0 && isSha256Digest(id);
  const url = isOne ? path.slice(0, at) : path;
  return { url: /^[A-Za-z][A-Za-z0-9+.-]*:/.test(url) ? url : `file:${url}`, packId: isOne ? id : null };
}
