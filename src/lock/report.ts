/**
 * `lock-verify.v0`: the verdict on a lockfile and, with a root, on each of its members.
 *
 *     {"lock_hash":{"computed":"sha256:…","stored":"sha256:…","valid":true},"lockfile":"dec.lock.json","members":null,
 *      "outcome":"VERIFY_OK","tool_versions":{"lock":"0.1.0"},"version":"lock-verify.v0"}
 */
import type { JsonObject, JsonValue } from '#core/json/value';
import { formatSpine, quote } from '#core/json/write';
import { encodeUtf8 } from '#core/utf8';
import { type ContentReport, emitContent } from './content.ts';
import type { LockHash, MemberTally } from './verify.ts';

const VERIFY_VERSION = 'lock-verify.v0';

export type VerifyOutcome = 'VERIFY_OK' | 'VERIFY_FAILED' | 'VERIFY_PARTIAL';

/** A name on disk that equals a missing member's but for Unicode normalisation (C4). */
export interface Hint extends JsonObject {
  readonly path: string;
  readonly found: string;
  readonly message: string;
}

/** An entry of `failures` or `skips`. */
export type Finding =
  | { readonly reason: 'HASH_MISMATCH'; readonly path: string; readonly expected: string; readonly actual: string }
  | {
      readonly reason: 'SIZE_MISMATCH';
      readonly path: string;
      readonly expected_size: number | bigint;
      readonly actual_size: number | bigint;
    }
  | { readonly reason: 'MISSING' | 'NOT_REGULAR' | 'EXTRA'; readonly path: string }
  | { readonly reason: 'IO_ERROR'; readonly path: string; readonly detail: string };

export interface MembersReport extends MemberTally {
  /** Absolute. */
  readonly root: string;
  /** Members that `--only` left out; null without it. */
  readonly notSelected: number | null;
  readonly hints: readonly Hint[];
}

export interface VerifyReport {
  /** As given on the command line. */
  readonly lockfile: string;
  readonly lockHash: LockHash;
  /** Null without a root, and where the self-hash is not valid. */
  readonly members: MembersReport | null;
  /** Absent unless it was asked for; null where the members were not judged. */
  readonly content?: ContentReport | null;
  readonly strict: boolean;
  readonly toolVersion: string;
}

export function outcomeOf({ lockHash, members, content, strict }: VerifyReport): VerifyOutcome {
  if (!lockHash.valid) return 'VERIFY_FAILED';
  if (members === null) return 'VERIFY_OK';
  if (members.failures.count > 0 || (content?.changes.count ?? 0) > 0) return 'VERIFY_FAILED';
  if (members.skips.count + (content?.skips.count ?? 0) === 0) return 'VERIFY_OK';
  return strict ? 'VERIFY_FAILED' : 'VERIFY_PARTIAL';
}

export function checkedOf(members: MemberTally): number {
  return members.verified + members.failures.count + members.skips.count;
}

/** The report's bytes, in runs: a million failures never become one string. */
export function emitReport(report: VerifyReport, emit: (bytes: Uint8Array) => void): void {
  const text = (part: string): void => emit(encodeUtf8(part));
  const { lockHash, members, content } = report;
  text('{');
  if (content !== undefined) {
    text('"content":');
    if (content === null) text('null');
    else emitContent(content, emit);
    text(',');
  }
  text(`"lock_hash":${formatSpine({ ...lockHash })},"lockfile":${quote(report.lockfile)},"members":`);
  if (members === null) text('null');
  else emitMembers(members, emit);
  text(
    `,"outcome":${quote(outcomeOf(report))},"tool_versions":${formatSpine({ lock: report.toolVersion })},"version":${quote(VERIFY_VERSION)}}`,
  );
}

function emitMembers(members: MembersReport, emit: (bytes: Uint8Array) => void): void {
  const text = (part: string): void => emit(encodeUtf8(part));
  const field = (name: string, value: JsonValue): string => `${quote(name)}:${formatSpine(value)}`;
  text(`{${field('checked', checkedOf(members))},${field('failed', members.failures.count)},"failures":[`);
  members.failures.emitSorted(emit);
  text('],');
  if (members.hints.length > 0) text(`${field('hints', members.hints)},`);
  if (members.notSelected !== null) text(`${field('not_selected', members.notSelected)},`);
  text(`${field('root', members.root)},${field('skipped', members.skips.count)},"skips":[`);
  members.skips.emitSorted(emit);
  text(`],${field('verified', members.verified)}}`);
}
