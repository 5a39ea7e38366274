/**
 * Answers the claims of a lock from a store, without the tree: every pin is fetched by its digest, and what follows from these files alone is
 * derived again. Zone and profile are not pinned, so what only they state is not checked (C7).
 *
 *     const derived = await deriveFromStore(store, lockFile, { prefix: 'msez' });
 */
import { Refusal } from '#core/refusal';
import { parseInstant } from '#core/time';
import { newHasher } from '#hashing/hashers';
import { verifyEd25519 } from '#keys/ed25519-bytes';
import { type CorridorVerdict, judgeCorridor } from '../../corridor/activation.ts';
import { ABSENT } from '../../corridor/judge-agreements.ts';
import { SECTIONS } from '../../diff/diff-severity.ts';
import type { StackLock } from '../../document.ts';
import type { Judging } from '../../inputs/facts.ts';
import type { LawpackPrefix } from '../../lawpack/lawpack.ts';
import { uncheckedIn } from '../../verify/answers.ts';
import { claimKey, entryClaims, ORDER } from '../../verify/claims.ts';
import type { Answer, Derived, NotChecked } from '../../verify/verify.ts';
import type { ArtifactStore } from '../artifacts/store.ts';
import { cachedVerify } from '../cached-verify.ts';
import type { LockFile } from '../lock-file.ts';
import { type FetchedPin, fetchPins } from './fetch-pins.ts';
import { lawpackAnswers, moduleAnswers } from './fetched-answers.ts';
import { type FetchedCorridor, fetchedCorridors } from './fetched-corridor.ts';

const NEEDS_TREE = 'it is only in the zone and the profile, and no store has them';

export async function deriveFromStore(
  store: ArtifactStore,
  { lock, document }: LockFile,
  { prefix }: { prefix: LawpackPrefix },
): Promise<Derived> {
  const pins = await fetchPins(store, document, prefix);
  const corridors = fetchedCorridors(lock, pins);
  const checks = { lawpacks: lock.lawpacks, newHasher, verifyEd25519: cachedVerify(verifyEd25519) };
  const judgeAt = (at: number) => judgeFetched(corridors, { at, ...checks }).verdicts;
  const { verdicts, answers, refusals } = judgeFetched(corridors, { at: parseInstant(lock.generated_at) as number, ...checks });
  const lawpacks = await lawpackAnswers(lock, pins, prefix);
  const fetched = [...pins].filter(([key]) => !lawpacks.unproven.has(key)).map(([, pin]) => pin);
  return {
    // The first bad answer to a claim wins over later answers.
    answers: worstFirst([...fetched.map(pinAnswer), ...moduleAnswers(lock, pins), ...lawpacks.answers, ...answers]),
    strays: [],
    notLookedUp: [
      ...emptySections(lock),
      ...corridors.flatMap(unpinnedIn),
      ...uncheckedIn(verdicts).filter(({ reason }) => !reason.endsWith(ABSENT)),
    ],
    verdicts,
    judgeAt,
    obstacle: refusals[0] ?? null,
    isWhole: ({ section, id }) => section === 'corridors' && id !== null && verdicts.has(id),
    otherwise: NEEDS_TREE,
  };
}

/** An empty section has no claims, but only the zone tells whether it should be empty. */
function emptySections(lock: StackLock): readonly NotChecked[] {
  const empty = SECTIONS.filter((section) => section !== 'document' && lock[section].length === 0);
  return empty.map((section) => ({ section, id: null, field: ORDER, reason: NEEDS_TREE }));
}

/** Only a comparison with the tree shows whether they exist. */
function unpinnedIn({ id, facts }: FetchedCorridor): readonly NotChecked[] {
  const reason = 'corridor.yaml lists it and the lock does not pin it; only the tree can show whether it existed';
  return (facts?.absentAgreements ?? []).map(({ path }) => ({ section: 'corridors', id, field: path, reason }));
}

function pinAnswer({ pin, file, result }: FetchedPin): Answer {
  const { section, id, field } = pin;
  return { section, id, field, file, result };
}

function worstFirst(answers: readonly Answer[]): readonly Answer[] {
  const kept = new Map<string, Answer>();
  for (const answer of answers) {
    const key = claimKey(answer);
    const before = kept.get(key);
    if (before === undefined || (before.result.tag === 'found' && answer.result.tag !== 'found')) kept.set(key, answer);
  }
  return [...kept.values()];
}

interface JudgedFetched {
  readonly verdicts: ReadonlyMap<string, CorridorVerdict>;
  readonly answers: readonly Answer[];
  readonly refusals: readonly Refusal[];
}

function judgeFetched(corridors: readonly FetchedCorridor[], judging: Judging): JudgedFetched {
  const verdicts = new Map<string, CorridorVerdict>();
  const answers: Answer[] = [];
  const refusals: Refusal[] = [];
  for (const { id, facts, isWhole, answers: found, fileOf } of corridors) {
    answers.push(...found);
    if (facts === null) continue;
    try {
      const verdict = judgeCorridor(facts, judging);
      if (isWhole) verdicts.set(id, verdict);
      answers.push(...verdictAnswers(id, verdict, isWhole, fileOf));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusals.push(error);
    }
  }
  return { verdicts, answers, refusals };
}

/** The claims that depend on authority registries. */
const BY_REGISTRY = new Set(['corridor_agreement_signers', 'corridor_activated', 'corridor_activation_blockers']);

function verdictAnswers(id: string, { entry }: CorridorVerdict, isWhole: boolean, fileOf: FetchedCorridor['fileOf']): readonly Answer[] {
  return entryClaims('corridors', id, entry as never).map(({ value, ...claim }) => {
    const isDecidedElsewhere = !isWhole && BY_REGISTRY.has(claim.field);
    const reason = 'its authority registries are not pinned, and no store has them';
    const result = isDecidedElsewhere ? ({ tag: 'not_checked', reason } as const) : ({ tag: 'found', value } as const);
    return { ...claim, file: fileOf(claim.field), result };
  });
}
