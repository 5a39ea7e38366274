/**
 * `custody show`: reads one piece of evidence and says what is in it. Nothing is verified.
 *
 *     await showEvidence({ given: 'dec.lock.json', path: '/data/dec.lock.json' }, asked)     a Shown
 */
import { Refusal } from '#core/refusal';
import { shellPath } from '#core/shell-words';
import type { Place } from '../../contract.ts';
import { type Shown, shownFrom, type Told } from '../../show.ts';
import type { KindName } from '../../verdict.ts';
import type { Asked } from '../asked.ts';
import { findEvidence } from '../find.ts';
import { hasSeals } from '../seals-beside.ts';

type Tell = (place: Place, asked: Asked) => Told | Promise<Told>;

/** Loaded only when a thing of that kind was recognised. Each throws `Refusal` if it cannot be read. */
const TELLERS: Readonly<Record<KindName, () => Promise<Tell>>> = {
  lock: async () => (await import('./lock.ts')).tellLock,
  pack: async () => (await import('./pack.ts')).tellPack,
  'pack-archive': async () => (await import('./pack.ts')).tellPack,
  'pack-store': async () => (await import('./store.ts')).tellStore,
  'chain-lock': async () => (await import('./chain.ts')).tellChain,
  snapshot: async () => (await import('./snapshot.ts')).tellSnapshot,
  'stack-lock': async () => (await import('./stack.ts')).tellStack,
  ledger: async () => (await import('./ledger.ts')).tellLedger,
  records: async () => (await import('./records.ts')).tellRecords,
  file: async () => (await import('./file.ts')).tellFile,
  model: async () => (await import('./model.ts')).tellModel,
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
  const tell = await TELLERS[first.kind]();
  const told = await tell(first.place, asked);
  const seals = hasSeals(first.place) ? (await import('./seals.ts')).tellSeals(first.place) : [];
  const about = { ...told.about, details: [...told.about.details, ...seals] };
  return shownFrom({ kind: first.kind, path: first.place.given }, { ...told, about });
}

const NAMED = 20;

function severalFound(path: string, found: readonly string[]): Refusal {
  const message = `expected one piece of evidence, found ${found.length} in ${path}: name one of them`;
  const [first = path] = found;
  return new Refusal('E_NOT_RECOGNISED', message, { path, found: found.slice(0, NAMED) }, `custody show ${shellPath(first)}`);
}
