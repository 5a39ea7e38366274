/**
 * What the tables of `replay verify` have in common: a small bundle, the outcomes that the decisions R2 to R6 know, and what holds of every
 * result whatever it says.
 *
 *     outcomeOf(await replay(folder, 'verify', '--bundle', 'demo'))      { exit: 0, ok: true, wrote: false, blocked: false, reason: 'none' }
 */
import { expect } from 'vitest';
import type { BundleFiles, ReplayResult } from './bundle.ts';

export const PROFILES = ['auto', 'embedded', 'go-bytes'] as const;
export type Profile = (typeof PROFILES)[number];

export const claim = '{ "claim_id": "c1",\n  "confidence": 0.25 }\n';
export const withExpected = (token: string | null): string =>
  `{\n  "ref": "demo",\n${token === null ? '' : `  "expected_hash_v1": ${token},\n`}  "state": {"n": 1}\n}\n`;
export const bundle = (token: string | null): BundleFiles => ({ 'snapshot.json': withExpected(token), 'claims/c1.json': claim });
export const ZEROS = '0'.repeat(64);
export const quoted = (text: string): string => JSON.stringify(text);

/** The part of a result that the table is about. */
export interface Outcome {
  readonly exit: number;
  readonly ok: boolean;
  readonly wrote: boolean;
  readonly blocked: boolean;
  readonly reason: string;
}

const outcome = (exit: number, ok: boolean, reason: string, { wrote = false, blocked = false } = {}): Outcome => ({
  exit,
  ok,
  wrote,
  blocked,
  reason,
});
export const OK = outcome(0, true, 'none');
export const MISMATCH = outcome(2, false, 'none');
export const UNSET = outcome(2, false, 'flag_not_set');
export const WRITTEN = outcome(2, false, 'placeholder', { wrote: true });
export const INVALID = outcome(4, false, 'none');
export const KEPT = (ok: boolean): Outcome => outcome(3, ok, 'existing_expected_present', { blocked: true });
export const NO_SNAPSHOT = outcome(4, false, 'snapshot_not_found', { blocked: true });
export const BAD_SNAPSHOT = outcome(4, false, 'snapshot_invalid_json', { blocked: true });

export function outcomeOf({ exit, result }: { exit: number; result: ReplayResult }): Outcome {
  return outcome(exit, result.ok, result.write_reason, { wrote: result.wrote_expected, blocked: result.write_blocked });
}

/** The fields of a result, in their order. */
export const RESULT_FIELDS: readonly string[] =
  'ok ref expected got hash_alg canonical_scope trace message wrote_expected write_blocked write_reason'.split(' ');

/** What holds of every result, whatever it says. */
export function requireContract(exit: number, result: ReplayResult, out: string): void {
  expect(Object.keys(result).filter((key) => RESULT_FIELDS.includes(key))).toEqual(RESULT_FIELDS);
  expect(result).toMatchObject({ hash_alg: 'sha256(canonical_json_v1)', canonical_scope: 'canonical_json_v1_excluding_expected_hash_v1' });
  expect(result.got).toMatch(/^([0-9A-F]{64})?$/);
  expect(result.message).not.toBe('');
  expect(out).toBe(`${JSON.stringify(result, null, 2)}\n`);
  expect(result.ok).toBe(exit === 0 || (exit === 3 && result.got === result.expected.toUpperCase()));
  expect(result.wrote_expected).toBe(result.write_reason === 'placeholder');
}

/** Every profile, without the flag and with it. */
export const asked = PROFILES.flatMap((profile) => [
  { profile, write: false },
  { profile, write: true },
]);
export const flags = ({ profile, write }: { profile: Profile; write: boolean }): string[] => [
  '--profile',
  profile,
  ...(write ? ['--write-expected'] : []),
];
