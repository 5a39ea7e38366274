/**
 * `pack store gc`: the blobs that no manifest names, and with `remove` their removal. Younger ones than the grace period stay: a push that has
 * sent them may be about to name them.
 *
 *     await collectGarbage({ store, graceMs: 14 * DAY, now: Date.now(), remove: true })
 *
 * Safe while others push. A blob is first taken out of sight; then the manifests are read again, and what one of them names by now is put back;
 * only then the rest is gone. A push on its side looks again, after its manifest is visible, whether every blob that it had found is still there,
 * and sends what is not. Either the manifest was there when it was read again, or the push looks after the blob was taken away.
 */
import type { Digest } from '#core/digest';
import { Refusal } from '#core/refusal';
import type { Care, Store, StoredBlob } from '#store/store';
import { readNeeds } from './verify.ts';

export interface Collection {
  readonly store: Store;
  readonly graceMs: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly remove: boolean;
}

export interface Collected {
  /** What no manifest names, and is older than the grace period. */
  readonly unreferenced: readonly StoredBlob[];
  /** What no manifest names either, and is younger. */
  readonly young: readonly StoredBlob[];
  readonly removed: readonly Digest[];
  /** What a manifest came to name meanwhile. */
  readonly kept: readonly Digest[];
}

export async function collectGarbage({ store, graceMs, now, remove }: Collection): Promise<Collected> {
  const { care } = store;
  if (care === undefined) throw notCollected(store.url);
  const needed = await needsOf(store);
  const loose = (await care.blobs()).filter(({ digest }) => !needed.has(digest));
  const isYoung = ({ since }: StoredBlob): boolean => now - since < graceMs;
  const unreferenced = loose.filter((blob) => !isYoung(blob));
  const young = loose.filter(isYoung);
  if (!remove) return { unreferenced, young, removed: [], kept: [] };
  const kept = await removeUnneeded(store, care, unreferenced);
  return { unreferenced, young, kept, removed: unreferenced.map(({ digest }) => digest).filter((digest) => !kept.includes(digest)) };
}

/** Also what a run that was killed had taken out of sight. */
async function removeUnneeded(store: Store, care: Care, blobs: readonly StoredBlob[]): Promise<readonly Digest[]> {
  await care.setAside(blobs.map(({ digest }) => digest));
  // In this order: of what another run takes out of sight from now on, these manifests say nothing.
  const aside = (await care.removed()).map(({ digest }) => digest);
  const needed = await needsOf(store);
  const kept = aside.filter((digest) => needed.has(digest));
  await care.putBack(kept);
  await care.purge(aside.filter((digest) => !needed.has(digest)));
  return kept;
}

/** What a manifest that cannot be read names is not known: nothing is removed then. */
async function needsOf(store: Store): Promise<ReadonlyMap<Digest, readonly Digest[]>> {
  const { needed, badManifests } = await readNeeds(store);
  const [first] = badManifests;
  if (first === undefined) return needed;
  const message = `the store ${store.url} has a manifest that cannot be read, so what it names is not known: ${first.packId}`;
  throw new Refusal('E_BAD_PACK', message, { store: store.url, pack_id: first.packId, error: first.error });
}

function notCollected(store: string): Refusal {
  const message = `the store ${store} cannot tell which blobs it holds: a registry removes by itself what no manifest names, and its protocol lists no blobs`;
  return new Refusal('E_UNSUPPORTED', message, { store });
}
