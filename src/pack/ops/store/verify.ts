/**
 * `pack store verify`: reads and hashes every manifest and every blob of a store. A pack is sound if its manifest has the pack's id and
 * every blob that it names is there with the right hash. Blobs that no manifest names are counted, but they are not a problem. Seals are
 * judged: one that is damaged, or not over its pack, is a problem.
 *
 *     await verifyStore({ store })
 *       { outcome: 'STORE_DAMAGED', packs: […], badManifests: [], damaged: [{ digest: 'sha256:…', found: 'sha256:…' }], missing: [], … }
 */

import { compareUtf8 } from '#core/bytes/order';
import type { Digest } from '#core/digest';
import { SEAL_LIMITS } from '#store/seals';
import type { Store } from '#store/store';
import { canonicalManifest } from '../../read.ts';
import { emptyStore } from '../../refusals.ts';
import type { BadSeal } from '../seals/judge.ts';
import { readStoredSeals } from '../seals/stored.ts';
import type { PackCheck } from '../verify.ts';
import { type BadManifest, readNeeds } from './needs.ts';

export interface StoreCheck extends Pick<PackCheck, 'watch'> {
  readonly store: Store;
}

export interface BadBlob {
  readonly digest: Digest;
  /** What was found instead, or null if nothing is there. */
  readonly found: string | null;
  /** The packs that name the blob, in byte order. */
  readonly packs: readonly Digest[];
}

export interface StoreVerdict {
  readonly outcome: 'STORE_OK' | 'STORE_DAMAGED';
  readonly packs: number;
  readonly badManifests: readonly BadManifest[];
  /** Blobs that were read and have the right hash. */
  readonly sound: { readonly blobs: number; readonly bytes: number };
  readonly damaged: readonly BadBlob[];
  readonly missing: readonly BadBlob[];
  /** Sound blobs that no manifest names; null if the store cannot list its blobs. */
  readonly unreferenced: { readonly blobs: number; readonly bytes: number } | null;
  /** Files that packs refer to and that are kept in other stores; they were not read. */
  readonly elsewhere: number;
  readonly seals: SealsVerdict;
}

/** The seals of all packs. A good one is by an unknown key: who is trusted is not asked here. */
export interface SealsVerdict {
  readonly good: number;
  /** In byte order of the packs, then of the seals. */
  readonly bad: readonly (BadSeal & { readonly packId: Digest })[];
  readonly unread: number;
  /** Packs whose seals could not be read, with the reason. */
  readonly unknown: readonly { readonly packId: Digest; readonly error: string }[];
}

/** Throws `Refusal`, also for a store without a pack in which nothing is damaged. */
export async function verifyStore({ store, watch }: StoreCheck): Promise<StoreVerdict> {
  const seals = { good: 0, bad: [] as SealsVerdict['bad'][number][], unread: 0, unknown: [] as SealsVerdict['unknown'][number][] };
  let known: ReturnType<Store['seals']['known']> | undefined;
  const {
    packs,
    badManifests,
    needed: named,
    elsewhere,
  } = await readNeeds(store, async (packId, manifest) => {
    known ??= store.seals.known();
    if (!(await known)(packId)) return;
    const pack = { given: packId, packId, manifest: canonicalManifest(manifest) };
    const { good, bad, unread, error } = await readStoredSeals(store, pack, SEAL_LIMITS);
    seals.good += good.length;
    seals.unread += unread;
    seals.bad.push(...bad.map((seal) => ({ ...seal, packId })));
    if (error !== null) seals.unknown.push({ packId, error });
  });
  const there = await store.maintenance?.blobs();
  const kept = (there ?? []).filter(({ digest }) => elsewhere.has(digest) && !named.has(digest));
  const needed = new Map([...named, ...kept.map(({ digest }) => [digest, elsewhere.get(digest) ?? []] as const)]);
  const extra = there?.filter(({ digest }) => !needed.has(digest)) ?? [];
  const asked = [...new Set([...needed.keys(), ...extra.map(({ digest }) => digest)])].sort(compareUtf8);
  const isExtra = new Set(extra.map(({ digest }) => digest));
  const sound = { blobs: 0, bytes: 0 };
  const unreferenced = { blobs: 0, bytes: 0 };
  const damaged: BadBlob[] = [];
  const missing: BadBlob[] = [];
  const progress = watch?.(asked.length, () => null);
  try {
    await store.read(asked, (digest, answer) => {
      progress?.advance(1);
      const bad = { digest, packs: needed.get(digest) ?? [] };
      if (answer.kind === 'damaged') damaged.push({ ...bad, found: answer.found });
      // A blob that no manifest names may be removed while the store is read.
      else if (answer.kind === 'missing') missing.push(...(isExtra.has(digest) ? [] : [{ ...bad, found: null }]));
      else for (const tally of isExtra.has(digest) ? [sound, unreferenced] : [sound]) count(tally, answer.size);
    });
  } finally {
    progress?.done();
  }
  const isWhole = badManifests.length + damaged.length + missing.length + seals.bad.length === 0;
  if (packs === 0 && isWhole) throw emptyStore(store.url);
  return {
    outcome: isWhole ? 'STORE_OK' : 'STORE_DAMAGED',
    packs,
    badManifests,
    sound,
    damaged: damaged.sort(byDigest),
    missing: missing.sort(byDigest),
    unreferenced: there === undefined ? null : unreferenced,
    elsewhere: [...elsewhere.keys()].filter((digest) => !needed.has(digest)).length,
    seals: {
      ...seals,
      bad: seals.bad.sort((a, b) => compareUtf8(a.packId, b.packId) || compareUtf8(a.seal, b.seal)),
      unknown: seals.unknown.sort((a, b) => compareUtf8(a.packId, b.packId)),
    },
  };
}

function count(tally: { blobs: number; bytes: number }, size: number): void {
  tally.blobs++;
  tally.bytes += size;
}

function byDigest(a: BadBlob, b: BadBlob): number {
  return compareUtf8(a.digest, b.digest);
}
