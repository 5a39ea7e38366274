/**
 * `stack verify`: every digest, signature and verdict of a lock derived anew, offline, at the time it was made (S9). A finding never stops
 * the next one; what cannot be judged at all is a refusal.
 *
 *     const verdict = await verifyStack({ lock, given: 'stack.lock', root: null, zone: null, store: null, at: null, … });
 */
import { formatInstant } from '#core/time';
import { type Claim, claimsOf } from '#stack/claims';
import type { StackLock } from '#stack/document';
import { type Finding, sortFindings } from '#stack/findings';
import { unusedHints } from '#stack/hints';
import type { CorridorState, StackVerdict } from '#stack/report';
import { type Derived, type Judged, judgeClaims } from '#stack/verify';
import { type EvidenceAsked, openEvidence } from './stack-evidence.ts';

export interface VerifyAsked extends EvidenceAsked {
  /** Another time, milliseconds, at which corridors are judged too; null for none. */
  readonly at: number | null;
  /** A corridor that is not active, at that time or else at the lock's, is a finding. */
  readonly requireActive: boolean;
}

export interface VerifiedStack {
  readonly verdict: StackVerdict;
  readonly warnings: readonly string[];
}

export async function verifyStack(asked: VerifyAsked): Promise<VerifiedStack> {
  const { lock: file, given, at, requireActive } = asked;
  const { lock, document } = file;
  const { evidence, derived, warnings } = await openEvidence(asked);
  const claims = claimsOf(document);
  const judged = judgeDerived(claims, derived);
  const corridors = statesOf(lock, derived.verdicts);
  const then = at === null ? null : { time: formatInstant(new Date(at)), corridors: statesOf(lock, derived.judgeAt(at)) };
  const findings = sortFindings([
    ...judged.findings,
    ...(then === null ? [] : differingAt(then.time, then.corridors)),
    ...(requireActive ? inactiveIn(lock, then?.corridors ?? corridors) : []),
  ]);
  const verdict = {
    lock: given,
    zoneId: lock.zone_id,
    generatedAt: lock.generated_at,
    evidence,
    judged: { ...judged, findings },
    notLookedUp: [...derived.notLookedUp, ...unusedHints(claims, derived.answers)],
    corridors,
    at: then,
  };
  return { verdict, warnings };
}

/** Throws the reason why the lock cannot be judged, where no finding on a claim explains it. */
function judgeDerived(claims: readonly Claim[], derived: Derived): Judged {
  const judged = judgeClaims(claims, derived.answers, derived);
  if (derived.obstacle !== null && judged.findings.length === 0) throw derived.obstacle;
  return { ...judged, findings: sortFindings([...judged.findings, ...derived.strays]) };
}

/** In the order of the lock. */
function statesOf({ corridors }: StackLock, verdicts: Derived['verdicts']): readonly CorridorState[] {
  return corridors.flatMap(({ corridor_id: corridorId, corridor_activated: locked }) => {
    const entry = verdicts.get(corridorId)?.entry;
    if (entry === undefined) return [];
    const blockers = entry.corridor_activation_blockers ?? [];
    return [{ corridorId, activated: entry.corridor_activated ?? null, blockers, lockedActivated: locked ?? null }];
  });
}

function differingAt(time: string, corridors: readonly CorridorState[]): readonly Finding[] {
  return corridors
    .filter(({ activated, lockedActivated }) => activated !== lockedActivated)
    .map(({ corridorId, activated, lockedActivated, blockers }) => ({
      kind: 'AT_TIME',
      ...activation(corridorId),
      expected: lockedActivated,
      actual: activated,
      reason: [`at ${time}`, ...blockers].join(', '),
    }));
}

/** Also a corridor that could not be judged is not known to be active, and one that nobody was to agree to is not. */
function inactiveIn({ corridors }: StackLock, states: readonly CorridorState[]): readonly Finding[] {
  return corridors.flatMap(({ corridor_id: id }) => {
    const state = states.find(({ corridorId }) => corridorId === id);
    if (state?.activated === true) return [];
    const reason = state === undefined ? 'it could not be judged' : state.blockers.join(', ') || 'no agreement is configured';
    return [{ kind: 'INACTIVE', ...activation(id), expected: true, actual: state?.activated ?? null, reason } as const];
  });
}

function activation(id: string): Pick<Finding, 'section' | 'id' | 'field' | 'file'> {
  return { section: 'corridors', id, field: 'corridor_activated', file: null };
}
