/** What the upkeep of a store comes to, for people: how much there is, and then every fault on a line of its own. */
import type { JsonObject } from '#core/json/value';
import type { BadBlob, StoreVerdict } from '#pack/ops/store/verify';

export function* verdictLines(verdict: StoreVerdict): Generator<string> {
  const { packs, badManifests, sound, damaged, missing, unreferenced } = verdict;
  yield `  ${counted(packs, 'pack')}, ${counted(sound.blobs, 'blob')} read and right, ${counted(sound.bytes, 'byte')}`;
  for (const { packId, error } of badManifests) yield `  BAD_MANIFEST ${packId}: ${error}`;
  for (const blob of damaged) yield `  DAMAGED ${blob.digest}: found ${blob.found}${namedBy(blob)}`;
  for (const blob of missing) yield `  MISSING ${blob.digest}${namedBy(blob)}`;
  if (unreferenced === null) yield '  what no pack names is not known: this store cannot tell';
  else if (unreferenced.blobs > 0) {
    const whose = badManifests.length === 0 ? 'no pack names' : 'no manifest names that can be read';
    yield `  ${counted(unreferenced.blobs, 'blob')} that ${whose}, ${counted(unreferenced.bytes, 'byte')}`;
  }
}

/** The same as fields of a document. */
export function verdictFields({ packs, badManifests, sound, damaged, missing, unreferenced }: StoreVerdict): JsonObject {
  return {
    packs: { checked: packs, bad_manifests: badManifests.map(({ packId, error }) => ({ pack_id: packId, error })) },
    blobs: {
      sound: { ...sound },
      damaged: damaged.map(({ digest, found, packs: named }) => ({ digest, found, packs: [...named] })),
      missing: missing.map(({ digest, packs: named }) => ({ digest, packs: [...named] })),
      unreferenced: unreferenced === null ? null : { ...unreferenced },
    },
  };
}

export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

function namedBy({ packs }: BadBlob): string {
  const [first] = packs;
  if (first === undefined) return ', named by no pack';
  return packs.length === 1 ? `, named by ${first}` : `, named by ${first} and ${packs.length - 1} more`;
}
