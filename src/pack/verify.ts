/**
 * Checks whether a pack is what its manifest says (pack.md "verify contract", P2). The manifest is judged first, then its members, by the
 * facts that were found at their paths. The caller reads the files; nothing here does. A path that could lead outside of the pack is never
 * requested.
 *
 *     const wanted = readableMembers(manifest)         only these may be read
 *     judgePack(manifest, facts, newHasher)            { outcome: 'INVALID', findings: [...], checks: {...} }
 */

import { compareUtf8, isBefore } from '#core/bytes/order';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { isRelPath } from '#core/path/rel-path';
import type { NewHasher } from '#core/ports';
import { isReserved, type PackMember } from './document.ts';
import { type Checks, checksOf, type Finding, type FindingList, sortFindings } from './findings.ts';
import type { FoundTable } from './found-table.ts';
import { joinFindings, type MemberFacts } from './member-findings.ts';
import { computedPackId, type ReadManifest } from './read.ts';
import { NO_REFERENCES, outcomeFor, type ReferencedFile, type ReferenceReport } from './references.ts';

export interface PackFacts extends MemberFacts {
  /** Files in the pack that are neither a member nor the manifest. */
  readonly extras: readonly string[];
  /** A schema was applied to a member. */
  readonly hasSchemas: boolean;
  /** Findings inside sealed lockfiles and nested packs. */
  readonly inside: readonly Finding[];
  /** The files that references stand for. */
  readonly references?: readonly ReferencedFile[];
  /** The pack_id that the caller expects, if any (M4). */
  readonly expectedId?: string | undefined;
}

export interface PackVerdict {
  /** PARTIAL: nothing is wrong, but files that references stand for were not read. */
  readonly outcome: 'OK' | 'PARTIAL' | 'INVALID';
  readonly manifest: ReadManifest;
  readonly checks: Checks;
  readonly findings: FindingList;
  /** How many members of the manifest have a finding on themselves. */
  readonly failed: number;
  /** How many files lie in it that no manifest names. */
  readonly extra: number;
  readonly references: ReferenceReport;
  /** What was found for each member that was checked. For a sound pack this is in the order of the manifest. */
  readonly found: FoundTable;
}

const FIELDS = new Set(['version', 'pack_id', 'created', 'note', 'tool_version', 'members', 'member_count']);
const MEMBER_FIELDS = new Set(['path', 'bytes_hash', 'type', 'artifact_version']);

export function judgePack(manifest: ReadManifest, facts: PackFacts, newHasher: NewHasher): PackVerdict {
  const { expectedId = manifest.packId } = facts;
  const others = sortFindings([
    ...(manifest.packId === expectedId ? [] : [{ code: 'UNEXPECTED_ID', expected: expectedId, actual: manifest.packId } as const]),
    ...judgeManifest(manifest, newHasher, facts),
    ...facts.extras.map((path): Finding => ({ code: 'EXTRA_MEMBER', path })),
    ...facts.inside,
  ]);
  const { findings, codes, failed, extra } = joinFindings(manifest, facts, others);
  const references = facts.references === undefined ? NO_REFERENCES : { files: facts.references, asked: null };
  return {
    outcome: outcomeFor(findings, references),
    manifest,
    checks: checksOf(codes, facts.hasSchemas),
    findings,
    failed,
    extra,
    references,
    found: facts.found,
  };
}

/** The members that may be read, each path once, sorted. For a sound manifest this is the list of the manifest itself. */
export function readableMembers({ members }: ReadManifest): readonly PackMember[] {
  if (areReadable(members)) return members;
  const first = new Map<string, PackMember>();
  for (const member of members) if (isReadable(member.path) && !first.has(member.path)) first.set(member.path, member);
  return [...first.values()].sort((a, b) => compareUtf8(a.path, b.path));
}

/** One loop, because it runs for every member: the paths are ascending, and all of them are readable. */
function areReadable(members: readonly PackMember[]): boolean {
  let before = '';
  for (let i = 0; i < members.length; i++) {
    const { path } = members[i] as PackMember;
    if (!isReadable(path) || !isBefore(before, path)) return false;
    before = path;
  }
  return true;
}

function isAscending(members: readonly PackMember[]): boolean {
  return members.every(({ path }, index) => index === 0 || isBefore((members[index - 1] as PackMember).path, path));
}

function isReadable(path: string): boolean {
  return isRelPath(path) && !isReserved(path);
}

/** True if the paths are sorted, without duplicates, and all readable. */
function isInOrder(manifest: ReadManifest, looked: ReadableFacts | undefined): boolean {
  return (looked?.members ?? readableMembers(manifest)) === manifest.members;
}

type ReadableFacts = Pick<PackFacts, 'members'>;

/**
 * Returns all findings about the manifest alone. A caller that already knows the readable members passes them as `looked`, so that they are
 * not computed again.
 */
export function judgeManifest(manifest: ReadManifest, newHasher: NewHasher, looked?: ReadableFacts): readonly Finding[] {
  const { memberCount, packId } = manifest;
  const actual = computedPackId(manifest, newHasher);
  const count = manifest.members.length;
  return [
    ...(BigInt(memberCount) === BigInt(count)
      ? []
      : [{ code: 'MEMBER_COUNT_MISMATCH', expected: String(memberCount), actual: String(count) } as const]),
    ...(packId === actual ? [] : [{ code: 'PACK_ID_MISMATCH', expected: packId, actual } as const]),
    ...judgeFields(manifest),
    ...(isInOrder(manifest, looked) ? [] : judgePaths(manifest.members)),
  ];
}

/** A manifest in the form that `seal` writes has no other fields. */
function judgeFields(manifest: ReadManifest): readonly Finding[] {
  if (manifest.head !== null) return [];
  const { document, members } = manifest;
  const inMembers = (document['members'] as readonly JsonValue[]).flatMap((value, index) => {
    return isJsonObject(value) ? unknownFields(value, MEMBER_FIELDS, members[index]?.path) : [];
  });
  return [...unknownFields(document, FIELDS), ...inMembers];
}

function unknownFields(object: JsonObject, known: ReadonlySet<string>, path?: string): readonly Finding[] {
  const unknown = Object.keys(object).filter((field) => !known.has(field));
  return unknown.map((field) => ({ code: 'UNKNOWN_FIELD', ...(path === undefined ? {} : { path }), field }));
}

function judgePaths(members: readonly PackMember[]): readonly Finding[] {
  const findings: Finding[] = [];
  for (const { path } of members) {
    if (!isRelPath(path)) findings.push({ code: 'UNSAFE_MEMBER_PATH', path });
    else if (isReserved(path)) findings.push({ code: 'RESERVED_MEMBER_PATH', path });
  }
  return isAscending(members) ? findings : [...distinct(findings), ...judgeOrder(members)];
}

/** For members that are not sorted: the duplicate paths, and the first path that comes after a greater one. */
function judgeOrder(members: readonly PackMember[]): readonly Finding[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { path } of members) (seen.has(path) ? repeated : seen).add(path);
  const unsorted = members.find(({ path }, index) => index > 0 && compareUtf8((members[index - 1] as PackMember).path, path) > 0);
  return [
    ...[...repeated].map((path): Finding => ({ code: 'DUPLICATE_MEMBER_PATH', path })),
    ...(unsorted === undefined ? [] : [{ code: 'UNSORTED_MEMBERS', path: unsorted.path } as const]),
  ];
}

function distinct(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((finding) => [finding.path, finding])).values()];
}
