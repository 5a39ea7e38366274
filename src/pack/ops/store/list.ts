/**
 * `pack list`: lists the packs of a store with facts from their manifests, oldest first. Several manifests are read at a time. Their number
 * and length are limited, so that a listing stays fast.
 *
 *     (await describePacks(store)).packs[0]
 *       { packId: 'sha256:…', created: '2026-01-15T10:30:00Z', note: 'December', memberCount: 5, bytes: 81920, error: null, tags: ['2025-12'], seals: null }
 */

import { compareUtf8 } from '#core/bytes/order';
import type { Digest } from '#core/digest';
import type { JudgedSignature } from '#sign/judged';
import { eachOf } from '#store/parallel-store';
import type { SealLimits } from '#store/seals';
import type { Store } from '#store/store';
import { canonicalManifest, type ReadManifest } from '../../read.ts';
import { readStoredSeals } from '../seals/stored.ts';
import { storedManifest } from './stored-manifest.ts';
import { readTags, type Tags } from './tags.ts';

export interface DescribedPack {
  readonly packId: Digest;
  readonly created: string | null;
  readonly note: string | null;
  readonly memberCount: number | null;
  /** The size of all members together; null if the store does not know a size, or a member is missing. */
  readonly bytes: number | null;
  /** The reason why nothing is known about the pack, or null. */
  readonly error: string | null;
  /** In byte order. */
  readonly tags: readonly string[];
  /** What its seals say; null where it has none, or they were not looked at. */
  readonly seals: PackSigners | null;
}

/** Who signed a pack. Nobody is trusted: all keys are unknown here. */
export interface PackSigners {
  readonly signatures: readonly JudgedSignature[];
  /** The number of seals that were not read, because there are too many. */
  readonly unread: number;
  /** Why the seals could not be read, or null. */
  readonly error: string | null;
}

export interface Listing {
  /** In byte order. */
  readonly ids: readonly Digest[];
  /** Sorted by time, then by id. Packs without known facts come last. */
  readonly packs: readonly DescribedPack[];
  /** The number of packs that were not read because there are too many. */
  readonly unread: number;
  /** Tags that name no pack of the store or cannot be read, with the reason; in byte order. */
  readonly brokenTags: readonly { readonly tag: string; readonly error: string }[];
  /** The number of tags that were not read because there are too many. */
  readonly unreadTags: number;
}

const AT_ONCE = 8;
const MAX_DESCRIBED = 10_000;
/** Enough for some hundred thousand members. */
const MAX_READ_LENGTH = 1 << 24;
/** The seals of one pack that are read for a list. */
const SEALS_READ: SealLimits = { count: 20, bytes: 1 << 20 };

export async function describePacks(store: Store): Promise<Listing> {
  const ids = await store.list();
  const tags = await readTags(store);
  const asked = ids.slice(0, MAX_DESCRIBED);
  const found: { readonly packId: Digest; readonly manifest: ReadManifest | string }[] = [];
  await eachOf(
    asked,
    AT_ONCE,
    async (packId) => void found.push({ packId, manifest: await storedManifest(store, packId, MAX_READ_LENGTH) }),
  );
  const seals = await readSigners(store, found);
  const sizeOf = found.length === 0 ? () => undefined : await store.sizes();
  const packs = found.map(({ packId, manifest }) =>
    described(packId, manifest, { sizeOf, tags: tags.of.get(packId) ?? [], seals: seals.get(packId) ?? null }),
  );
  const brokenTags = [...tags.broken, ...danglingTags(tags, new Set(ids))].sort((a, b) => compareUtf8(a.tag, b.tag));
  return { ids, packs: packs.sort(byTime), unread: ids.length - asked.length, brokenTags, unreadTags: tags.unread };
}

/** Where the store can list which packs have seals, nothing is requested for the others. */
async function readSigners(
  store: Store,
  packs: readonly { readonly packId: Digest; readonly manifest: ReadManifest | string }[],
): Promise<ReadonlyMap<Digest, PackSigners>> {
  const signers = new Map<Digest, PackSigners>();
  if (packs.length === 0) return signers;
  const mayHave = await store.seals.known();
  await eachOf(packs, AT_ONCE, async ({ packId, manifest }) => {
    if (typeof manifest === 'string' || !mayHave(packId)) return;
    const pack = { given: packId, packId, manifest: canonicalManifest(manifest) };
    const { judged: signatures, unread, error } = await readStoredSeals(store, pack, SEALS_READ);
    if (signatures.length + unread > 0 || error !== null) signers.set(packId, { signatures, unread, error });
  });
  return signers;
}

function danglingTags({ of }: Tags, ids: ReadonlySet<Digest>): Listing['brokenTags'] {
  const dangling = [...of].filter(([packId]) => !ids.has(packId));
  return dangling.flatMap(([packId, tags]) => tags.map((tag) => ({ tag, error: `names ${packId}, which is not in the store` })));
}

interface Known {
  readonly sizeOf: (digest: Digest) => number | undefined;
  readonly tags: readonly string[];
  readonly seals: PackSigners | null;
}

function described(packId: Digest, manifest: ReadManifest | string, { sizeOf, tags, seals }: Known): DescribedPack {
  if (typeof manifest === 'string')
    return { packId, created: null, note: null, memberCount: null, bytes: null, error: manifest, tags, seals };
  const { created, note, members } = manifest;
  let bytes: number | null = 0;
  for (const { bytesHash } of members) {
    const size = sizeOf(bytesHash as Digest);
    bytes = bytes === null || size === undefined ? null : bytes + size;
  }
  return { packId, created, note, memberCount: members.length, bytes, error: null, tags, seals };
}

function byTime(a: DescribedPack, b: DescribedPack): number {
  if (a.created === null || b.created === null)
    return Number(a.created === null) - Number(b.created === null) || compareUtf8(a.packId, b.packId);
  return compareUtf8(a.created, b.created) || compareUtf8(a.packId, b.packId);
}
