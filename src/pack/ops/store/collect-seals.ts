/**
 * The part of `pack store gc` that concerns seals: those of packs that are not in the store are listed, and removed with `remove`. Seals of
 * existing packs are never touched.
 *
 * This is safe while others push, by the same order as for blobs: seals are set aside, then the packs are listed again, and seals whose pack
 * is there by now are put back. A push looks for the seals of its pack after its manifest is visible, and adds those that are gone.
 */
import type { Digest } from '#core/digest';
import type { ListedSeal, SealMaintenance, SealName } from '#store/seals';
import type { Collection } from './collect-garbage.ts';

export interface CollectedSeals {
  /** Older than the grace period. */
  readonly unreferenced: readonly ListedSeal[];
  readonly young: readonly ListedSeal[];
  readonly removed: readonly Digest[];
  /** Seals whose pack was published in the meantime. */
  readonly kept: readonly Digest[];
}

export async function collectSeals({ store, graceMs, now, remove }: Collection, seals: SealMaintenance): Promise<CollectedSeals> {
  // The order matters: the seals of a pack that is published between the two requests have a pack.
  const listed = await seals.list();
  const packs = new Set(await store.list());
  const loose = listed.filter(({ packId }) => !packs.has(packId));
  const isYoung = ({ since }: ListedSeal): boolean => now - since < graceMs;
  const [unreferenced, young] = [loose.filter((seal) => !isYoung(seal)), loose.filter(isYoung)];
  if (!remove) return { unreferenced, young, removed: [], kept: [] };
  const kept = await removeUnneeded(store, seals, unreferenced);
  const removed = unreferenced.filter(({ packId }) => !kept.some((seal) => seal.packId === packId));
  return { unreferenced, young, removed: digestsOf(removed), kept: digestsOf(kept) };
}

/** This includes seals that a killed run had set aside. */
async function removeUnneeded(
  store: Collection['store'],
  seals: SealMaintenance,
  loose: readonly ListedSeal[],
): Promise<readonly SealName[]> {
  await seals.setAside(loose);
  const aside = await seals.removed();
  const packs = new Set(await store.list());
  const kept = aside.filter(({ packId }) => packs.has(packId));
  await seals.putBack(kept);
  await seals.purge(aside.filter(({ packId }) => !packs.has(packId)));
  return kept;
}

function digestsOf(seals: readonly SealName[]): readonly Digest[] {
  return [...new Set(seals.map(({ digest }) => digest))];
}
