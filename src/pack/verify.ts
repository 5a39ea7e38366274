/**
 * Is this pack what its manifest says? (pack.md "verify contract", P2.) The manifest is judged by itself first; then its members, by what
 * was found where they should lie. The caller looks; nothing here reads a file, and a path that could lead outside is never asked for.
 *
 *     const wanted = readableMembers(manifest)         look for these, and for nothing else
 *     judgePack(manifest, facts, newHasher)            { outcome: 'INVALID', findings: [...], checks: {...} }
 */

import { compareUtf8 } from '#core/bytes/order';
import { type Found, MISSING } from '#core/found';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { isRelPath } from '#core/path/rel-path';
import type { NewHasher } from '#core/ports';
import { isReserved, type PackMember } from './document.ts';
import { type Checks, checksOf, type Finding, sortFindings } from './findings.ts';
import { computedPackId, type ReadManifest } from './read.ts';

export interface PackFacts {
  /** Those that were looked for: `readableMembers`. */
  readonly members: readonly PackMember[];
  /** By their index: what lies there. */
  readonly found: readonly Found[];
  /** What lies in the pack and is neither a member nor the manifest. */
  readonly extras: readonly string[];
  /** Of each member that a schema was applied to: what is wrong with it, or null. */
  readonly schemaFaults: ReadonlyMap<string, string | null>;
  /** From looking into sealed lockfiles and nested packs. */
  readonly inside: readonly Finding[];
  /** The pack_id that was kept elsewhere, where there is one (M4). */
  readonly expectedId?: string | undefined;
}

export interface PackVerdict {
  readonly outcome: 'OK' | 'INVALID';
  readonly manifest: ReadManifest;
  readonly checks: Checks;
  readonly findings: readonly Finding[];
  /** What lies there of each member that was looked for; of a sound pack in the order of the manifest. */
  readonly found: readonly Found[];
}

const FIELDS = new Set(['version', 'pack_id', 'created', 'note', 'tool_version', 'members', 'member_count']);
const MEMBER_FIELDS = new Set(['path', 'bytes_hash', 'type', 'artifact_version']);

export function judgePack(manifest: ReadManifest, facts: PackFacts, newHasher: NewHasher): PackVerdict {
  const { expectedId = manifest.packId } = facts;
  const findings = sortFindings([
    ...(manifest.packId === expectedId ? [] : [{ code: 'UNEXPECTED_ID', expected: expectedId, actual: manifest.packId } as const]),
    ...judgeManifest(manifest, newHasher, facts),
    ...judgeMembers(manifest, facts),
    ...facts.extras.map((path): Finding => ({ code: 'EXTRA_MEMBER', path })),
    ...facts.inside,
  ]);
  return {
    outcome: findings.length === 0 ? 'OK' : 'INVALID',
    manifest,
    checks: checksOf(findings, facts.schemaFaults.size > 0),
    findings,
    found: facts.found,
  };
}

/** The members that may be looked for, each path once, ascending: of a sound manifest all that it names, and that very list. */
export function readableMembers({ members }: ReadManifest): readonly PackMember[] {
  if (isAscending(members) && members.every(({ path }) => isReadable(path))) return members;
  const first = new Map<string, PackMember>();
  for (const member of members) if (isReadable(member.path) && !first.has(member.path)) first.set(member.path, member);
  return [...first.values()].sort((a, b) => compareUtf8(a.path, b.path));
}

function isAscending(members: readonly PackMember[]): boolean {
  for (let i = 1; i < members.length; i++) {
    if (compareUtf8((members[i - 1] as PackMember).path, (members[i] as PackMember).path) >= 0) return false;
  }
  return true;
}

function isReadable(path: string): boolean {
  return isRelPath(path) && !isReserved(path);
}

/** Each path once, ascending, and all of them readable. */
function isInOrder(manifest: ReadManifest, looked: Looked | undefined): boolean {
  return (looked?.members ?? readableMembers(manifest)) === manifest.members;
}

type Looked = Pick<PackFacts, 'members'>;

/** Everything that the manifest alone tells. Whoever knows which of its members may be looked for need not have that found out again. */
export function judgeManifest(manifest: ReadManifest, newHasher: NewHasher, looked?: Looked): readonly Finding[] {
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

/** A manifest as it is written by `seal` has no other fields. */
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

/** Of members that do not ascend: which path is repeated, and the first that stands after a greater one. */
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

function judgeMembers(manifest: ReadManifest, facts: PackFacts): readonly Finding[] {
  const findings: Finding[] = [];
  const indexOf = indexIn(manifest, facts.members);
  manifest.members.forEach((member, place) => {
    const index = indexOf(member, place);
    if (index !== undefined) judgeMember(member, index, facts, findings);
  });
  return findings;
}

/** Where a member of the manifest stands among those that were looked for; in a sound manifest at the same place. */
function indexIn(manifest: ReadManifest, members: readonly PackMember[]): (member: PackMember, place: number) => number | undefined {
  if (members === manifest.members) return (_, place) => place;
  const places = new Map(members.map(({ path }, index) => [path, index]));
  return ({ path }) => places.get(path);
}

/** A repeated path may name two hashes, so that what is proven for one is different for the other. */
function judgeMember(member: PackMember, index: number, { members, found, schemaFaults }: PackFacts, findings: Finding[]): void {
  const { path, bytesHash: expected, artifactVersion } = member;
  const there = found[index] ?? MISSING;
  const actual =
    there.kind === 'proven' ? (members[index] as PackMember).bytesHash : there.kind === 'different' ? there.bytesHash : undefined;
  if (there.kind === 'not regular') findings.push({ code: 'NON_REGULAR_MEMBER', path });
  else if (actual === undefined) findings.push({ code: 'MISSING_MEMBER', path });
  else if (actual !== expected) findings.push({ code: 'HASH_MISMATCH', path, expected, actual });
  const fault = schemaFaults.size === 0 ? null : (schemaFaults.get(path) ?? null);
  if (fault !== null) findings.push({ code: 'SCHEMA_VIOLATION', path, expected: `valid ${artifactVersion} schema`, actual: fault });
}
