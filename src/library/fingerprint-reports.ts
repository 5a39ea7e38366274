/** The types of the results of fingerprinting. */
import type { JsonObject } from '#core/json/value';

/** A `fingerprint.v0` record: the hashed input record, with what its file was recognised as. */
export interface FingerprintRecord extends JsonObject {
  readonly version: 'fingerprint.v0';
  readonly path: string;
  readonly bytes_hash: string | null;
  /** Null where none of the requested fingerprints has the format of the file, and where the record is skipped. */
  readonly fingerprint: FingerprintReport | null;
}

export interface FingerprintReport extends JsonObject {
  readonly fingerprint_id: string;
  readonly fingerprint_version: string;
  readonly fingerprint_source: string;
  readonly fingerprint_crate: string;
  readonly matched: boolean;
  readonly reason: string | null;
  readonly assertions: readonly AssertionReport[];
  readonly extracted: JsonObject | null;
  readonly content_hash: string | null;
}

export interface AssertionReport extends JsonObject {
  readonly name: string;
  readonly passed: boolean;
  readonly detail: string;
}

export interface FingerprintListReport {
  readonly version: 'fingerprint-list.v0';
  readonly fingerprints: readonly {
    readonly fingerprint_id: string;
    readonly format: string;
    readonly fingerprint_version: string;
    readonly fingerprint_source: string;
    readonly fingerprint_crate: string;
    readonly parent: string | null;
    readonly valid_from: string | null;
    readonly valid_until: string | null;
    readonly content_hash: string | null;
    readonly asserts: readonly { readonly name: string; readonly doc: string }[];
  }[];
  readonly blocked: readonly {
    readonly fingerprint_id: string | null;
    readonly status: 'untrusted' | 'broken' | 'duplicate';
    readonly path: string;
    readonly mistakes: readonly JsonObject[];
  }[];
  readonly tool_versions: { readonly fingerprint: string };
}

/** A `struct-check.v0` record. */
export interface StructCheckRecord extends JsonObject {
  readonly version: 'struct-check.v0';
  readonly rule_id: string;
  readonly group_pattern: string;
  readonly matched_directory: string | null;
  readonly outcome: 'complete' | 'partial' | 'empty';
  readonly present: readonly string[];
  readonly missing: readonly string[];
  readonly unexpected: readonly string[];
}
