/** The types of the JSON documents for verdicts on stacks. */
import type { CheckKind } from '#stack/corridor/check';
import type { Change } from '#stack/diff/diff-fields';
import type { Severity } from '#stack/diff/diff-severity';
import type { ListSection } from '#stack/diff/entries';
import type { Claim } from '#stack/verify/claims';
import type { Finding } from '#stack/verify/findings';

/** The subject of a claim in a lock. */
export type StackClaim = Omit<Claim, 'value'>;
export type StackFinding = Finding;
export type StackChange = Change;

export interface StackCorridorState {
  readonly corridor_id: string;
  /** Null where no agreement is configured. */
  readonly activated: boolean | null;
  readonly blockers: readonly string[];
  readonly locked_activated: boolean | null;
}

export interface StackVerifyReport {
  readonly version: 'stack-verify.v0';
  readonly outcome: 'STACK_OK' | 'STACK_DRIFT';
  readonly lock: string;
  readonly zone_id: string;
  readonly generated_at: string;
  readonly evidence: { readonly root: string | null; readonly zone: string | null; readonly stores: readonly string[] };
  readonly counts: {
    readonly claims: number;
    readonly verified: number;
    readonly drifted: number;
    readonly not_checked: number;
    readonly beside: number;
  };
  readonly findings: readonly StackFinding[];
  readonly not_checked: readonly (StackClaim & { readonly reason: string })[];
  readonly verified: readonly (StackClaim & { readonly file: string | null })[];
  /** Findings that concern the lock, though it makes no claim about them. */
  readonly not_looked_up: readonly (StackClaim & { readonly reason: string })[];
  readonly corridors: readonly StackCorridorState[];
  readonly at: { readonly time: string; readonly corridors: readonly StackCorridorState[] } | null;
  /** Which corridors had to be active, and at what time; null where none had to be. */
  readonly required_active: { readonly time: string; readonly corridors: readonly string[] } | null;
  /** Entries in the files of the tree that this program does not read. */
  readonly unused_keys: readonly { readonly file: string; readonly key: string }[];
  readonly refusal: null;
}

export interface StackDiffReport {
  readonly version: 'stack-diff.v0';
  readonly outcome: 'NO_CHANGES' | 'CHANGES';
  readonly old: string;
  readonly new: string;
  readonly severity: Severity | null;
  readonly counts: Readonly<Record<Severity, number>>;
  readonly sections: Readonly<
    Record<ListSection, { readonly added: number; readonly removed: number; readonly changed: number; readonly unchanged: number }>
  >;
  readonly changes: readonly StackChange[];
}

export interface StackExplainReport {
  readonly version: 'stack-explain.v0';
  readonly outcome: 'STACK_OK' | 'STACK_DRIFT';
  readonly lock: string;
  readonly generated_at: string;
  readonly judged_at: string;
  readonly corridors: readonly StackExplainedCorridor[];
  readonly refusal: null;
}

export interface StackExplainedCorridor {
  readonly corridor_id: string;
  /** Null where no agreement is configured, or its files cannot be judged. */
  readonly activated: boolean | null;
  readonly locked_activated: boolean | null;
  /** Why its files cannot be judged, where no finding says it. */
  readonly not_judged: string | null;
  readonly definition_payload_sha256: string | null;
  readonly blockers: readonly { readonly blocker: string; readonly reasons: readonly string[] }[];
  readonly parties: readonly StackParty[];
  readonly thresholds: readonly StackThreshold[];
  readonly checks: readonly StackCheck[];
  readonly findings: readonly StackFinding[];
}

export interface StackParty {
  readonly id: string;
  readonly role: string;
  readonly name: string | null;
  readonly has_signed: boolean;
  readonly commitment: string | null;
  readonly counts: boolean;
  readonly blockers: readonly string[];
}

export interface StackThreshold {
  readonly role: string;
  readonly signed: number;
  readonly required: number;
  readonly participants: number;
  readonly of: number | null;
  readonly is_met: boolean;
}

export interface StackCheck {
  readonly kind: CheckKind;
  readonly verdict: 'pass' | 'fail' | 'not_checked';
  readonly file: string | null;
  readonly subject: string | null;
  readonly words: string;
  readonly blocker: string | null;
}
