/** What a store of packs says, or one pack in it. A connection is opened only for a URL that the user gave. */
import { homedir } from 'node:os';
import { formatBytes } from '#core/bytes/size';
import { type Digest, isSha256Digest } from '#core/digest';
import { shellQuote } from '#core/shell-words';
import { joinPath } from '#disk/path/join-path';
import { sha256Hex } from '#hashing/hashers';
import { MAX_MANIFEST_LENGTH } from '#pack/document';
import { type DescribedPack, describePacks } from '#pack/ops/store/list';
import { readNeeds } from '#pack/ops/store/verify';
import { readManifest } from '#pack/read';
import { openStore } from '#store/open-store';
import type { Store } from '#store/store';
import { heapLimit } from '#threads/heap-limit';
import { about, aboutPack, detail, type Fact } from '../../about.ts';
import { counted, type Place } from '../../contract.ts';
import type { Told } from '../../show.ts';
import type { Asked } from '../asked.ts';

export async function tellStore({ path }: Place, { env, cwd, threads, plainHttp, caFile }: Asked): Promise<Told> {
  const at = path.lastIndexOf('@');
  const id = path.slice(at + 1);
  const packId = at > 0 && isSha256Digest(id) ? id : null;
  const place = packId === null ? path : path.slice(0, at);
  // A folder that is a store is given by its path.
  const url = /^[A-Za-z][A-Za-z0-9+.-]*:/.test(place) ? place : `file:${place}`;
  const store = await openStore(url, {
    env,
    resolve: (name) => joinPath(cwd, name),
    home: env['HOME'] ?? homedir(),
    jobs: threads,
    plainHttp,
    caFile,
    disk: { threads, sync: false },
    command: (other) => `custody show ${shellQuote(other)}`,
  });
  try {
    return packId === null ? await tellAll(store) : await tellOne(store, packId);
  } finally {
    store.close();
  }
}

async function tellAll(store: Store): Promise<Told> {
  const { needed } = await readNeeds(store);
  const { packs } = await describePacks(store);
  const sizeOf = await store.sizes();
  const members = [...needed.keys()].map((blob) => ({ path: blob, digest: blob, size: sizeOf(blob) ?? null }));
  return { id: null, digest: null, members, about: about({ details: detail('packs', packs.map(packFact)) }) };
}

async function tellOne(store: Store, packId: Digest): Promise<Told> {
  const bytes = await store.manifest(packId, MAX_MANIFEST_LENGTH);
  const manifest = readManifest(bytes, packId, heapLimit);
  const sizeOf = await store.sizes();
  const members = manifest.members.map(({ path, bytesHash, type }) => {
    return { path, digest: bytesHash, size: sizeOf(bytesHash as Digest) ?? null, type };
  });
  return { id: packId, digest: `sha256:${sha256Hex(bytes)}`, members, about: aboutPack(manifest, []) };
}

function packFact({ packId, created, note, memberCount, bytes, error, tags }: DescribedPack): Fact {
  if (error !== null) return { name: packId, value: `cannot be read: ${error}` };
  const size = bytes === null ? null : formatBytes(bytes);
  const parts = [created, memberCount === null ? null : counted(memberCount, 'member'), size, ...tags, note];
  return { name: packId, value: parts.filter((part) => part !== null).join(', ') };
}
