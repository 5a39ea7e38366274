/**
 * `pack store repair`: writes again what `verify` finds damaged or missing, from packs that have it. Each file is hashed while it is
 * copied, and the store is read again afterwards. Sound blobs are not touched. A replaced blob is kept if the store can keep it.
 *
 *     await repairStore({ store, from: [{ given: 'evidence/december', path: '/data/evidence/december' }] })
 */
import type { Digest } from '#core/digest';
import { Refusal } from '#core/refusal';
import { statIfThere } from '#disk/path/stat-if-there';
import { newHasher } from '#hashing/hashers';
import type { BlobFile, Store } from '#store/store';
import { heapLimit } from '#threads/heap-limit';
import { canonicalManifest, computedPackId, type ReadManifest, readManifest } from '../../read.ts';
import { readManifestFile } from '../folder/manifest.ts';
import { readOwnSeals } from '../seals/beside.ts';
import { DAMAGED_SEAL } from '../seals/stored.ts';
import { type SealsVerdict, type StoreCheck, type StoreVerdict, verifyStore } from './verify.ts';

export interface StoreRepair extends StoreCheck {
  /** The folders of packs. */
  readonly from: readonly { readonly given: string; readonly path: string }[];
}

export interface RepairVerdict {
  readonly outcome: 'STORE_OK' | 'STORE_REPAIRED' | 'STORE_DAMAGED';
  readonly before: StoreVerdict;
  readonly repairedBlobs: readonly Digest[];
  readonly repairedManifests: readonly Digest[];
  readonly repairedSeals: readonly string[];
  /** The problems that remain. */
  readonly after: StoreVerdict;
}

interface Source {
  readonly manifest: ReadManifest;
  readonly given: string;
  readonly path: string;
}

export async function repairStore({ store, from, watch }: StoreRepair): Promise<RepairVerdict> {
  const sources = from.map(({ given, path }) => ({ given, path, manifest: readManifest(readManifestFile(given, path), given, heapLimit) }));
  const before = await verifyStore({ store, watch });
  if (before.outcome === 'STORE_OK')
    return { outcome: 'STORE_OK', before, repairedBlobs: [], repairedManifests: [], repairedSeals: [], after: before };
  for (const { packId } of before.badManifests) await rewriteManifest(store, packId, sources);
  // A manifest that was repaired may name blobs that were not checked before.
  const known = before.badManifests.length === 0 ? before : await verifyStore({ store, watch });
  for (const { digest } of [...known.damaged, ...known.missing]) await rewriteBlob(store, digest, sources);
  await rewriteSeals(store, known.seals.bad, sources);
  const after = await verifyStore({ store, watch });
  // The same seal may lie beside two packs, and be over one of them.
  const nameOf = ({ packId, seal }: SealsVerdict['bad'][number]): string => `${packId} ${seal}`;
  const stillBadSeals = new Set(after.seals.bad.map(nameOf));
  const stillBad = new Set([...after.damaged, ...after.missing].map(({ digest }) => digest));
  const stillUnread = new Set(after.badManifests.map(({ packId }) => packId));
  return {
    outcome: after.outcome === 'STORE_OK' ? 'STORE_REPAIRED' : 'STORE_DAMAGED',
    before,
    repairedBlobs: [...known.damaged, ...known.missing].map(({ digest }) => digest).filter((digest) => !stillBad.has(digest)),
    repairedManifests: before.badManifests.map(({ packId }) => packId).filter((packId) => !stillUnread.has(packId)),
    repairedSeals: known.seals.bad.filter((seal) => !stillBadSeals.has(nameOf(seal))).map(({ seal }) => seal),
    after,
  };
}

/** Uses the first file that has the right bytes and skips files that do not. */
async function rewriteBlob(store: Store, digest: Digest, sources: readonly Source[]): Promise<void> {
  for (const file of filesOf(digest, sources)) {
    try {
      return await store.send([{ ...file, replaces: true }], () => {});
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'E_BAD_PACK') throw error;
    }
  }
}

function filesOf(digest: Digest, sources: readonly Source[]): readonly BlobFile[] {
  return sources.flatMap(({ manifest, path }) =>
    manifest.members.flatMap((member) => {
      const file = `${path}/${member.path}`;
      const size = member.bytesHash === digest ? statIfThere(file)?.size : undefined;
      return size === undefined ? [] : [{ digest, size, file }];
    }),
  );
}

/** Only what is no longer what it was: a seal that was stored as it is, and is not good, is not made good by a repair. */
async function rewriteSeals(store: Store, bad: SealsVerdict['bad'], sources: readonly Source[]): Promise<void> {
  const damaged = bad.filter(({ code }) => code === DAMAGED_SEAL);
  for (const packId of new Set(damaged.map((seal) => seal.packId))) {
    const names = new Set(damaged.filter((seal) => seal.packId === packId).map(({ seal }) => seal));
    const seals = sources
      .filter(({ manifest }) => manifest.packId === packId)
      .flatMap((source) => readOwnSeals(source, { packId, manifest: canonicalManifest(source.manifest) }).good)
      // In a registry the damage may be that of the image around the seal, which has a digest of its own.
      .filter(({ digest }) => names.has(digest) || store.imageDigest !== undefined);
    try {
      if (seals.length > 0) await store.seals.add(packId, seals, { replaces: true });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'E_BAD_PACK') throw error;
    }
  }
}

async function rewriteManifest(store: Store, packId: Digest, sources: readonly Source[]): Promise<void> {
  const source = sources.find(({ manifest }) => manifest.packId === packId && computedPackId(manifest, newHasher) === packId);
  if (source === undefined) return;
  const { manifest, path } = source;
  const blobs = manifest.members.map((member) => {
    const size = statIfThere(`${path}/${member.path}`)?.size ?? 0;
    return { path: member.path, digest: member.bytesHash as Digest, size };
  });
  try {
    await store.publish({ packId, manifest: canonicalManifest(manifest), blobs, replaces: true });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'E_BAD_PACK') throw error;
  }
}
