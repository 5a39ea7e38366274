/**
 * The sizes of the members of a pack and the outcomes of its reports, as they lie there. Nothing is compared with the manifest; a report
 * that cannot be read says so.
 *
 *     folderContent(place, opened, members).reports     [{ name: 'rvl.report.json', value: 'rvl REAL_CHANGE' }]
 */
import { lstatSync } from 'node:fs';
import { compareUtf8 } from '#core/bytes/order';
import { drain } from '#core/bytes/source';
import { JsonTooLarge } from '#core/json/limits';
import { isRelPath } from '#core/path/rel-path';
import type { ByteSource } from '#core/ports';
import { withHashPool } from '#hashing/pool';
import type { PackMember } from '#pack/document';
import { readArchive } from '#pack/ops/archive/read';
import { readOutcome } from '#pack/ops/read-outcome';
import type { Hashed, PackPlace } from '#pack/ops/survey';
import type { Fact } from '../../about.ts';
import type { Place } from '../../contract.ts';

export interface PackContent {
  readonly reports: readonly Fact[];
  sizeOf(path: string): number | null;
  /** The SHA-256 of an archive; null for a folder. */
  readonly digest: string | null;
}

/** More than a person reads; a pack may have a million reports. */
const MAX_REPORTS = 1000;

/** Sorted by path, each path once. */
export function reportsIn(members: readonly PackMember[]): readonly PackMember[] {
  const isReport = ({ type, artifactVersion }: PackMember): boolean =>
    type === 'report' || (type === 'artifact' && artifactVersion !== null);
  const byPath = new Map<string, PackMember>();
  for (const member of members) {
    if (byPath.size === MAX_REPORTS) break;
    if (isReport(member) && isRelPath(member.path)) byPath.set(member.path, member);
  }
  return [...byPath.values()].sort((a, b) => compareUtf8(a.path, b.path));
}

/** A result that proves nothing, because nothing was hashed. */
const UNHASHED: Hashed = { bytesHash: 'sha256:', size: 0 };

/** One walk, which follows no link, finds the reports. */
export function folderContent({ path }: Place, place: PackPlace, members: readonly PackMember[]): PackContent {
  const reports = reportsIn(members);
  const outcomes = new Map<string, string>();
  const read = (index: number, source: ByteSource): Hashed => {
    outcomes.set((reports[index] as PackMember).path, outcomeIn(source));
    return UNHASHED;
  };
  if (reports.length > 0) withHashPool({ threads: 1 }, (pool) => place.survey({ members: reports, reading: () => 'content', pool, read }));
  return {
    reports: factsOn(reports, outcomes),
    sizeOf: (member) => (isRelPath(member) ? sizeAt(`${path}/${member}`) : null),
    digest: null,
  };
}

/** One pass over all of it. */
export function archiveContent({ given, path }: Place, members: readonly PackMember[]): PackContent {
  const reports = reportsIn(members);
  const wanted = new Set(reports.map((report) => report.path));
  const named = new Set(members.map((member) => member.path));
  const outcomes = new Map<string, string>();
  const sizes = new Map<string, number>();
  let digest: string | null = null;
  const onInput = ({ hash }: { readonly hash: string | null }): void => {
    digest = hash;
  };
  readArchive({ given, path, algorithm: 'sha256', onInput }, (entry, body) => {
    if (named.has(entry.path)) sizes.set(entry.path, entry.size);
    if (wanted.has(entry.path)) outcomes.set(entry.path, outcomeIn(body));
    drain(body);
  });
  return { reports: factsOn(reports, outcomes), sizeOf: (member) => sizes.get(member) ?? null, digest };
}

function factsOn(reports: readonly PackMember[], outcomes: ReadonlyMap<string, string>): readonly Fact[] {
  return reports.map(({ path }) => ({ name: path, value: outcomes.get(path) ?? 'cannot be read' }));
}

/** Reads the source to its end. */
function outcomeIn(source: ByteSource): string {
  try {
    const found = readOutcome(source);
    return found === null ? 'states no outcome' : `${found.tool} ${found.outcome}`;
  } catch (error) {
    if (!(error instanceof JsonTooLarge)) throw error;
    return 'too large to be read';
  } finally {
    drain(source);
  }
}

function sizeAt(path: string): number | null {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found?.isFile() === true ? found.size : null;
  } catch {
    return null;
  }
}
