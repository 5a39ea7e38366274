/**
 * The findings of `pack verify`, and which check each of them fails. Findings without a path come first; the others are sorted by path in
 * byte order (P2).
 *
 *     { code: 'HASH_MISMATCH', path: 'rvl.report.json', expected: 'sha256:…', actual: 'sha256:…' }
 */
import { compareUtf8 } from '#core/bytes/order';

export type FindingCode = keyof typeof FAILS;

export interface Finding {
  readonly code: FindingCode;
  readonly path?: string;
  /** The name of the field, for an unknown field. */
  readonly field?: string;
  readonly expected?: string;
  readonly actual?: string;
}

/** Findings in their order. They may be made while they are read, so that a million of them need no memory. */
export interface FindingList extends Iterable<Finding> {
  readonly length: number;
}

export interface Checks {
  readonly manifest_parse: boolean;
  readonly member_count: boolean;
  readonly member_paths: boolean;
  readonly extra_members: boolean;
  readonly member_hashes: boolean;
  readonly pack_id: boolean;
  readonly schema_validation: 'pass' | 'fail' | 'skipped';
}

/** A member that was not read also fails `member_hashes`: its hash was not confirmed. */
const FAILS = {
  DUPLICATE_MEMBER_PATH: ['member_paths'],
  EXTRA_MEMBER: ['extra_members'],
  HASH_MISMATCH: ['member_hashes'],
  LOCK_HASH_MISMATCH: ['schema_validation'],
  MEMBER_COUNT_MISMATCH: ['member_count'],
  MISSING_MEMBER: ['member_hashes'],
  MISSING_REFERENCE: ['member_hashes'],
  NON_REGULAR_MEMBER: ['member_paths', 'member_hashes'],
  PACK_ID_MISMATCH: ['pack_id'],
  REFERENCE_MISMATCH: ['member_hashes'],
  RESERVED_MEMBER_PATH: ['member_paths', 'member_hashes'],
  SCHEMA_VIOLATION: ['schema_validation'],
  UNEXPECTED_ID: ['pack_id'],
  UNKNOWN_FIELD: ['schema_validation'],
  UNSAFE_MEMBER_PATH: ['member_paths', 'member_hashes'],
  UNSORTED_MEMBERS: ['member_paths'],
} as const satisfies Record<string, readonly (keyof Checks)[]>;

/** The manifest was read. `hasSchemas` says whether a schema was applied to any member. */
export function checksOf(codes: Iterable<FindingCode>, hasSchemas: boolean): Checks {
  const failed = new Set<keyof Checks>([...codes].flatMap((code) => FAILS[code]));
  return {
    manifest_parse: true,
    member_count: !failed.has('member_count'),
    member_paths: !failed.has('member_paths'),
    extra_members: !failed.has('extra_members'),
    member_hashes: !failed.has('member_hashes'),
    pack_id: !failed.has('pack_id'),
    schema_validation: failed.has('schema_validation') ? 'fail' : hasSchemas ? 'pass' : 'skipped',
  };
}

export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort(compareFindings);
}

export function compareFindings(a: Finding, b: Finding): number {
  return (
    Number(a.path !== undefined) - Number(b.path !== undefined) ||
    compareUtf8(a.path ?? '', b.path ?? '') ||
    compareUtf8(a.code, b.code) ||
    compareUtf8(a.field ?? '', b.field ?? '')
  );
}
