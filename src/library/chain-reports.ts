/** The types of the JSON documents for verdicts on tool chains. */
import type { FindingKind } from '#chain/findings';
import type { LockStatus, PrunedLock } from '#chain/list';
import type { SkippedFile } from '#chain/skipped-file';
import type { Space } from '#chain/space';
import type { VerifyCounts } from '#chain/verify';
import type { JsonObject, JsonValue } from '#core/json/value';

export interface ChainFinding {
  readonly kind: FindingKind;
  /** The position in the chain, from 0; null where it concerns the whole chain. */
  readonly position: number | null;
  readonly item_id: string;
  readonly file: string | null;
  readonly expected: string | null;
  readonly actual: string | null;
}

export interface ChainRefusal {
  readonly code: string;
  readonly message: string;
  readonly detail: JsonObject;
  readonly next_command: string | null;
}

export interface ChainResolveReport {
  readonly version: 'chain-resolve.v0';
  readonly outcome: 'CHAIN_OK' | 'CHAIN_DRIFT';
  readonly tool_id: string;
  /** The lock that the chain was read from, or null where the tools were searched. */
  readonly lock: string | null;
  readonly chain: readonly ChainElement[];
  readonly findings: readonly ChainFinding[];
}

export interface ChainElement {
  readonly item_id: string;
  readonly space: Space;
  readonly file: string;
  readonly version: string;
  readonly tool_type: string | null;
  readonly executor_id: string | null;
  readonly integrity: string;
  /** The fingerprint that the signature names; the signature itself is not checked. */
  readonly signed_by: string | null;
  readonly shadowed: readonly { readonly space: Space; readonly file: string }[];
}

export interface ChainVerifyReport {
  readonly version: 'chain-verify.v0';
  readonly outcome: 'CHAIN_OK' | 'CHAIN_DRIFT' | 'REFUSAL';
  readonly frozen: boolean;
  /** `passed_over` and the list of that name exist where `all` was requested. */
  readonly counts: VerifyCounts & { readonly passed_over?: number };
  readonly tools: readonly ChainToolReport[];
  readonly passed_over?: readonly SkippedFile[];
  /** The first refusal of the tools. */
  readonly refusal: ChainRefusal | null;
}

export interface ChainToolReport {
  readonly tool_id: string;
  readonly version: string | null;
  readonly lock: { readonly space: Space; readonly file: string } | null;
  readonly status: 'OK' | 'DRIFT' | 'UNLOCKED' | 'REFUSED';
  readonly findings: readonly ChainFinding[];
  /** Why it could not be judged, or null. */
  readonly refusal: ChainRefusal | null;
}

export interface ChainListReport {
  readonly version: 'chain-list.v0';
  readonly outcome: 'CHAIN_OK';
  readonly counts: Readonly<Record<Lowercase<LockStatus>, number>>;
  readonly locks: readonly ListedChainLock[];
}

export interface ListedChainLock {
  readonly space: Space;
  readonly file: string;
  readonly tool_id: string;
  readonly version: string;
  readonly status: LockStatus;
  readonly reason: string | null;
  /** Null in a list. */
  readonly action: PrunedLock['action'];
}

export interface ChainDiffReport {
  readonly version: 'chain-diff.v0';
  readonly outcome: 'NO_CHANGES' | 'CHANGES';
  readonly old: string;
  readonly new: string;
  readonly added: readonly DiffElement[];
  readonly removed: readonly DiffElement[];
  readonly changed: readonly { readonly item_id: string; readonly old: PinnedElement; readonly new: PinnedElement }[];
  readonly unchanged: number;
  readonly metadata: readonly { readonly field: string; readonly old: JsonValue; readonly new: JsonValue }[];
}

/** What a lock contains for an element, in addition to its id. */
export interface PinnedElement extends JsonObject {
  readonly position: number;
  readonly space: Space;
  readonly tool_type: string | null;
  readonly executor_id: string | null;
  readonly integrity: string;
}

export interface DiffElement extends PinnedElement {
  readonly item_id: string;
}
