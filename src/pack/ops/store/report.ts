/** The report of `pack store verify --json`, `pack.store-verify.v0`; other commands on a store use its fields. */
import type { JsonObject } from '#core/json/value';
import type { StoreVerdict } from './verify.ts';

/** `url` is the URL as the store displays it. */
export function storeReport(url: string, verdict: StoreVerdict): JsonObject {
  return { version: 'pack.store-verify.v0', outcome: verdict.outcome, store: url, ...storeVerdictFields(verdict) };
}

export function storeVerdictFields({ packs, badManifests, sound, damaged, missing, unreferenced, elsewhere }: StoreVerdict): JsonObject {
  return {
    packs: { checked: packs, bad_manifests: badManifests.map(({ packId, error }) => ({ pack_id: packId, error })) },
    blobs: {
      sound: { ...sound },
      damaged: damaged.map(({ digest, found, packs: named }) => ({ digest, found, packs: [...named] })),
      missing: missing.map(({ digest, packs: named }) => ({ digest, packs: [...named] })),
      unreferenced: unreferenced === null ? null : { ...unreferenced },
      ...(elsewhere === 0 ? {} : { elsewhere }),
    },
  };
}
