/**
 * The seals of a pack in a store, judged. The store is not trusted: a seal counts only if it is a good signature over the manifest of this
 * pack, whoever put it there.
 *
 *     await readStoredSeals(store, { given: packId, packId, manifest }, SEAL_LIMITS)
 *       { good: [{ digest, bytes }], bad: [], judged: [JudgedSignature], unread: 0, error: null }
 */
import type { Digest } from '#core/digest';
import { Refusal } from '#core/refusal';
import type { KeyPort } from '#sign/judge-envelope';
import type { JudgedSignature, SignatureFinding } from '#sign/judged';
import type { DamagedSeal, SealLimits } from '#store/seals';
import type { Store } from '#store/store';
import { type JudgedSeals, judgeSeals, type SealedPack } from './judge.ts';

export interface StoredSeals extends JudgedSeals {
  /** The number of seals that were not read, because there are too many. */
  readonly unread: number;
  /** Why the store did not say which seals there are, or null. */
  readonly error: string | null;
}

/** The store has something else in the place of a seal. */
export const DAMAGED_SEAL = 'DAMAGED_SEAL';

/** A store that does not give its seals still gives its packs: the reason is part of the result. */
export async function readStoredSeals(
  store: Pick<Store, 'seals' | 'url'>,
  pack: SealedPack,
  limits: SealLimits,
  keys?: KeyPort,
): Promise<StoredSeals> {
  try {
    const { seals, damaged, unread } = await store.seals.read(pack.packId as Digest, limits);
    const named = seals.map(({ digest, bytes }) => ({ name: digest, bytes }));
    const { good, bad, judged } = judgeSeals(pack, named, keys);
    const lost = damaged.map((seal) => damagedSignature(store.url, seal));
    const more = lost.map(({ path, finding }) => ({ seal: path, code: DAMAGED_SEAL, message: finding.message }));
    return { good, bad: [...bad, ...more], judged: [...judged, ...lost], unread, error: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { good: [], bad: [], judged: [], unread: 0, error: error.message };
  }
}

/** What it said is not known. */
const NOTHING = { signer: null, role: null, claimed_time: null, trusted_time: null } as const;

function damagedSignature(store: string, { digest, found }: DamagedSeal): JudgedSignature & { readonly finding: SignatureFinding } {
  const message = `${store} has something else in the place of the seal ${digest}: ${found}`;
  const finding = { code: DAMAGED_SEAL, path: null, wanted: digest, found, message, next_command: null };
  return { form: 'seal', path: digest, state: 'bad', ...NOTHING, finding };
}
