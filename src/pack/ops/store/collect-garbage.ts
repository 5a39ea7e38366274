/**
 * `pack store gc`: lists the blobs that no manifest names, and removes them with `remove`. Blobs that are younger than the grace period
 * stay: a push that has sent them may soon publish its manifest.
 *
 *     await collectGarbage({ store, graceMs: 14 * DAY, now: Date.now(), remove: true })
 *
 * This is safe while others push. A blob is first set aside, so that it is no longer visible. Then the manifests are read again, and blobs
 * that a manifest names by now are put back. Only then are the others deleted. A push checks, after its manifest is visible, that every
 * blob it relied on is still there, and sends the missing ones. So either the second reading sees the manifest, or the push sees that the
 * blob is gone.
 */
import type { Digest } from '#core/digest';
import { Refusal } from '#core/refusal';
import type { Maintenance, Store, StoredBlob } from '#store/store';
import { type CollectedSeals, collectSeals } from './collect-seals.ts';
import { readNeeds } from './needs.ts';

export interface Collection {
  readonly store: Store;
  readonly graceMs: number;
  /** In milliseconds since 1970. */
  readonly now: number;
  readonly remove: boolean;
}

export interface Collected {
  /** Blobs that no manifest names and that are older than the grace period. */
  readonly unreferenced: readonly StoredBlob[];
  /** Blobs that no manifest names and that are younger than the grace period. */
  readonly young: readonly StoredBlob[];
  readonly removed: readonly Digest[];
  /** Blobs that a manifest named in the meantime. */
  readonly kept: readonly Digest[];
  /** Seals of packs that are not in the store. */
  readonly seals: CollectedSeals;
}

export async function collectGarbage({ store, graceMs, now, remove }: Collection): Promise<Collected> {
  const { maintenance } = store;
  if (maintenance === undefined) throw notCollected(store.url);
  const needed = await needsOf(store);
  const loose = (await maintenance.blobs()).filter(({ digest }) => !needed.has(digest));
  const isYoung = ({ since }: StoredBlob): boolean => now - since < graceMs;
  const unreferenced = loose.filter((blob) => !isYoung(blob));
  const young = loose.filter(isYoung);
  const seals = await collectSeals({ store, graceMs, now, remove }, maintenance.seals);
  if (!remove) return { unreferenced, young, removed: [], kept: [], seals };
  const kept = await removeUnneeded(store, maintenance, unreferenced);
  return {
    unreferenced,
    young,
    kept,
    removed: unreferenced.map(({ digest }) => digest).filter((digest) => !kept.includes(digest)),
    seals,
  };
}

/** This includes blobs that a killed run had set aside. */
async function removeUnneeded(store: Store, maintenance: Maintenance, blobs: readonly StoredBlob[]): Promise<readonly Digest[]> {
  await maintenance.setAside(blobs.map(({ digest }) => digest));
  // The order matters: these manifests say nothing about blobs that another run sets aside later.
  const aside = (await maintenance.removed()).map(({ digest }) => digest);
  const needed = await needsOf(store);
  const kept = aside.filter((digest) => needed.has(digest));
  await maintenance.putBack(kept);
  await maintenance.purge(aside.filter((digest) => !needed.has(digest)));
  return kept;
}

/** If a manifest cannot be read, it is unknown which blobs it names. Then nothing is removed. */
async function needsOf(store: Store): Promise<ReadonlySet<Digest>> {
  const { needed, elsewhere, badManifests, unknown } = await readNeeds(store);
  const [first] = badManifests;
  const [reference] = unknown;
  if (reference !== undefined) throw unknownReference(store.url, reference);
  if (first === undefined) return new Set([...needed.keys(), ...elsewhere.keys()]);
  const message = `the store ${store.url} has a manifest that cannot be read, so what it names is not known: ${first.packId}`;
  throw new Refusal('E_BAD_PACK', message, { store: store.url, pack_id: first.packId, error: first.error });
}

function unknownReference(store: string, { digest, error }: { readonly digest: Digest; readonly error: string }): Refusal {
  const message = `the store ${store} has a reference that cannot be read, so the file that it stands for is not known: ${digest}`;
  return new Refusal('E_BAD_PACK', message, { store, digest, error });
}

function notCollected(store: string): Refusal {
  const message = `the store ${store} cannot list its blobs: the protocol of registries has no such request, and a registry itself removes what no manifest names`;
  return new Refusal('E_UNSUPPORTED', message, { store });
}
