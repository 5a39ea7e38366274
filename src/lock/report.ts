/**
 * `lock-verify.v0`: the verdict on a lockfile and, with a root, on each of its members.
 *
 *     {"left_out":{"scope":null,"skipped":0},"lock_hash":{"computed":"sha256:…","stored":"sha256:…","valid":true},"lockfile":"dec.lock.json","members":null,
 *      "outcome":"VERIFY_OK","tool_versions":{"lock":"0.1.0"},"version":"lock-verify.v0"}
 */

import { encodeUtf8 } from '#core/bytes/utf8';
import type { JsonObject, JsonValue } from '#core/json/value';
import { formatSpine, quote } from '#core/json/write';
import type { Scope } from '#core/scope';
import { type ContentReport, type ContentVerdict, emitContent } from './content/content.ts';
import type { SortedEntries } from './entries/sorted-entries.ts';
import type { EntryTable } from './entry-table.ts';
import { type ProfilesReport, profilesDocument } from './origin/profiles.ts';
import { type ToolsReport, toolsDocument } from './origin/tools.ts';
import { CONFIDENCE_PERCENT, intactAtLeast, type Sample } from './sample.ts';
import { weakerSum } from './strength.ts';
import type { LockHash, MemberTally } from './verify.ts';
import type { MembersPlace } from './wrong-root.ts';

const VERIFY_VERSION = 'lock-verify.v0';

export type VerifyOutcome = 'VERIFY_OK' | 'VERIFY_FAILED' | 'VERIFY_PARTIAL';

/**
 * For a missing member, `found` is a file whose name differs only in Unicode normalisation (C4), or a file with the same bytes. For the
 * path `.`, it is the folder that may be the intended root.
 */
export interface Hint extends JsonObject {
  readonly path: string;
  readonly found: string;
  readonly message: string;
}

/** An entry of `failures` or `skips`. */
export type Finding =
  | { readonly reason: 'HASH_MISMATCH' | 'SUSPECTED_DAMAGE'; readonly path: string; readonly expected: string; readonly actual: string }
  | {
      readonly reason: 'SIZE_MISMATCH';
      readonly path: string;
      readonly expected_size: number | bigint;
      readonly actual_size: number | bigint;
    }
  | { readonly reason: 'MISSING' | 'NOT_REGULAR' | 'EXTRA' | 'SKIPPED_PRESENT'; readonly path: string }
  | { readonly reason: 'IO_ERROR' | 'NOT_CHECKED'; readonly path: string; readonly detail: string };

export interface MembersReport extends Readonly<Omit<MemberTally, 'failures' | 'skips'>> {
  readonly failures: SortedEntries;
  readonly skips: SortedEntries;
  /** An absolute path, or the URL of a store that may be shown. */
  readonly root: string;
  /** The number of members that `--only` or `--sample` left out, or null without them. */
  readonly notSelected: number | null;
  readonly hints: readonly Hint[];
  /** The members that were checked, if only a sample of them was to be. */
  readonly sample?: DrawnSample;
  /** For one shard: where all its members are missing, the place where they lie; null if some are here. Absent for a whole lock. */
  readonly elsewhere?: MembersPlace | null;
  /** The members are objects of a store: the report says how strongly they were checked, also if all were read. */
  readonly isStore?: boolean;
}

/** `members` are those of the lock. */
export interface DrawnSample extends Sample {
  readonly members: EntryTable;
}

/** What the lock itself does not cover (M4). */
export interface LeftOut extends JsonObject {
  /** The number of paths that were skipped when the lock was made. */
  readonly skipped: number;
  /** The rules of the scan, or null for the default rules. */
  readonly scope: Scope | null;
}

/** M4 `--expect`: the id that the caller expects, and whether this lock has it. */
export interface Expected extends JsonObject {
  readonly expected: string;
  readonly finding: 'UNEXPECTED_ID' | null;
}

export interface VerifyReport {
  /** The path as given on the command line. */
  readonly lockfile: string;
  readonly lockHash: LockHash;
  /** Null if the self-hash is not valid. */
  readonly leftOut: LeftOut | null;
  /** Absent if no id was expected. */
  readonly expected?: Expected;
  /** Null without a root, or if the self-hash is not valid or is not the expected one. */
  readonly members: MembersReport | null;
  /** Absent if the content check was not requested; null if the members were not judged. */
  readonly content?: ContentReport | null;
  /** Absent if the lock names no profile and none was given; null if the lock is not the one that is meant. */
  readonly profiles?: ProfilesReport | null;
  /** Absent if the tools were not asked for; null if the lock is not the one that is meant. */
  readonly tools?: ToolsReport | null;
  readonly strict: boolean;
  readonly toolVersion: string;
}

export function outcomeOf(report: VerifyReport): VerifyOutcome {
  const { lockHash, expected, members, content, profiles, tools, strict } = report;
  if (!lockHash.valid || isUnexpected(expected)) return 'VERIFY_FAILED';
  if ((members?.failures.count ?? 0) + (content?.changes.count ?? 0) > 0) return 'VERIFY_FAILED';
  if ((profiles?.failures.length ?? 0) + (strict ? (tools?.differences.length ?? 0) : 0) > 0) return 'VERIFY_FAILED';
  if ((members?.skips.count ?? 0) + (content?.skips.count ?? 0) > 0) return strict ? 'VERIFY_FAILED' : 'VERIFY_PARTIAL';
  if (isPartOfAll(members?.sample)) return 'VERIFY_PARTIAL';
  const unproven = (report.leftOut?.skipped ?? 0) + (profiles?.notChecked.length ?? 0) + (tools?.notChecked.length ?? 0);
  return strict && unproven > 0 ? 'VERIFY_PARTIAL' : 'VERIFY_OK';
}

/** Whether there are members that the sample does not have. */
function isPartOfAll(sample: Sample | undefined): boolean {
  return sample !== undefined && sample.chosen.length < sample.population;
}

/** How many of the members that the sample was drawn from are intact, with 95 % confidence; null if not all of the sample are. */
export function intactBy({ sample, verified }: MembersReport): number | null {
  if (sample === undefined || verified < sample.chosen.length) return null;
  return intactAtLeast(sample.population, sample.chosen.length);
}

/** Every failed member must be one that was only saved again, otherwise something changed. */
function contentVerdict(content: ContentReport, members: MembersReport | null): ContentVerdict {
  const { rewrites, changes, skips } = content;
  if (changes.count > 0) return 'CHANGED';
  const explained = new Set([...pathsIn(rewrites), ...pathsIn(skips)]);
  for (const { reason, path } of (members?.failures.inOrder() ?? []) as Iterable<Finding>) {
    if ((reason !== 'HASH_MISMATCH' && reason !== 'SUSPECTED_DAMAGE' && reason !== 'SIZE_MISMATCH') || !explained.has(path))
      return 'CHANGED';
  }
  if (skips.count + (members?.skips.count ?? 0) > 0) return 'NOT_JUDGED';
  return rewrites.count > 0 ? 'REWRITTEN_ONLY' : 'SAME';
}

function pathsIn(list: SortedEntries): readonly string[] {
  return Array.from(list.inOrder() as Iterable<Finding>, ({ path }) => path);
}

export function isUnexpected(expected: Expected | undefined): boolean {
  return expected !== undefined && expected.finding !== null;
}

export function checkedOf(members: Pick<MembersReport, 'verified' | 'weaker' | 'failures' | 'skips'>): number {
  return members.verified + weakerSum(members.weaker) + members.failures.count + members.skips.count;
}

/** Writes the report in several pieces: a million failures never become one string. */
export function emitReport(report: VerifyReport, emit: (bytes: Uint8Array) => void): void {
  const text = (part: string): void => emit(encodeUtf8(part));
  const { lockHash, members, content, profiles, tools } = report;
  text('{');
  if (content !== undefined) {
    text('"content":');
    if (content === null) text('null');
    else emitContent(content, contentVerdict(content, members), emit);
    text(',');
  }
  if (report.expected !== undefined) text(`"expect":${formatSpine(report.expected)},`);
  text(`"left_out":${formatSpine(report.leftOut)},`);
  text(`"lock_hash":${formatSpine({ ...lockHash })},"lockfile":${quote(report.lockfile)},"members":`);
  if (members === null) text('null');
  else emitMembers(members, emit);
  text(`,"outcome":${quote(outcomeOf(report))}`);
  if (profiles !== undefined) text(`,"profiles":${formatSpine(profiles && profilesDocument(profiles))}`);
  text(`,"tool_versions":${formatSpine({ lock: report.toolVersion })}`);
  if (tools !== undefined) text(`,"tools":${formatSpine(tools && toolsDocument(tools))}`);
  text(`,"version":${quote(VERIFY_VERSION)}}`);
}

function emitMembers(members: MembersReport, emit: (bytes: Uint8Array) => void): void {
  const text = (part: string): void => emit(encodeUtf8(part));
  const field = (name: string, value: JsonValue): string => `${quote(name)}:${formatSpine(value)}`;
  text(`{${field('checked', checkedOf(members))},${field('failed', members.failures.count)},"failures":[`);
  members.failures.emitSorted(emit);
  text('],');
  if (members.hints.length > 0) text(`${field('hints', members.hints)},`);
  if (members.notSelected !== null) text(`${field('not_selected', members.notSelected)},`);
  text(`${field('root', members.root)},`);
  if (members.sample !== undefined) emitSample(members.sample, intactBy(members), emit);
  text(`${field('skipped', members.skips.count)},"skips":[`);
  members.skips.emitSorted(emit);
  text('],');
  if (members.isStore === true || weakerSum(members.weaker) > 0) text(`${field('strength', strengthCounts(members))},`);
  text(`${field('verified', members.verified)}}`);
}

const RUN = 1024;

function emitSample(
  { asked, chosen, members, population, seed }: DrawnSample,
  intact: number | null,
  emit: (bytes: Uint8Array) => void,
): void {
  const text = (part: string): void => emit(encodeUtf8(part));
  const facts = { asked, confidence_percent: CONFIDENCE_PERCENT, drawn: chosen.length, intact_at_least: intact };
  text(`"sample":${formatSpine(facts).slice(0, -1)},"paths":[`);
  for (let start = 0; start < chosen.length; start += RUN) {
    const run = Array.from(chosen.subarray(start, start + RUN), (index) => quote(members.path(index)));
    text(`${start === 0 ? '' : ','}${run.join(',')}`);
  }
  text(`],"population":${population},"seed":${quote(seed)}},`);
}

/** All members that were accepted, by strength. */
function strengthCounts({ verified, weaker }: MembersReport): JsonObject {
  const counts = Object.entries({ read: verified, ...weaker });
  return Object.fromEntries(counts.filter(([strength, count]) => strength === 'read' || count > 0));
}
