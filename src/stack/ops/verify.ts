/**
 * `stack verify`: derives every digest, signature and verdict of a lock again, offline, at the time of the lock (S9). A finding never prevents the
 * next one; if nothing can be judged, it is a refusal.
 *
 *     const verdict = await verifyStack({ lock, given: 'stack.lock', root: null, zone: null, store: null, at: null, … });
 */
import { formatInstant } from '#core/time';
import type { StackLock } from '../document.ts';
import { unknownCorridor } from '../refusals.ts';
import { type Claim, claimsOf } from '../verify/claims.ts';
import { type Finding, sortFindings } from '../verify/findings.ts';
import { unusedHints } from '../verify/hints.ts';
import type { CorridorState, StackVerdict } from '../verify/report.ts';
import { type Derived, type Judged, judgeClaims, type NotChecked } from '../verify/verify.ts';
import { type EvidenceRequest, openEvidence } from './evidence/evidence.ts';

export interface VerifyRequest extends EvidenceRequest {
  /** Another time, in milliseconds, at which corridors are judged too; null for none. */
  readonly at: number | null;
  /** Which corridors must be active, and when; null if none must. */
  readonly required: RequiredActive | null;
}

export interface RequiredActive {
  /** In milliseconds; null for the time of the lock. */
  readonly at: number | null;
  /** Null for all corridors; there must be at least one. */
  readonly corridors: readonly string[] | null;
}

export interface VerifiedStack {
  readonly verdict: StackVerdict;
  readonly warnings: readonly string[];
  /** The absolute paths of the files of a tree that were read: a report must not replace one of them. */
  readonly filesRead: readonly string[];
}

export async function verifyStack(asked: VerifyRequest): Promise<VerifiedStack> {
  const { lock: file, given, at } = asked;
  const { lock, document } = file;
  const required = requiredOf(asked);
  const { evidence, derived, warnings, unusedKeys, filesRead } = await openEvidence(asked);
  const claims = claimsOf(document);
  const judged = judgeDerived(claims, derived);
  const corridors = statesOf(lock, derived.verdicts);
  const then = at === null ? null : { time: formatInstant(new Date(at)), corridors: statesOf(lock, derived.judgeAt(at)) };
  const statesAt = (time: number | null): readonly CorridorState[] => {
    if (time === null) return corridors;
    return time === at && then !== null ? then.corridors : statesOf(lock, derived.judgeAt(time));
  };
  const findings = sortFindings([
    ...judged.findings,
    ...(then === null ? [] : differingAt(then.time, then.corridors)),
    ...(required === null ? [] : inactiveIn(required, statesAt(required.at))),
  ]);
  const verdict = {
    lock: given,
    zoneId: lock.zone_id,
    generatedAt: lock.generated_at,
    evidence,
    judged: { ...judged, findings },
    notLookedUp: [...derived.notLookedUp, ...unusedHints(claims, derived.answers), ...onlyAtLock(asked, corridors)],
    corridors,
    at: then,
    required: required === null ? null : { time: required.time, corridors: required.corridors },
    unusedKeys,
  };
  return { verdict, warnings, filesRead };
}

interface Required {
  readonly at: number | null;
  readonly time: string;
  readonly corridors: readonly string[];
}

/** Throws `E_NOT_FOUND` for a corridor that the lock does not have. */
function requiredOf({ lock: { lock }, given, required }: VerifyRequest): Required | null {
  if (required === null) return null;
  const known = lock.corridors.map(({ corridor_id }) => corridor_id);
  const unknown = required.corridors?.find((id) => !known.includes(id));
  if (unknown !== undefined) throw unknownCorridor(unknown, known, given);
  const time = required.at === null ? lock.generated_at : formatInstant(new Date(required.at));
  return { at: required.at, time, corridors: required.corridors === null ? known : [...new Set(required.corridors)] };
}

/** Throws the reason why the lock cannot be judged, if no finding on a claim explains it. */
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

/** A corridor may have ended since it was locked. A verdict that does not mention today would be taken for one about today. */
function onlyAtLock({ at, required, lock: { lock } }: VerifyRequest, corridors: readonly CorridorState[]): readonly NotChecked[] {
  if (at !== null) return [];
  const judged = required === null || required.at === null ? [] : (required.corridors ?? corridors.map(({ corridorId }) => corridorId));
  const reason = `it was judged for ${lock.generated_at}, as the lock states; --at now judges for today`;
  return corridors.flatMap(({ corridorId, activated }) =>
    activated === null || judged.includes(corridorId)
      ? []
      : [{ section: 'corridors', id: corridorId, field: 'state today', reason } as const],
  );
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

/**
 * A corridor that could not be judged, or that has no agreement, counts as inactive. If there is no corridor at all, that is a finding too.
 */
function inactiveIn({ corridors, time }: Required, states: readonly CorridorState[]): readonly Finding[] {
  if (corridors.length === 0) {
    const reason = `at ${time}, the lock has no corridor`;
    return [{ kind: 'INACTIVE', ...activation(null), expected: true, actual: null, reason }];
  }
  return corridors.flatMap((id) => {
    const state = states.find(({ corridorId }) => corridorId === id);
    if (state?.activated === true) return [];
    const why = state === undefined ? 'it could not be judged' : state.blockers.join(', ') || 'no agreement is configured';
    return [
      { kind: 'INACTIVE', ...activation(id), expected: true, actual: state?.activated ?? null, reason: `at ${time}, ${why}` } as const,
    ];
  });
}

function activation(id: string | null): Pick<Finding, 'section' | 'id' | 'field' | 'file'> {
  return { section: 'corridors', id, field: 'corridor_activated', file: null };
}
