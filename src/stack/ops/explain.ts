/**
 * `stack explain`: the verdict on each corridor of a lock with every check, at the time of the lock or at another time.
 *
 *     await explainStack({ lock, given: 'stack.lock', corridor: 'org.example.corridor.swift', at: null, … })
 */
import { formatInstant } from '#core/time';
import type { CorridorEntry } from '../document.ts';
import { unknownCorridor } from '../refusals.ts';
import { claimsOf } from '../verify/claims.ts';
import type { ExplainedCorridor, Explanation } from '../verify/explain.ts';
import type { Finding } from '../verify/findings.ts';
import { judgeClaims, type NotChecked } from '../verify/verify.ts';
import { type EvidenceRequest, openEvidence } from './evidence/evidence.ts';

export interface ExplainRequest extends EvidenceRequest {
  /** The id of a corridor; null for all. */
  readonly corridor: string | null;
  /** In milliseconds; null for the time of the lock. */
  readonly at: number | null;
}

/** Throws `E_NOT_FOUND` for a corridor that the lock does not have. */
export async function explainStack(asked: ExplainRequest): Promise<Explanation> {
  const { lock, document } = asked.lock;
  const entries = lock.corridors.filter(({ corridor_id }) => asked.corridor === null || corridor_id === asked.corridor);
  if (asked.corridor !== null && entries.length === 0)
    throw unknownCorridor(
      asked.corridor,
      lock.corridors.map(({ corridor_id }) => corridor_id),
      asked.given,
    );
  const { derived } = await openEvidence(asked);
  const { findings, notChecked } = judgeClaims(claimsOf(document), derived.answers, derived);
  const verdicts = asked.at === null ? derived.verdicts : derived.judgeAt(asked.at);
  // Findings on other entries do not explain why this corridor cannot be judged.
  if (derived.obstacle !== null && entries.some((entry) => !verdicts.has(entry.corridor_id) && findingsOn(entry, findings).length === 0))
    throw derived.obstacle;
  return {
    lock: asked.given,
    generatedAt: lock.generated_at,
    judgedAt: asked.at === null ? lock.generated_at : formatInstant(new Date(asked.at)),
    corridors: entries.map((entry): ExplainedCorridor => {
      const { corridor_id: corridorId, corridor_activated: locked } = entry;
      const verdict = verdicts.get(corridorId) ?? null;
      const found = findingsOn(entry, findings);
      const notJudged = verdict === null && found.length === 0 ? reasonIn(notChecked, corridorId) : null;
      return { corridorId, lockedActivated: locked ?? null, verdict, notJudged, findings: found };
    }),
  };
}

function findingsOn({ corridor_id: id }: CorridorEntry, findings: readonly Finding[]): readonly Finding[] {
  return findings.filter((finding) => finding.section === 'corridors' && finding.id === id);
}

function reasonIn(notChecked: readonly NotChecked[], id: string): string {
  const reasons = notChecked.filter((claim) => claim.section === 'corridors' && claim.id === id).map(({ reason }) => reason);
  return [...new Set(reasons)].join('; ') || 'its files were not derived';
}
