/**
 * Answers the claims of a lock from a tree. If the tree is complete and valid, the lock is derived again by the functions that create one.
 * Otherwise every pinned file is still found and hashed, and each complete corridor is judged, so that one bad file does not hide another.
 *
 *     const derived = await deriveFromTree(gatherStack(tree, 'zone.yaml'), lock, { prefix: 'msez' });
 */
import type { JsonObject } from '#core/json/value';
import { Refusal } from '#core/refusal';
import { parseInstant } from '#core/time';
import { newHasher } from '#hashing/hashers';
import { verifyEd25519 } from '#keys/ed25519-bytes';
import { type CorridorVerdict, judgeCorridor } from '../../corridor/activation.ts';
import { alignAgreements } from '../../corridor/agreement-pins.ts';
import { createStackLock, lawpackEntry, moduleEntry, overlayEntry } from '../../create.ts';
import type { LawpackEntry, StackLock } from '../../document.ts';
import type { CorridorFacts, Judging } from '../../inputs/facts.ts';
import type { LawpackPrefix } from '../../lawpack/lawpack.ts';
import { answersOf, type FileOf, fileIn, uncheckedIn } from '../../verify/answers.ts';
import { claimKey, ORDER } from '../../verify/claims.ts';
import type { Answer, Derived } from '../../verify/verify.ts';
import { cachedVerify } from '../cached-verify.ts';
import { completeFacts, type GatheredStack } from '../gather/gather.ts';
import { judgeArchives } from '../lawpack-archive.ts';
import { pinAnswers, pinPlaces } from './from-broken-tree.ts';

export async function deriveFromTree(gathered: GatheredStack, lock: StackLock, { prefix }: { prefix: LawpackPrefix }): Promise<Derived> {
  const facts = new Map(
    gathered.corridors.flatMap(({ corridorId, facts: whole }) => (whole === null ? [] : [[corridorId, whole] as const])),
  );
  const fileOf = fileIn({
    pins: pinPlaces(gathered),
    zone: gathered.zoneFile.place,
    profile: gathered.profileFile.place,
    corridors: facts,
  });
  const checks = { newHasher, verifyEd25519: cachedVerify(verifyEd25519) };
  const archives = await judgeArchives(gathered.tree, gathered.lawpacks, prefix);
  const judgeAt = (at: number) => judgeCorridors(facts, { at, lawpacks: lawpackPins(gathered, lock), ...checks }).verdicts;
  const derived = deriveWhole(gathered, lock, fileOf, checks) ?? derivePartly(gathered, lock, fileOf, { facts, checks });
  const { verdicts } = derived;
  return {
    ...derived,
    answers: [...alignedWith(lock, gathered, derived.answers), ...archives],
    notLookedUp: uncheckedIn(verdicts),
    judgeAt,
  };
}

/** An added or removed file must not change the indexes of the others. */
function alignedWith(lock: StackLock, { corridors }: GatheredStack, answers: readonly Answer[]): readonly Answer[] {
  const entries = new Map(lock.corridors.map((entry) => [entry.corridor_id, entry]));
  return corridors.reduce((aligned, { corridorId, listed }) => {
    const entry = entries.get(corridorId);
    return entry === undefined ? aligned : alignAgreements(aligned, listed, entry);
  }, answers);
}

type Checks = Pick<Judging, 'newHasher' | 'verifyEd25519'>;
type Core = Pick<Derived, 'answers' | 'strays' | 'verdicts' | 'obstacle' | 'isWhole' | 'otherwise'>;

/** Returns null if something prevents it. */
function deriveWhole(gathered: GatheredStack, { generated_at: generatedAt }: StackLock, fileOf: FileOf, checks: Checks): Core | null {
  try {
    const made = createStackLock(completeFacts(gathered), { generatedAt, emitArtifactRefs: false, ...checks });
    const { generated_at: _, ...document } = made.lock;
    return {
      answers: answersOf(document as unknown as JsonObject, fileOf),
      strays: [],
      verdicts: new Map(made.verdicts.map((verdict) => [verdict.entry.corridor_id, verdict])),
      obstacle: null,
      isWhole: () => true,
      otherwise: '',
    };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

interface Corridors {
  readonly facts: ReadonlyMap<string, CorridorFacts>;
  readonly checks: Checks;
}

function derivePartly(gathered: GatheredStack, lock: StackLock, fileOf: FileOf, { facts, checks }: Corridors): Core {
  const { zone, profile, modules, lawpacks, overlays, problems } = gathered;
  const { verdicts, refusals } = judgeCorridors(facts, {
    at: parseInstant(lock.generated_at) as number,
    lawpacks: lawpackPins(gathered, lock),
    ...checks,
  });
  const [first] = [...problems.map(({ refusal }) => refusal), ...refusals];
  const isComplete = (section: Answer['section']): boolean =>
    !problems.some((problem) => problem.section === section || problem.section === 'zone');
  const document = {
    stack_spec_version: profile.stackSpecVersion,
    zone_id: zone.zoneId,
    profile: { profile_id: zone.profile.profileId, version: zone.profile.version },
    modules: (modules ?? []).map(moduleEntry),
    lawpacks: lawpacks.map((lawpack) => lawpackEntry(lawpack, false)),
    overlays: isComplete('overlays') ? overlays.map(overlayEntry) : [],
    corridors: [...verdicts.values()].map(({ entry }) => entry),
  };
  const { answers, strays } = pinAnswers(gathered, lock);
  const isWhole: Core['isWhole'] = ({ section, id }) =>
    section === 'corridors' ? (id === null ? verdicts.size === zone.corridors.length : verdicts.has(id)) : isComplete(section);
  // The order of an incomplete section has no meaning.
  const known = answersOf(document as unknown as JsonObject, fileOf).filter(
    ({ section, id, field }) => field !== ORDER || isWhole({ section, id }),
  );
  return {
    answers: [...answers, ...known.filter((answer) => !hasWorseAnswer(answer, answers))],
    strays,
    verdicts,
    obstacle: first ?? null,
    isWhole,
    otherwise: `not derived: ${first?.message ?? 'the tree is not whole'}`,
  };
}

/** If a lawpack cannot be read, agreements are compared with the pins of the lock. */
function lawpackPins({ lawpacks, problems }: GatheredStack, lock: StackLock): readonly LawpackEntry[] {
  if (problems.some(({ section }) => section === 'lawpacks')) return lock.lawpacks;
  return lawpacks.map((lawpack) => lawpackEntry(lawpack, false));
}

/** A pin that is missing or unreadable keeps that answer, whatever else is known. */
function hasWorseAnswer(answer: Answer, answers: readonly Answer[]): boolean {
  return answers.some((other) => other.result.tag !== 'found' && claimKey(other) === claimKey(answer));
}

interface JudgedCorridors {
  readonly verdicts: ReadonlyMap<string, CorridorVerdict>;
  readonly refusals: readonly Refusal[];
}

function judgeCorridors(facts: ReadonlyMap<string, CorridorFacts>, judging: Judging): JudgedCorridors {
  const verdicts = new Map<string, CorridorVerdict>();
  const refusals: Refusal[] = [];
  for (const [id, corridor] of facts) {
    try {
      verdicts.set(id, judgeCorridor(corridor, judging));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusals.push(error);
    }
  }
  return { verdicts, refusals };
}
