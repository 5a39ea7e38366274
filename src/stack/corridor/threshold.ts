/**
 * Checks how many of each role must sign and have signed. All thresholds must be met; if there are too few signatures, the missing parties are
 * named.
 *
 *     {"role":"zone_authority","required":2,"of":3}     two of the participants with that role, who are three
 */
import { judgeThreshold as judgeParties } from '#core/threshold';
import type { PartyVerdict, ThresholdVerdict } from './activation.ts';
import type { Threshold } from './agreement.ts';
import { type CorridorCheck, failed, passed } from './check.ts';

type Party = Pick<PartyVerdict, 'id' | 'role' | 'hasSigned' | 'counts'>;

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
  const thresholds = wanted.map((threshold) => judgeThreshold(threshold, parties));
  const lacking = new Set(thresholds.filter(({ signed, required }) => signed < required).map(({ role }) => role));
  return {
    thresholds,
    checks: [...thresholds.flatMap(thresholdChecks), ...[...lacking].flatMap((role) => absentChecks(role, parties, named))],
  };
}

function judgeThreshold({ role, required, of }: Threshold, parties: readonly Party[]): ThresholdVerdict {
  const { participants, counted, isMet } = judgeParties({ required, roles: [role], differ: 'parties' }, parties);
  const isAll = of === null || of === participants.size;
  return { role, signed: counted.size, required, participants: participants.size, of, isMet: isMet && isAll };
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

/** Those who have not signed, with the blocker that says so. */
function absentChecks(role: string, parties: readonly Party[], { observed, waiting }: Named): readonly CorridorCheck[] {
  const absent = new Map<string, string>();
  for (const { id, role: own, hasSigned } of parties) {
    if (own !== role || hasSigned) continue;
    const waits = waiting.get(id);
    if (waits !== undefined) absent.set(id, waits);
    else if (!observed.has(id)) absent.set(id, 'missing_signature');
  }
  return [...absent].map(([id, blocker]) =>
    failed(`${id}:${blocker}`, { kind: 'party', file: null, subject: id, words: `has not signed as ${role}` }),
  );
}
