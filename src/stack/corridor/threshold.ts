/**
 * Checks how many of each role must sign and have signed. All thresholds must be met; if there are too few signatures, the missing parties are
 * named.
 *
 *     {"role":"zone_authority","required":2,"of":3}     two of the participants with that role, who are three
 */
import type { PartyVerdict, ThresholdVerdict } from './activation.ts';
import type { Threshold } from './agreement.ts';
import { type CorridorCheck, failed, passed } from './check.ts';

type Party = Pick<PartyVerdict, 'id' | 'role' | 'hasSigned' | 'counts'>;

/** The parties of one role. A party counts once, however often it signed or is listed. */
interface RoleMembers {
  readonly participants: Set<string>;
  readonly signed: Set<string>;
  /** Parties that have not signed, by id, with the blocker if they are needed. */
  readonly absent: Map<string, string>;
}

export interface ThresholdsVerdict {
  readonly thresholds: readonly ThresholdVerdict[];
  readonly checks: readonly CorridorCheck[];
}

export interface Named {
  /** The DIDs that proofs name, valid or not; their faults are reported elsewhere. */
  readonly observed: ReadonlySet<string>;
  /** Those of them who have not signed yet, with the blocker that says so. */
  readonly waiting: ReadonlyMap<string, string>;
}

export function judgeThresholds(wanted: readonly Threshold[], parties: readonly Party[], named: Named): ThresholdsVerdict {
  const rolls = membersByRole(parties, named);
  const thresholds = wanted.map((threshold) => judgeThreshold(threshold, rolls.get(threshold.role)));
  const lacking = new Set(thresholds.filter(({ signed, required }) => signed < required).map(({ role }) => role));
  return {
    thresholds,
    checks: [...thresholds.flatMap(thresholdChecks), ...[...lacking].flatMap((role) => absentChecks(role, rolls.get(role)))],
  };
}

function membersByRole(parties: readonly Party[], { observed, waiting }: Named): ReadonlyMap<string, RoleMembers> {
  const rolls = new Map<string, RoleMembers>();
  for (const { id, role, hasSigned, counts } of parties) {
    const roll = rolls.get(role) ?? { participants: new Set(), signed: new Set(), absent: new Map() };
    rolls.set(role, roll);
    roll.participants.add(id);
    if (counts) roll.signed.add(id);
    if (hasSigned) continue;
    const waits = waiting.get(id);
    if (waits !== undefined) roll.absent.set(id, waits);
    else if (!observed.has(id)) roll.absent.set(id, 'missing_signature');
  }
  return rolls;
}

function judgeThreshold({ role, required, of }: Threshold, roll: RoleMembers | undefined): ThresholdVerdict {
  const participants = roll?.participants.size ?? 0;
  const signed = roll?.signed.size ?? 0;
  return { role, signed, required, participants, of, isMet: signed >= required && (of === null || of === participants) };
}

function thresholdChecks({ role, signed, required, participants, of, isMet }: ThresholdVerdict): readonly CorridorCheck[] {
  const asked = { kind: 'threshold', file: null, subject: role } as const;
  const count = `${signed} signed, ${required} needed`;
  if (isMet) return [passed('threshold', null, role, count)];
  const checks: CorridorCheck[] = [];
  if (of !== null && of !== participants) {
    const words = `expected ${of} participants of this role, found ${participants}`;
    checks.push(failed(`role:${role}:${participants}/${of}`, { ...asked, words }));
  }
  if (signed < required) checks.push(failed(`role:${role}:${signed}/${required}`, { ...asked, words: count }));
  return checks;
}

function absentChecks(role: string, roll: RoleMembers | undefined): readonly CorridorCheck[] {
  return [...(roll?.absent ?? [])].map(([id, blocker]) =>
    failed(`${id}:${blocker}`, { kind: 'party', file: null, subject: id, words: `has not signed as ${role}` }),
  );
}
