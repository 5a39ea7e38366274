/**
 * ResultV1: the result of `replay verify` for a bundle, one JSON object that always has all of these fields (R3).
 *
 *     { "ok": true, "ref": "demo", "expected": "273910B6…", "got": "273910B6…", "hash_alg": "sha256(canonical_json_v1)",
 *       "canonical_scope": "canonical_json_v1_excluding_expected_hash_v1", "trace": [ … ], "message": "ok",
 *       "wrote_expected": false, "write_blocked": false, "write_reason": "none", "profile": "go-bytes", … }
 */
export const HASH_ALG = 'sha256(canonical_json_v1)';
export const CANONICAL_SCOPE = 'canonical_json_v1_excluding_expected_hash_v1';

export type Profile = 'embedded' | 'go-bytes';

export type WriteReason =
  | 'none'
  | 'flag_not_set'
  | 'placeholder'
  | 'existing_expected_present'
  | 'snapshot_not_found'
  | 'snapshot_invalid_json'
  | 'io_error'
  | 'invalid_hash';

export type FileDigests = {
  /** The path relative to the bundle root. */
  readonly file: string;
  readonly bytes: number;
  /** The hash of the bytes that were judged. */
  readonly bytes_hash: string;
  /** The hash of its value as RFC 8785 writes it, the snapshot's without the declared hash; null if there is none. */
  readonly canonical_hash: string | null;
};

export type Difference = {
  readonly file: string;
  /** A JSON pointer (RFC 6901); null if the whole file is meant. */
  readonly pointer: string | null;
  readonly kind: 'added' | 'removed' | 'changed' | 'formatting';
};

export type ResultV1 = {
  readonly ok: boolean;
  readonly ref: string;
  /** Empty if no hash is declared or the declaration is unknown. */
  readonly expected: string;
  /** Empty if it could not be computed. */
  readonly got: string;
  readonly hash_alg: typeof HASH_ALG;
  readonly canonical_scope: typeof CANONICAL_SCOPE;
  readonly trace: readonly string[];
  /** All errors in the input; absent if there are none. */
  readonly errors?: readonly string[];
  readonly message: string;
  readonly wrote_expected: boolean;
  readonly write_blocked: boolean;
  readonly write_reason: WriteReason;
  /** The profile of `got`; null if there is no hash. */
  readonly profile: Profile | null;
  readonly files?: readonly FileDigests[];
  /** The differences from the other side of `--against` to this bundle. */
  readonly differences?: readonly Difference[];
  /** For each file, the first number that is not a double: the hash covers the rounded doubles. Only for the profile `go-bytes`. */
  readonly inexact_numbers?: readonly string[];
};

/** The fields that differ from the defaults, which stand for "nothing is known". */
export type ResultFields = { readonly [Key in keyof Omit<ResultV1, 'hash_alg' | 'canonical_scope'>]?: ResultV1[Key] | undefined } & {
  readonly message: string;
};

/** Keys are in the order of the specification. They are written out one by one, because a run may create ten thousand results. */
export function resultV1(fields: ResultFields): ResultV1 {
  const { ok = false, ref = '', expected = '', got = '', trace = [], message } = fields;
  const { wrote_expected = false, write_blocked = false, write_reason = 'none', profile = null } = fields;
  const [hash_alg, canonical_scope] = [HASH_ALG, CANONICAL_SCOPE] as const;
  const { errors, files, differences, inexact_numbers } = fields;
  if (errors === undefined && files === undefined && differences === undefined && inexact_numbers === undefined) {
    return { ok, ref, expected, got, hash_alg, canonical_scope, trace, message, wrote_expected, write_blocked, write_reason, profile };
  }
  const hasErrors = errors !== undefined && errors.length > 0;
  return {
    ok,
    ref,
    expected,
    got,
    hash_alg,
    canonical_scope,
    trace,
    ...(hasErrors ? { errors } : {}),
    message,
    wrote_expected,
    write_blocked,
    write_reason,
    profile,
    ...(files === undefined ? {} : { files }),
    ...(differences === undefined ? {} : { differences }),
    ...(inexact_numbers === undefined ? {} : { inexact_numbers }),
  };
}

/** The outcome of a run, as recorded in the ledger. */
export type Outcome = 'REPLAY_OK' | 'REPLAY_MISMATCH' | 'REPLAY_WRITE_BLOCKED' | 'REPLAY_INVALID' | 'REFUSAL';

export interface Verdict {
  readonly outcome: Outcome;
  readonly result: ResultV1;
  /** The file or folder that a report points to, as shown to the user; null if unknown. */
  readonly place: string | null;
  /** The line in that file, from 1; undefined if the whole file is meant. */
  readonly line?: number | undefined;
  /** The hash that was written: always the embedded one, even if `got` is another. */
  readonly wrote?: string | undefined;
}
