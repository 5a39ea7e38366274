/**
 * The witness ledger in a store: the same operations as `custody witness push` and `pull`.
 *
 *     await pushWitness({ store: 'oci://registry.example.org/evidence' });
 *     await pullWitness({ store: 's3://evidence/packs', ledger: 'sha256:…', file: 'build-server.jsonl' });
 */
import { type Digest, isSha256Digest } from '#core/digest';
import { shellPath } from '#core/shell-words';
import { pullLedger } from '#witness/ops/pull-ledger';
import { type PushedLedger, pushLedger } from '#witness/ops/push-ledger';
import { absolute } from './given-path.ts';
import { type StoreSettings, withStore } from './store.ts';
import { pathOf } from './witness.ts';

export interface WitnessStoreSettings extends StoreSettings {
  /** The id of the ledger in the store, for a store with several. */
  readonly ledger?: string;
  /** The path of the ledger on this machine; the default is `EPISTEMIC_WITNESS`, or the one in the home folder. */
  readonly file?: string;
}

export type { PushedLedger as PushedWitness };

export interface PulledWitness {
  readonly ledger: Digest;
  readonly records: number;
  /** What this machine did not have. */
  readonly received: { readonly records: number; readonly bytes: number };
  /** The id of the last record, or null. */
  readonly last: string | null;
  /** How many lines are broken; `verifyWitness` says which. */
  readonly findings: number;
}

/** Sends the records that the store does not have. A ledger that is shorter than the stored one, or was rewritten, is refused. */
export async function pushWitness(settings: WitnessStoreSettings): Promise<PushedLedger> {
  const ledger = idOf(settings);
  return withStore(settings, 'custody witness push', (store) => pushLedger({ path: pathIn(settings), store, ledger }));
}

/** Fetches the records that this machine does not have. `expect` is the id of a record that must be among them. */
export async function pullWitness(settings: WitnessStoreSettings & { readonly expect?: string }): Promise<PulledWitness> {
  const { file, expect, sync = true } = settings;
  const ledger = idOf(settings);
  const words = `custody witness pull${file === undefined ? '' : ` --out ${shellPath(file)}`}`;
  const pulled = await withStore(settings, words, (store) => pullLedger({ path: pathIn(settings), store, ledger, expect, sync }));
  const { lines, last, findings } = pulled.verdict;
  return { ledger: pulled.ledger, records: lines, received: pulled.received, last: last?.id ?? null, findings: findings.length };
}

function pathIn({ file }: WitnessStoreSettings): string {
  return pathOf(file === undefined ? {} : { ledger: absolute(file) });
}

function idOf({ ledger }: WitnessStoreSettings): Digest | undefined {
  if (ledger === undefined || isSha256Digest(ledger)) return ledger;
  throw new RangeError(`expected sha256: and 64 lower-case hex digits, found ${ledger}`);
}
