/** The types of the JSON documents for verdicts. */
import type { Comparison } from '#core/comparison';
import type { Digest } from '#core/digest';
import type { JsonObject, JsonValue } from '#core/json/value';
import type { Strength } from '#lock/strength';

export interface LockVerifyReport {
  readonly version: 'lock-verify.v0';
  readonly outcome: 'VERIFY_OK' | 'VERIFY_FAILED' | 'VERIFY_PARTIAL';
  readonly lockfile: string;
  readonly lock_hash: { readonly stored: string; readonly computed: Digest; readonly valid: boolean };
  /**
   * What the lock does not cover: paths that were skipped when it was made, and the rules of its scan where they are not the default; null
   * where it cannot be trusted.
   */
  readonly left_out: { readonly skipped: number; readonly scope: LockScope | null } | null;
  /** Only with `expect`. */
  readonly expect?: { readonly expected: string; readonly finding: 'UNEXPECTED_ID' | null };
  readonly members: MembersReport | null;
  /** Only where it was requested; null where the members were not judged. */
  readonly content?: ContentReport | null;
  /** Only if the lock names profiles or some were given; null where the lock cannot be trusted. */
  readonly profiles?: LockProfilesReport | null;
  readonly tool_versions: { readonly lock: string };
  /** Only where it was requested; null where the lock cannot be trusted. */
  readonly tools?: LockToolsReport | null;
}

/** Every profile of the lock and every given file is counted once. */
export interface LockProfilesReport {
  readonly checked: number;
  readonly verified: number;
  readonly failed: number;
  readonly failures: readonly {
    readonly reason: 'HASH_MISMATCH' | 'NOT_IN_LOCK';
    readonly profile: string;
    readonly file: string;
    readonly expected: string | null;
    readonly actual: string;
  }[];
  /** The entries that no file was given for, or that have no hash. */
  readonly not_checked: readonly { readonly profile: string; readonly reason: 'NO_FILE' | 'NO_HASH' }[];
}

export interface LockToolsReport {
  readonly checked: number;
  readonly same: number;
  readonly differences: readonly { readonly tool: string; readonly locked: string; readonly installed: string }[];
  readonly not_checked: readonly { readonly tool: string; readonly reason: 'NOT_INSTALLED' | 'NO_VERSION' }[];
}

export interface LockScope {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly follow: boolean;
}

/** The results of running the fingerprints that the lock names again; every examined member is in exactly one list. */
export interface ContentReport {
  readonly checked: number;
  /** The bytes and the content are as pinned. */
  readonly verified: number;
  readonly rewritten: number;
  readonly changed: number;
  readonly skipped: number;
  readonly without_fingerprint: number;
  /**
   * `REWRITTEN_ONLY`: files were saved again, and no content changed. `CHANGED` also if a member is missing, a file is extra, or a file without
   * a fingerprint has other bytes. `NOT_JUDGED`: nothing is known to have changed, but not everything could be judged.
   */
  readonly verdict: 'SAME' | 'REWRITTEN_ONLY' | 'CHANGED' | 'NOT_JUDGED';
  /** Only if older versions were given: their folder. */
  readonly against?: string;
  /** The bytes differ, the content is the same. */
  readonly rewrites: readonly { readonly path: string; readonly fingerprint_id: string }[];
  readonly changes: readonly {
    readonly path: string;
    readonly fingerprint_id: string;
    readonly expected: string;
    /** Null where the file is no longer recognised; then `detail` says why. */
    readonly actual: string | null;
    readonly bytes: 'SAME' | 'CHANGED';
    readonly detail: string | null;
    /** Only if older versions were given: how the file differs, or why it was not compared. */
    readonly comparison?: Comparison | null;
    readonly not_compared?: string | null;
  }[];
  /** The members that were not judged, with the reason. */
  readonly skips: readonly {
    readonly path: string;
    readonly fingerprint_id: string;
    readonly reason: 'NO_CONTENT_HASH' | 'NO_DEFINITION' | 'OTHER_VERSION' | 'PARSE_ERROR' | 'IO_ERROR';
    readonly detail: string;
  }[];
}

export interface MembersReport {
  readonly root: string;
  readonly checked: number;
  readonly verified: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly MemberFailure[];
  readonly skips: readonly MemberSkip[];
  /** Only where members were accepted without being read; `read` is the same number as `verified`. */
  readonly strength?: Readonly<Partial<Record<Strength, number>>>;
  /** Only with `only`. */
  readonly not_selected?: number;
  /** Only with `sample`. `intact_at_least` is null if one of the sample is not as the lock says. */
  readonly sample?: {
    readonly asked: string;
    readonly seed: string;
    readonly population: number;
    readonly drawn: number;
    readonly paths: readonly string[];
    readonly intact_at_least: number | null;
    readonly confidence_percent: 95;
  };
  /** Only where a missing member has a twin that differs in Unicode normalisation. */
  readonly hints?: readonly { readonly path: string; readonly found: string; readonly message: string }[];
}

export interface MemberFailure {
  readonly path: string;
  readonly reason: 'HASH_MISMATCH' | 'SUSPECTED_DAMAGE' | 'SIZE_MISMATCH' | 'MISSING' | 'NOT_REGULAR' | 'EXTRA' | 'SKIPPED_PRESENT';
  readonly expected: string | null;
  readonly actual: string | null;
  readonly expected_size: number | bigint | null;
  readonly actual_size: number | bigint | null;
}

export interface MemberSkip {
  readonly path: string;
  readonly reason: 'IO_ERROR' | 'NOT_CHECKED';
  readonly detail: string;
}

export interface LockDiffReport {
  readonly version: 'lock-diff.v0';
  readonly outcome: 'NO_CHANGES' | 'CHANGES';
  readonly old: string;
  readonly new: string;
  readonly added: readonly DiffMember[];
  readonly removed: readonly DiffMember[];
  readonly changed: readonly { readonly path: string; readonly old: JsonObject; readonly new: JsonObject }[];
  readonly moved: readonly (Omit<DiffMember, 'path'> & { readonly from: string; readonly to: string })[];
  readonly unchanged: number;
  readonly skipped: { readonly added: readonly string[]; readonly changed: readonly string[]; readonly removed: readonly string[] };
  readonly metadata: readonly { readonly field: string; readonly old: JsonValue; readonly new: JsonValue }[];
  readonly tool_versions: { readonly lock: string };
}

export interface DiffMember {
  readonly path: string;
  readonly bytes_hash: string;
  readonly size: number | bigint;
}
