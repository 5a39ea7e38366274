/** The `pack store` commands: they verify a store, repair it, and remove the blobs that no pack refers to. */

import { counted } from '#core/count-text';
import type { JsonObject } from '#core/json/value';
import { formatInstant } from '#core/time';
import { DAMAGED_SEAL } from '#pack/ops/seals/stored';
import { collectGarbage } from '#pack/ops/store/collect-garbage';
import type { CollectedSeals } from '#pack/ops/store/collect-seals';
import { repairStore } from '#pack/ops/store/repair';
import { storeReport, storeVerdictFields } from '#pack/ops/store/report';
import { type BadBlob, type SealsVerdict, type StoreVerdict, verifyStore } from '#pack/ops/store/verify';
import type { ListedSeal } from '#store/seals';
import type { StoredBlob } from '#store/store';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { escapeControls } from '../output.ts';
import { progressWatch } from '../progress.ts';
import { show } from '../show.ts';
import { withNamedStore } from './named-store.ts';

/** `pack store verify`: reads and checks every manifest and every blob of a store. */
export async function verify(invocation: Invocation): Promise<Finished> {
  invocation.record.params = { subcommand: 'store verify' };
  return withNamedStore(invocation, { typed: 'pack store verify', url: invocation.args[0] }, async (store) => {
    const verdict = await verifyStore({ store, watch: progressWatch(invocation, 'pack') });
    const { outcome } = verdict;
    show(invocation, {
      document: () => storeReport(store.url, verdict),
      lines: () => [`${outcome} ${store.url}`, ...verdictLines(verdict)].map(escapeControls),
    });
    return { exit: outcome === 'STORE_OK' ? 0 : 1, outcome };
  });
}

/** `pack store repair`: writes damaged or missing content of a store again, from packs that have it. */
export async function repair(invocation: Invocation): Promise<Finished> {
  const from = invocation.values('--from');
  if (from.length === 0) throw new UsageError('--from PACK is missing: nothing can be repaired without a pack that has it');
  invocation.record.params = { subcommand: 'store repair', from: [...from] };
  return withNamedStore(invocation, { typed: 'pack store verify', url: invocation.args[0] }, async (store) => {
    const { outcome, repairedBlobs, repairedManifests, repairedSeals, after } = await repairStore({
      store,
      from: from.map((given) => ({ given, path: invocation.resolve(given) })),
      watch: progressWatch(invocation, 'pack'),
    });
    const sealed = repairedSeals.length === 0 ? {} : { seals: [...repairedSeals] };
    const repaired = { blobs: [...repairedBlobs], manifests: [...repairedManifests], ...sealed };
    const lines = [...repairedManifests, ...repairedBlobs, ...repairedSeals].map((digest) => `  REPAIRED ${digest}`);
    show(invocation, {
      document: () => ({ version: 'pack.store-repair.v0', outcome, store: store.url, repaired, ...storeVerdictFields(after) }),
      lines: () => [`${outcome} ${store.url}`, ...lines, ...verdictLines(after)].map(escapeControls),
    });
    return { exit: outcome === 'STORE_DAMAGED' ? 1 : 0, outcome };
  });
}

const HOUR_MS = 3_600_000;
/** Two weeks: longer than any push takes. */
const GRACE_HOURS = 14 * 24;

/** `pack store gc`: lists the blobs that no pack refers to, and removes them with `--delete`. */
export async function gc(invocation: Invocation): Promise<Finished> {
  const remove = invocation.has('--delete');
  const grace = invocation.integer('--grace', 0) ?? GRACE_HOURS;
  invocation.record.params = { subcommand: 'store gc', delete: remove, grace_hours: grace };
  return withNamedStore(invocation, { typed: 'pack store verify', url: invocation.args[0] }, async (store) => {
    const { unreferenced, young, removed, kept, seals } = await collectGarbage({
      store,
      graceMs: grace * HOUR_MS,
      now: invocation.context.now().getTime(),
      remove,
    });
    const outcome = removed.length + seals.removed.length > 0 ? 'STORE_COLLECTED' : 'STORE_OK';
    const isRemoved = new Set(removed);
    const lines = unreferenced.map((blob) => `  ${isRemoved.has(blob.digest) ? 'REMOVED' : 'UNREFERENCED'} ${blob.digest} ${blob.size}`);
    const isRemovedSeal = new Set(seals.removed);
    const loose = seals.unreferenced.map(
      ({ digest, packId }) =>
        `  ${isRemovedSeal.has(digest) ? 'REMOVED' : 'UNREFERENCED'} seal ${digest} of ${packId}, which is not in the store`,
    );
    const total = unreferenced.reduce((sum, { size }) => sum + size, 0);
    const summary = `  ${counted(unreferenced.length, 'blob')} that no pack names, ${counted(total, 'byte')}; ${young.length} younger than ${grace} h`;
    const youngSeals =
      seals.young.length === 0
        ? []
        : [`  ${counted(seals.young.length, 'seal')} of packs that are not in the store, younger than ${grace} h`];
    show(invocation, {
      document: () => ({
        version: 'pack.store-gc.v0',
        outcome,
        store: store.url,
        grace_hours: grace,
        unreferenced: unreferenced.map(blobFields),
        young: young.map(blobFields),
        removed: [...removed],
        kept: [...kept],
        ...sealFields(seals),
      }),
      lines: () => [`${outcome} ${store.url}`, ...lines, ...loose, summary, ...youngSeals].map(escapeControls),
    });
    return { exit: 0, outcome };
  });
}

/** Absent where there are none. */
function sealFields({ unreferenced, young, removed, kept }: CollectedSeals): JsonObject {
  if (unreferenced.length + young.length + kept.length === 0) return {};
  const fields = (seal: ListedSeal): JsonObject => ({ pack_id: seal.packId, ...blobFields(seal) });
  return { seals: { unreferenced: unreferenced.map(fields), young: young.map(fields), removed: [...removed], kept: [...kept] } };
}

function blobFields({ digest, size, since }: StoredBlob): { digest: string; bytes: number; since: string } {
  return { digest, bytes: size, since: formatInstant(new Date(since)) };
}

/** The results of the commands that maintain a store, for people: the totals, then each fault on its own line. */
function* verdictLines(verdict: StoreVerdict): Generator<string> {
  const { packs, badManifests, sound, damaged, missing, unreferenced, elsewhere, seals } = verdict;
  yield `  ${counted(packs, 'pack')}, ${counted(sound.blobs, 'blob')} read and correct, ${counted(sound.bytes, 'byte')}`;
  if (elsewhere > 0) yield `  ${counted(elsewhere, 'file')} that packs refer to in other stores: not read`;
  for (const { packId, error } of badManifests) yield `  BAD_MANIFEST ${packId}: ${error}`;
  for (const blob of damaged) yield `  DAMAGED ${blob.digest}: found ${blob.found}${namedBy(blob)}`;
  for (const blob of missing) yield `  MISSING ${blob.digest}${namedBy(blob)}`;
  yield* sealLines(seals);
  if (unreferenced === null) yield '  blobs that no pack names are not known: this store cannot list its blobs';
  else if (unreferenced.blobs > 0) {
    const whose = badManifests.length === 0 ? 'no pack names' : 'no manifest names that can be read';
    yield `  ${counted(unreferenced.blobs, 'blob')} that ${whose}, ${counted(unreferenced.bytes, 'byte')}`;
  }
}

function* sealLines({ good, bad, unread, unknown }: SealsVerdict): Generator<string> {
  if (good > 0) yield `  ${counted(good, 'seal')} good, by unknown keys: custody verify with a policy says whom to trust`;
  for (const { packId, code, message } of bad) yield `  ${code === DAMAGED_SEAL ? code : `BAD_SEAL ${code}`} ${packId}: ${message}`;
  if (unread > 0) yield `  ${counted(unread, 'seal')} not read: there are too many`;
  for (const { packId, error } of unknown) yield `  the seals of ${packId} could not be read: ${error}`;
}

function namedBy({ packs }: BadBlob): string {
  const [first] = packs;
  if (first === undefined) return ', named by no pack';
  return packs.length === 1 ? `, named by ${first}` : `, named by ${first} and ${packs.length - 1} more`;
}
