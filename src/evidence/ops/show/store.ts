/** What a store of packs says, or one pack in it. A connection is opened only for a URL that the user gave. */

import { formatBytes } from '#core/bytes/size';
import { counted } from '#core/count-text';
import type { Digest } from '#core/digest';
import { sha256Hex } from '#hashing/hashers';
import { MAX_MANIFEST_LENGTH } from '#pack/document';
import { readStoredSeals } from '#pack/ops/seals/stored';
import { type DescribedPack, describePacks } from '#pack/ops/store/list';
import { readNeeds } from '#pack/ops/store/needs';
import { canonicalManifest, readManifest } from '#pack/read';
import type { JudgedSignature } from '#sign/judged';
import type { Store } from '#store/store';
import { heapLimit } from '#threads/heap-limit';
import { about, aboutPack, detail, type Fact } from '../../about.ts';
import type { Place } from '../../contract.ts';
import type { Stated } from '../../show.ts';
import type { Asked } from '../asked.ts';
import { withNamedStore } from '../store.ts';

export async function statedInStore(place: Place, asked: Asked): Promise<Stated> {
  return withNamedStore(place, asked, 'show', (store, packId) => (packId === null ? statedInAll(store) : statedInOne(store, packId)));
}

async function statedInAll(store: Store): Promise<Stated> {
  const { needed } = await readNeeds(store);
  const { packs } = await describePacks(store);
  const sizeOf = await store.sizes();
  const members = [...needed.keys()].map((blob) => ({ path: blob, digest: blob, size: sizeOf(blob) ?? null }));
  return { id: null, digest: null, members, about: about({ details: detail('packs', packs.map(packFact)) }) };
}

async function statedInOne(store: Store, packId: Digest): Promise<Stated> {
  const bytes = await store.manifest(packId, MAX_MANIFEST_LENGTH);
  const manifest = readManifest(bytes, packId, heapLimit);
  const sizeOf = await store.sizes();
  const members = manifest.members.map(({ path, bytesHash, type }) => {
    return { path, digest: bytesHash, size: sizeOf(bytesHash as Digest) ?? null, type };
  });
  const pack = { given: packId, packId, manifest: canonicalManifest(manifest) };
  const { judged, unread, error } = await readStoredSeals(store, pack, SEALS_TOLD);
  const more = [
    ...(unread === 0 ? [] : [{ name: 'not read', value: counted(unread, 'seal') }]),
    ...(error === null ? [] : [{ name: 'not read', value: error }]),
  ];
  const own = aboutPack(manifest, []);
  const seals = detail('seals, by unknown keys', [...judged.map(sealFact), ...more]);
  return { id: packId, digest: `sha256:${sha256Hex(bytes)}`, members, about: { ...own, details: [...own.details, ...seals] } };
}

/** Whose key it is, and whether the pack is what was signed, `custody verify` says. */
function sealFact({ path, state, signer, role, claimed_time, finding }: JudgedSignature): Fact {
  if (state === 'bad') return { name: path, value: `BAD: ${finding?.code ?? 'no seal'}` };
  const parts = [role === null ? null : `as ${role}`, `claimed ${claimed_time}`, `key ${signer?.fingerprint}`];
  return { name: path, value: parts.filter((part) => part !== null).join(', ') };
}

/** More than a person reads. */
const SEALS_TOLD = { count: 100, bytes: 1 << 22 };

function packFact({ packId, created, note, memberCount, bytes, error, tags, seals }: DescribedPack): Fact {
  if (error !== null) return { name: packId, value: `cannot be read: ${error}` };
  const size = bytes === null ? null : formatBytes(bytes);
  const parts = [
    created,
    memberCount === null ? null : counted(memberCount, 'member'),
    size,
    ...tags,
    seals === null ? null : counted(seals.signatures.length + seals.unread, 'seal'),
    note,
  ];
  return { name: packId, value: parts.filter((part) => part !== null).join(', ') };
}
