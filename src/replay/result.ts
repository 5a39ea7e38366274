/**
 * ResultV1: what `replay verify` says of a bundle, as one JSON object with all of these fields, whatever happened (R3).
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
  /** Below the bundle root. */
  readonly file: string;
  readonly bytes: number;
  /** Of the file as it was judged. */
  readonly bytes_hash: string;
  /** Of its value as RFC 8785 writes it, the snapshot's without the declared hash; null where it has none. */
  readonly canonical_hash: string | null;
};

export type Difference = {
  readonly file: string;
  /** RFC 6901; null where the file as a whole is meant. */
  readonly pointer: string | null;
  readonly kind: 'added' | 'removed' | 'changed' | 'formatting';
};

export type ResultV1 = {
  readonly ok: boolean;
  readonly ref: string;
  /** Empty where nothing is declared or known. */
  readonly expected: string;
  /** Empty where it could not be computed. */
  readonly got: string;
  readonly hash_alg: typeof HASH_ALG;
  readonly canonical_scope: typeof CANONICAL_SCOPE;
  readonly trace: readonly string[];
  /** Everything that is wrong with the input; absent where nothing is. */
  readonly errors?: readonly string[];
  readonly message: string;
  readonly wrote_expected: boolean;
  readonly write_blocked: boolean;
  readonly write_reason: WriteReason;
  /** Of `got`; null where there is none. */
  readonly profile: Profile | null;
  readonly files?: readonly FileDigests[];
  /** From what was given with `--against` to the bundle. */
  readonly differences?: readonly Difference[];
  /** Of each file the first number that is no double: the hash is that of the doubles they are rounded to. Only under `go-bytes`. */
  readonly inexact_numbers?: readonly string[];
};

/** What differs from a result about which nothing is known. */
export type ResultFields = { readonly [Key in keyof Omit<ResultV1, 'hash_alg' | 'canonical_scope'>]?: ResultV1[Key] | undefined } & {
  readonly message: string;
};

/** The keys come in the order of the document. Written out, because one for each of ten thousand bundles is made. */
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

/** How a run ended, as the ledger calls it. */
export type Outcome = 'REPLAY_OK' | 'REPLAY_MISMATCH' | 'REPLAY_WRITE_BLOCKED' | 'REPLAY_INVALID' | 'REFUSAL';

export interface Verdict {
  readonly outcome: Outcome;
  readonly result: ResultV1;
  /** The file or folder that a report points to, as it is shown; null where none is known. */
  readonly place: string | null;
  /** In that file, from 1; undefined where it is meant as a whole. */
  readonly line?: number | undefined;
  /** The hash that was written, which is the embedded one whatever `got` is. */
  readonly wrote?: string | undefined;
}
