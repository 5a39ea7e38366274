/** The report of `pack store verify --json`, `pack.store-verify.v0`; other commands on a store use its fields. */
import type { JsonObject } from '#core/json/value';
import type { SealsVerdict, StoreVerdict } from './verify.ts';

/** `url` is the URL as the store displays it. */
export function storeReport(url: string, verdict: StoreVerdict): JsonObject {
  return { version: 'pack.store-verify.v0', outcome: verdict.outcome, store: url, ...storeVerdictFields(verdict) };
}

export function storeVerdictFields({
  packs,
  badManifests,
  sound,
  damaged,
  missing,
  unreferenced,
  elsewhere,
  seals,
}: StoreVerdict): JsonObject {
  return {
    packs: { checked: packs, bad_manifests: badManifests.map(({ packId, error }) => ({ pack_id: packId, error })) },
    blobs: {
      sound: { ...sound },
      damaged: damaged.map(({ digest, found, packs: named }) => ({ digest, found, packs: [...named] })),
      missing: missing.map(({ digest, packs: named }) => ({ digest, packs: [...named] })),
      unreferenced: unreferenced === null ? null : { ...unreferenced },
      ...(elsewhere === 0 ? {} : { elsewhere }),
    },
    ...sealFields(seals),
  };
}

/** Absent where there are none. */
function sealFields({ good, bad, unread, unknown }: SealsVerdict): JsonObject {
  if (good + bad.length + unread + unknown.length === 0) return {};
  return {
    seals: {
      good,
      bad: bad.map(({ packId, ...seal }) => ({ pack_id: packId, ...seal })),
      unread,
      unknown: unknown.map(({ packId, error }) => ({ pack_id: packId, error })),
    },
  };
}
