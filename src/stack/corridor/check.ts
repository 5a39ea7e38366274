/**
 * One check of a corridor and its result. A failed check names its blocker (S4). The blockers of a corridor come only from its checks, so every
 * verdict has a reason.
 *
 *     { kind: 'proof', verdict: 'fail', file: 'corridors/swift/a.vc.json', subject: 'did:key:z6Mk…', words: 'the signature is not
 *       by this key over this payload', blocker: 'did:key:z6Mk…:invalid_proof' }
 */
import { compareUtf8 } from '#core/bytes/order';

export type CheckKind =
  | 'shape'
  | 'proof'
  | 'issuer'
  | 'anchor'
  | 'registry'
  | 'binding'
  | 'date'
  | 'definition'
  | 'agreement'
  | 'participants'
  | 'party'
  | 'commitment'
  | 'threshold'
  | 'lawpack'
  | 'revocation';

interface CheckFields {
  readonly kind: CheckKind;
  /** The path relative to the root; null if the check concerns the whole corridor. */
  readonly file: string | null;
  /** The subject of the check: a DID, a role, a file, `<jurisdiction>:<domain>`; null for the file itself. */
  readonly subject: string | null;
  /** The message: lower-case, without a final period. */
  readonly words: string;
}

export type CorridorCheck =
  | (CheckFields & { readonly verdict: 'pass' | 'not_checked'; readonly blocker: null })
  | (CheckFields & { readonly verdict: 'fail'; readonly blocker: string });

/** The blockers, without duplicates, sorted. */
export function blockersIn(checks: readonly CorridorCheck[]): readonly string[] {
  return [...new Set(checks.flatMap(({ blocker }) => blocker ?? []))].sort(compareUtf8);
}

export function passed(kind: CheckKind, file: string | null, subject: string | null, words: string): CorridorCheck {
  return { kind, file, subject, words, verdict: 'pass', blocker: null };
}

export function notChecked(kind: CheckKind, file: string | null, subject: string | null, words: string): CorridorCheck {
  return { kind, file, subject, words, verdict: 'not_checked', blocker: null };
}

export function failed(blocker: string, { kind, file, subject, words }: CheckFields): CorridorCheck {
  return { kind, file, subject, words, verdict: 'fail', blocker };
}
