/**
 * The report of `stack verify --json`, `stack-verify.v0`: every claim of the lock is in exactly one of three lists, and the counts add up.
 *
 *     {"version":"stack-verify.v0","outcome":"STACK_DRIFT","lock":"stack.lock","zone_id":"org.example.zone.one","generated_at":"…",
 *      "evidence":{"root":".","zone":"zones/one/zone.yaml","stores":[]},"counts":{"claims":31,"verified":28,"drifted":2,"not_checked":1,
 *      "beside":0},"findings":[…],"not_checked":[…],"verified":[…],"not_looked_up":[…],"corridors":[…],"at":null,"required_active":null,"unused_keys":[],"refusal":null}
 */
import type { JsonObject } from '#core/json/value';
import { type Finding, findingFields } from './findings.ts';
import type { Judged, NotChecked } from './verify.ts';

const REPORT_VERSION = 'stack-verify.v0';

export interface StackVerdict {
  /** The path as given by the user. */
  readonly lock: string;
  readonly zoneId: string;
  readonly generatedAt: string;
  readonly evidence: Evidence;
  readonly judged: Judged;
  /** Facts that matter but that the lock does not claim: revocation, an archive that is not available. */
  readonly notLookedUp: readonly NotChecked[];
  /** The states derived from the files at `generated_at`; corridors that could not be judged are left out. */
  readonly corridors: readonly CorridorState[];
  /** The same at another time, if one was requested. */
  readonly at: { readonly time: string; readonly corridors: readonly CorridorState[] } | null;
  /** Which corridors had to be active, and when; null if none had to. */
  readonly required: { readonly time: string; readonly corridors: readonly string[] } | null;
  /** Keys in the files that nothing reads. */
  readonly unusedKeys: readonly UnusedKey[];
}

export interface UnusedKey {
  /** The path relative to the root. */
  readonly file: string;
  /** The position in the file: `profile.title`. */
  readonly key: string;
}

/** What the lock was compared with: a tree, or stores without one. */
export interface Evidence {
  readonly root: string | null;
  readonly zone: string | null;
  readonly stores: readonly string[];
}

export interface CorridorState {
  readonly corridorId: string;
  /** Null if no agreement is configured. */
  readonly activated: boolean | null;
  readonly blockers: readonly string[];
  /** The value in the lock. */
  readonly lockedActivated: boolean | null;
}

export interface VerifyCounts {
  /** The number of claims in the lock: the sum of verified, drifted and not checked. */
  readonly claims: number;
  readonly verified: number;
  readonly drifted: number;
  readonly notChecked: number;
  /** The number of findings on values that the lock does not have, and on additional requirements. */
  readonly beside: number;
}

export function countsOf({ judged: { verified, findings, notChecked } }: Pick<StackVerdict, 'judged'>): VerifyCounts {
  const beside = findings.filter(isUnrelatedToClaim).length;
  const drifted = findings.length - beside;
  return {
    claims: verified.length + drifted + notChecked.length,
    verified: verified.length,
    drifted,
    notChecked: notChecked.length,
    beside,
  };
}

/** True for a finding that does not concern a claim of the lock. */
function isUnrelatedToClaim({ kind }: Finding): boolean {
  return kind === 'UNPINNED' || kind === 'STRAY' || kind === 'AT_TIME' || kind === 'INACTIVE';
}

export function verifyOutcome({ judged }: Pick<StackVerdict, 'judged'>): 'STACK_OK' | 'STACK_DRIFT' {
  return judged.findings.length === 0 ? 'STACK_OK' : 'STACK_DRIFT';
}

export function reportDocument(verdict: StackVerdict): JsonObject {
  const { lock, zoneId, generatedAt, evidence, judged, notLookedUp, corridors, at, required, unusedKeys } = verdict;
  const { claims, verified, drifted, notChecked, beside } = countsOf(verdict);
  return {
    version: REPORT_VERSION,
    outcome: verifyOutcome(verdict),
    lock,
    zone_id: zoneId,
    generated_at: generatedAt,
    evidence: { root: evidence.root, zone: evidence.zone, stores: [...evidence.stores] },
    counts: { claims, verified, drifted, not_checked: notChecked, beside },
    findings: judged.findings.map(findingFields),
    not_checked: judged.notChecked.map(uncheckedFields),
    verified: judged.verified.map(({ section, id, field, file }) => ({ section, id, field, file })),
    not_looked_up: notLookedUp.map(uncheckedFields),
    corridors: corridors.map(stateFields),
    at: at === null ? null : { time: at.time, corridors: at.corridors.map(stateFields) },
    required_active: required === null ? null : { time: required.time, corridors: [...required.corridors] },
    unused_keys: unusedKeys.map(({ file, key }) => ({ file, key })),
    refusal: null,
  };
}

function uncheckedFields({ section, id, field, reason }: NotChecked): JsonObject {
  return { section, id, field, reason };
}

function stateFields({ corridorId, activated, blockers, lockedActivated }: CorridorState): JsonObject {
  return { corridor_id: corridorId, activated, blockers: [...blockers], locked_activated: lockedActivated };
}
