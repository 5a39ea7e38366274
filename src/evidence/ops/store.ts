/**
 * Judges a store of packs, or one pack in it. This is the only kind that may open a connection, and only for a URL that the user gave.
 *
 *     oci://registry.example.org/evidence                  every pack, every blob
 *     file:/srv/evidence@sha256:9a0b…                      one pack, by its id
 *     s3://evidence/packs@2025-12                          one pack, by its tag
 */
import { homedir } from 'node:os';
import { type Digest, isSha256Digest } from '#core/digest';
import { Refusal } from '#core/refusal';
import { shellPath, shellQuote } from '#core/shell-words';
import { joinPath } from '#disk/path/join-path';
import { statIfThere } from '#disk/path/stat-if-there';
import { sha256Hex } from '#hashing/hashers';
import { MAX_MANIFEST_LENGTH } from '#pack/document';
import { readStoredSeals } from '#pack/ops/seals/stored';
import { readNeeds } from '#pack/ops/store/needs';
import { storeReport } from '#pack/ops/store/report';
import { packNamed } from '#pack/ops/store/tags';
import { verifyStore } from '#pack/ops/store/verify';
import { canonicalManifest, readManifest } from '#pack/read';
import { isTag } from '#pack/tag';
import { parseFileUrl } from '#store/folder/url';
import { openStore } from '#store/open-store';
import { SEAL_LIMITS } from '#store/seals';
import type { Store } from '#store/store';
import { heapLimit } from '#threads/heap-limit';
import type { Described, Place } from '../contract.ts';
import { storeVerdict } from '../store.ts';
import type { Verdict } from '../verdict.ts';
import type { Asked } from './asked.ts';
import { isStoreUrl } from './store-url.ts';

interface OpenedStore {
  readonly store: Store;
  readonly packId: Digest | null;
  /** The manifest of that pack, or null. */
  readonly manifest: Uint8Array | null;
}

export async function judge(place: Place, asked: Asked): Promise<Verdict> {
  return withStore(place, asked, async ({ store, packId, manifest }) => {
    // The seals of one pack are judged by what the caller trusts, those of all packs by themselves.
    const read = packId === null ? store : { ...store, seals: { ...store.seals, known: async () => () => false } };
    const own = await verifyStore({ store: read, ...(asked.watch === undefined ? {} : { watch: asked.watch }) });
    const next = commandOn(store, asked);
    const digest = digestOf(manifest);
    const verdict = storeVerdict({ given: place.given, packId, digest, report: storeReport(store.url, own), next }, own);
    if (packId === null || manifest === null) return verdict;
    const pack = { given: place.given, packId, manifest: canonicalOr(manifest, packId) };
    const { withCarriedSeals } = await import('./signatures.ts');
    return withCarriedSeals(verdict, asked, (keys) => readStoredSeals(store, pack, SEAL_LIMITS, keys));
  });
}

function digestOf(manifest: Uint8Array | null): string | null {
  return manifest === null ? null : `sha256:${sha256Hex(manifest)}`;
}

/** A pull writes the canonical form, and that is what seals are over. A manifest that is none has failed already. */
function canonicalOr(manifest: Uint8Array, packId: Digest): Uint8Array {
  try {
    return canonicalManifest(readManifest(manifest, packId, heapLimit));
  } catch (error) {
    if (error instanceof Refusal) return manifest;
    throw error;
  }
}

export async function describe(place: Place, asked: Asked): Promise<Described> {
  return withStore(place, asked, async ({ store, packId, manifest }) => {
    if (packId === null) {
      const { needed } = await readNeeds(store);
      const members = [...needed.keys()].map((blob) => ({ path: blob, digest: blob, size: null }));
      return { id: null, digest: null, created: null, memberCount: members.length, members };
    }
    const { members, created } = readManifest(await store.manifest(packId, MAX_MANIFEST_LENGTH), packId);
    const listed = members.map(({ path, bytesHash }) => ({ path, digest: bytesHash, size: null }));
    return { id: packId, digest: digestOf(manifest), created, memberCount: listed.length, members: listed };
  });
}

async function withStore<T>(place: Place, asked: Asked, act: (opened: OpenedStore) => Promise<T>): Promise<T> {
  return withNamedStore(place, asked, 'verify', async (store, packId) =>
    act(packId === null ? { store, packId, manifest: null } : await onePack(store, packId)),
  );
}

/** Opens the store that `place` names; `packId` is the pack that is meant, or null for all. */
export async function withNamedStore<T>(
  { path }: Place,
  { env, cwd, threads, plainHttp, caFile }: Asked,
  word: 'verify' | 'show' | 'why' | 'serve',
  act: (store: Store, packId: Digest | null) => Promise<T>,
): Promise<T> {
  const resolve = (name: string): string => joinPath(cwd, name);
  const { url, name } = splitUrl(path, resolve);
  const store = await openStore(url, {
    env,
    resolve,
    home: env['HOME'] ?? homedir(),
    jobs: threads,
    plainHttp,
    caFile,
    disk: { threads, sync: false },
    command: (other) => `custody ${word} ${shellQuote(other)}`,
  });
  try {
    return await act(store, name === null ? null : await packNamed(store, name, { plainHttp }));
  } finally {
    store.close();
  }
}

/** The store as if it had only this pack. A pack that is not there is refused; a wrong manifest is a finding. */
async function onePack(store: Store, packId: Digest): Promise<OpenedStore> {
  const { maintenance: _, ...rest } = store;
  const asked = store.manifest(packId, MAX_MANIFEST_LENGTH);
  const bytes = await asked.catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'E_BAD_PACK') return null;
    throw error;
  });
  return { store: { ...rest, list: async () => [packId], manifest: () => asked }, packId, manifest: bytes };
}

/** A command over plain HTTP is never proposed. */
function commandOn({ url }: Store, { plainHttp, caFile }: Asked): string | null {
  return plainHttp ? null : `pack store verify ${shellQuote(url)}${caFile === undefined ? '' : ` --ca-file ${shellPath(caFile)}`}`;
}

/**
 * A folder that is a store is given by its path. The name after the last `@` is a pack_id, or a tag if it comes after the host; a folder
 * that has such a name itself is meant first.
 */
function splitUrl(path: string, resolve: (path: string) => string): { readonly url: string; readonly name: string | null } {
  if (!isStoreUrl(path)) return { url: `file:${path}`, name: null };
  const at = path.lastIndexOf('@');
  const [url, name] = [path.slice(0, at), path.slice(at + 1)];
  const isTagged = isTag(name) && /^(?:file:|[a-z0-9]+:\/\/[^/]+\/)/i.test(url) && !isFolder(path, resolve);
  return at > 0 && (isSha256Digest(name) || isTagged) ? { url, name } : { url: path, name: null };
}

function isFolder(url: string, resolve: (path: string) => string): boolean {
  return /^file:/i.test(url) && statIfThere(parseFileUrl(url, resolve)) !== undefined;
}
