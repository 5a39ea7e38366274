/**
 * `custody show`: reads one piece of evidence and says what is in it. Nothing is verified.
 *
 *     await showEvidence({ given: 'dec.lock.json', path: '/data/dec.lock.json' }, asked)     a Shown
 */
import { Refusal } from '#core/refusal';
import { shellPath } from '#core/shell-words';
import type { Place } from '../../contract.ts';
import { type Shown, type Stated, shownFrom } from '../../show.ts';
import type { KindName } from '../../verdict.ts';
import type { Asked } from '../asked.ts';
import { findEvidence } from '../find.ts';
import { hasSeals } from '../seals-beside.ts';

type ReadStated = (place: Place, asked: Asked) => Stated | Promise<Stated>;

/** Loaded only when a thing of that kind was recognised. Each throws `Refusal` if it cannot be read. */
const READERS: Readonly<Record<KindName, () => Promise<ReadStated>>> = {
  lock: async () => (await import('./lock.ts')).statedInLock,
  pack: async () => (await import('./pack.ts')).statedInPack,
  'pack-archive': async () => (await import('./pack.ts')).statedInPack,
  'pack-store': async () => (await import('./store.ts')).statedInStore,
  'chain-lock': async () => (await import('./chain.ts')).statedInChain,
  snapshot: async () => (await import('./snapshot.ts')).statedInSnapshot,
  'stack-lock': async () => (await import('./stack.ts')).statedInStack,
  ledger: async () => (await import('./ledger.ts')).statedInLedger,
  records: async () => (await import('./records.ts')).statedInRecords,
  file: async () => (await import('./file.ts')).statedInFile,
  model: async () => (await import('./model.ts')).statedInModel,
};

/** A folder that is no evidence itself may hold one piece of it. Throws `Refusal`. */
export async function showEvidence(place: Place, asked: Asked): Promise<Shown> {
  const { found } = await findEvidence(place, { depth: null });
  const [first, ...others] = found;
  if (first === undefined || others.length > 0)
    throw severalFound(
      place.given,
      found.map((each) => each.place.given),
    );
  if (first.kind === null) throw first.refusal;
  const read = await READERS[first.kind]();
  const stated = await read(first.place, asked);
  const seals = hasSeals(first.place) ? (await import('./seals.ts')).statedInSeals(first.place) : [];
  const about = { ...stated.about, details: [...stated.about.details, ...seals] };
  return shownFrom({ kind: first.kind, path: first.place.given }, { ...stated, about });
}

const NAMED = 20;

function severalFound(path: string, found: readonly string[]): Refusal {
  const message = `expected one piece of evidence, found ${found.length} in ${path}: name one of them`;
  const [first = path] = found;
  return new Refusal('E_NOT_RECOGNISED', message, { path, found: found.slice(0, NAMED) }, `custody show ${shellPath(first)}`);
}
