/** The types of the JSON documents for verdicts on packs. */
import type { JsonObject, JsonValue } from '#core/json/value';
import type { Checks, Finding } from '#pack/findings';

export interface PackVerifyReport {
  readonly version: 'pack.verify.v0';
  /** `PARTIAL`: nothing is wrong, but files that the pack refers to were not read. */
  readonly outcome: 'OK' | 'PARTIAL' | 'INVALID';
  readonly pack_id: string;
  readonly checks: Checks;
  readonly invalid: readonly Finding[];
  /** Only for a pack that has references. */
  readonly references?: {
    readonly files: number;
    readonly read: number;
    /** Null where no store was given. */
    readonly store: string | null;
    readonly not_read: readonly {
      readonly path: string;
      readonly reference: string;
      readonly bytes_hash: string;
      readonly size: number;
      readonly store: string;
    }[];
  };
  readonly refusal: null;
}

export interface PackDiffReport {
  readonly version: 'pack.diff.v0';
  readonly outcome: 'NO_CHANGES' | 'CHANGES';
  readonly a_pack_id: string;
  readonly b_pack_id: string;
  readonly added: readonly PackChange[];
  readonly removed: readonly PackChange[];
  readonly changed: readonly PackChange[];
  readonly retyped: readonly PackRetyping[];
  readonly unchanged: number;
  readonly shifts: readonly { readonly path: string; readonly tool: string; readonly from: string; readonly to: string }[];
  /** `diff` is a `lock-diff.v0` document, or null where one of the lockfiles could not be trusted. */
  readonly locks: readonly { readonly path: string; readonly diff: JsonObject | null; readonly reason?: string }[];
  readonly metadata: readonly { readonly field: string; readonly a: JsonValue; readonly b: JsonValue }[];
}

export interface PackChange {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly path: string;
  readonly a_hash?: string;
  readonly b_hash?: string;
  /** Types and versions are present only for changed members, and only where one of them differs. */
  readonly a_type?: string;
  readonly b_type?: string;
  readonly a_artifact_version?: string | null;
  readonly b_artifact_version?: string | null;
}

export interface PackRetyping {
  readonly path: string;
  readonly a_type: string;
  readonly b_type: string;
  readonly a_artifact_version: string | null;
  readonly b_artifact_version: string | null;
}
