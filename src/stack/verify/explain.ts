/**
 * `stack-explain.v0`: why a corridor is active or not: every check with its result, and what was not checked.
 *
 *     {"version":"stack-explain.v0","outcome":"STACK_OK","lock":"stack.lock","judged_at":"2026-01-15T00:00:00Z","corridors":[{
 *      "corridor_id":"org.example.corridor.swift","activated":false,"locked_activated":true,"not_judged":null,"blockers":[{"blocker":"role:zone_authority:1/2",
 *      "reasons":["…"]}],"parties":[…],"thresholds":[…],"checks":[…],"findings":[]}],"refusal":null}
 *
 * It explains the files that were read; if they are not the ones that the lock pins, the findings say so and the outcome is STACK_DRIFT.
 */
import type { JsonObject } from '#core/json/value';
import type { CorridorVerdict, PartyVerdict, ThresholdVerdict } from '../corridor/activation.ts';
import { blockersIn, type CorridorCheck } from '../corridor/check.ts';
import { type Finding, findingFields } from './findings.ts';

const EXPLAIN_VERSION = 'stack-explain.v0';

export interface Explanation {
  /** The path as given by the user. */
  readonly lock: string;
  readonly generatedAt: string;
  /** `generated_at`, or the requested time. */
  readonly judgedAt: string;
  readonly corridors: readonly ExplainedCorridor[];
}

export interface ExplainedCorridor {
  readonly corridorId: string;
  /** The value in the lock; null if it has no agreements. */
  readonly lockedActivated: boolean | null;
  /** Null if its files cannot be judged. */
  readonly verdict: CorridorVerdict | null;
  /** Why they cannot be judged, if no finding says it. */
  readonly notJudged: string | null;
  /** The findings where its files differ from the lock. */
  readonly findings: readonly Finding[];
}

/** Tells whether the files are those that the lock pins; an inactive corridor is not drift (S9). */
export function explainOutcome({ corridors }: Pick<Explanation, 'corridors'>): 'STACK_OK' | 'STACK_DRIFT' {
  return corridors.every(({ findings }) => findings.length === 0) ? 'STACK_OK' : 'STACK_DRIFT';
}

export interface Blocker {
  readonly blocker: string;
  readonly reasons: readonly string[];
}

/** Every blocker with the messages of its checks; also for a corridor without agreements, whose entry has no blockers. */
export function blockersOf(verdict: CorridorVerdict): readonly Blocker[] {
  return blockersIn(verdict.checks).map((blocker) => {
    const given = verdict.checks.filter((check) => check.blocker === blocker);
    return { blocker, reasons: [...new Set(given.map(reasonOf))] };
  });
}

function reasonOf({ file, words }: CorridorCheck): string {
  return file === null ? words : `${file}: ${words}`;
}

export function explainDocument(explanation: Explanation): JsonObject {
  return {
    version: EXPLAIN_VERSION,
    outcome: explainOutcome(explanation),
    lock: explanation.lock,
    generated_at: explanation.generatedAt,
    judged_at: explanation.judgedAt,
    corridors: explanation.corridors.map(corridorFields),
    refusal: null,
  };
}

function corridorFields({ corridorId, lockedActivated, verdict, notJudged, findings }: ExplainedCorridor): JsonObject {
  return {
    corridor_id: corridorId,
    activated: verdict?.entry.corridor_activated ?? null,
    locked_activated: lockedActivated,
    not_judged: notJudged,
    definition_payload_sha256: verdict?.definitionPayloadSha256 ?? null,
    blockers: verdict === null ? [] : blockersOf(verdict).map(({ blocker, reasons }) => ({ blocker, reasons: [...reasons] })),
    parties: (verdict?.parties ?? []).map(partyFields),
    thresholds: (verdict?.thresholds ?? []).map(thresholdFields),
    checks: (verdict?.checks ?? []).map(checkFields),
    findings: findings.map(findingFields),
  };
}

function partyFields({ id, role, name, hasSigned, commitment, counts, blockers }: PartyVerdict): JsonObject {
  return { id, role, name, has_signed: hasSigned, commitment, counts, blockers: [...blockers] };
}

function thresholdFields({ role, signed, required, participants, of, isMet }: ThresholdVerdict): JsonObject {
  return { role, signed, required, participants, of, is_met: isMet };
}

function checkFields({ kind, verdict, file, subject, words, blocker }: CorridorCheck): JsonObject {
  return { kind, verdict, file, subject, words, blocker };
}
