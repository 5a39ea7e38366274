/**
 * The findings on the members of a pack, by what was found at their paths. They are made while they are read and joined with the other
 * findings then: a million members that fail need no more memory than the facts about them.
 *
 *     const { findings, failed } = joinFindings(manifest, facts, others);      findings.length, failed members
 */
import { MISSING } from '#core/found';
import type { PackMember } from './document.ts';
import { compareFindings, type Finding, type FindingCode, type FindingList, sortFindings } from './findings.ts';
import type { FoundTable } from './found-table.ts';
import type { ReadManifest } from './read.ts';

export interface MemberFacts {
  /** The members that were checked. */
  readonly members: readonly PackMember[];
  /** What was found, by the index of the member. */
  readonly found: FoundTable;
  /** The faults of members that do not conform to their schema. */
  readonly schemaFaults: ReadonlyMap<string, string>;
}

export interface JoinedFindings {
  readonly findings: FindingList;
  readonly codes: ReadonlySet<FindingCode>;
  /** How many members of the manifest have a finding on themselves. */
  readonly failed: number;
  /** How many findings are on files that no manifest names. */
  readonly extra: number;
}

/** The other codes that say something about a member itself, not about its line in the manifest. */
const ON_MEMBERS: ReadonlySet<FindingCode> = new Set([
  'DUPLICATE_MEMBER_PATH',
  'HASH_MISMATCH',
  'LOCK_HASH_MISMATCH',
  'MISSING_MEMBER',
  'NON_REGULAR_MEMBER',
  'RESERVED_MEMBER_PATH',
  'SCHEMA_VIOLATION',
  'UNSAFE_MEMBER_PATH',
]);

/** `others` are sorted. */
export function joinFindings({ members }: ReadManifest, facts: MemberFacts, others: readonly Finding[]): JoinedFindings {
  const indexOf = indexIn(members, facts.members);
  const codes = new Set(others.map(({ code }) => code));
  const extra = others.filter(({ code }) => code === 'EXTRA_MEMBER').length;
  const named = new Set(others.flatMap(({ code, path }) => (path !== undefined && ON_MEMBERS.has(code) ? [path] : [])));
  let [length, failed] = [others.length, 0];
  const isSound = facts.members === members && facts.found.isAllProven && facts.schemaFaults.size === 0;
  if (isSound && named.size === 0) return { findings: listOf(others), codes, failed, extra };
  members.forEach((member, place) => {
    const own = findingsOn(member, indexOf(member, place), facts);
    if (own === NONE && named.size === 0) return;
    for (const { code } of own) codes.add(code);
    length += own.length;
    if (own.length > 0 || named.has(member.path)) failed++;
  });
  const ofMembers = function* (): Generator<Finding> {
    for (const [place, member] of members.entries()) yield* findingsOn(member, indexOf(member, place), facts);
  };
  // In a sound manifest the members are sorted, and so are the findings on them.
  const sorted = facts.members === members ? null : sortFindings([...ofMembers()]);
  return { findings: { length, [Symbol.iterator]: () => merged(others, sorted ?? ofMembers()) }, codes, failed, extra };
}

function listOf(findings: readonly Finding[]): FindingList {
  return { length: findings.length, [Symbol.iterator]: () => findings[Symbol.iterator]() };
}

/** Both are sorted. */
function* merged(others: readonly Finding[], ofMembers: Iterable<Finding>): Generator<Finding> {
  let next = 0;
  for (const finding of ofMembers) {
    while (next < others.length && compareFindings(others[next] as Finding, finding) < 0) yield others[next++] as Finding;
    yield finding;
  }
  while (next < others.length) yield others[next++] as Finding;
}

/** Returns the index of a member of the manifest among the members that were checked. In a sound manifest it is the same index. */
function indexIn(all: readonly PackMember[], checked: readonly PackMember[]): (member: PackMember, place: number) => number | undefined {
  if (checked === all) return (_, place) => place;
  const places = new Map(checked.map(({ path }, index) => [path, index]));
  return ({ path }) => places.get(path);
}

const NONE: readonly Finding[] = [];

/** A duplicate path may have two hashes. Then the file matches one of them and differs from the other. */
function findingsOn(member: PackMember, index: number | undefined, { members, found, schemaFaults }: MemberFacts): readonly Finding[] {
  if (index === undefined || (found.isProven(index) && schemaFaults.size === 0 && members[index] === member)) return NONE;
  const { path, bytesHash: expected, artifactVersion } = member;
  const there = found.at(index) ?? MISSING;
  const actual =
    there.kind === 'proven' ? (members[index] as PackMember).bytesHash : there.kind === 'different' ? there.bytesHash : undefined;
  const findings: Finding[] = [];
  if (there.kind === 'not regular') findings.push({ code: 'NON_REGULAR_MEMBER', path });
  else if (actual === undefined) findings.push({ code: 'MISSING_MEMBER', path });
  else if (actual !== expected) findings.push({ code: 'HASH_MISMATCH', path, expected, actual });
  const fault = schemaFaults.get(path);
  if (fault !== undefined) findings.push({ code: 'SCHEMA_VIOLATION', path, expected: `valid ${artifactVersion} schema`, actual: fault });
  return findings;
}
