/**
 * The result of checking the content that a lock pins. The fingerprints that the lock names are run again, and their content hashes are
 * compared.
 *
 *     "content":{"changed":1,"changes":[{"actual":"blake3:…","bytes":"CHANGED","detail":null,"expected":"blake3:…","fingerprint_id":"csv.v0",
 *       "path":"tape.csv"}],"checked":2,"rewrites":[],"rewritten":0,"skipped":0,"skips":[],
 *       "verdict":"CHANGED","verified":1,"without_fingerprint":3}
 *
 * Every selected member is counted exactly once: as `verified` (bytes and content are as pinned), in `rewrites` (other bytes, the same
 * content), in `changes`, in `skips` (not judged, with the reason), or as a member without a fingerprint. `verdict` is about all of them
 * together. With an older version of the files, each change has a `comparison` with it.
 */

import { encodeUtf8 } from '#core/bytes/utf8';
import type { Comparison } from '#core/comparison';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { formatSpine, quote } from '#core/json/write';
import { EntryTable } from '../entry-table.ts';

export interface PinnedContent {
  readonly path: string;
  readonly size: number;
  readonly bytesHash: string;
  readonly fingerprintId: string;
  readonly fingerprintVersion: string;
  /** Null if the fingerprint did not match, or has no content hash. */
  readonly contentHash: string | null;
}

export type SkipReason = 'NO_CONTENT_HASH' | 'NO_DEFINITION' | 'OTHER_VERSION' | 'PARSE_ERROR' | 'IO_ERROR';

/** The content that was found at the path of a member. */
export type FoundContent =
  | { readonly kind: 'judged'; readonly bytesHash: string; readonly contentHash: string | null; readonly reason: string | null }
  | { readonly kind: 'not judged'; readonly reason: SkipReason; readonly detail: string };

/**
 * `REWRITTEN_ONLY`: files were saved again, and no content changed. `CHANGED` also if a member is missing, a file is extra, or a file without
 * a fingerprint has other bytes. `NOT_JUDGED`: nothing is known to have changed, but not everything could be judged.
 */
export type ContentVerdict = 'SAME' | 'REWRITTEN_ONLY' | 'CHANGED' | 'NOT_JUDGED';

/** How many differences of a file are named unless the caller says otherwise, and at most. */
export const USUAL_DIFFERENCES = 10;
export const MAX_DIFFERENCES = 1000;

/** The comparison of a changed member with its older version, or why there is none. */
export interface Compared extends JsonObject {
  readonly comparison: Comparison | null;
  readonly not_compared: string | null;
}

export interface ContentReport {
  /** The folder of the older versions; null if none was given. */
  readonly against: string | null;
  verified: number;
  withoutFingerprint: number;
  readonly rewrites: EntryTable;
  readonly changes: EntryTable;
  readonly skips: EntryTable;
}

/** An entry of `rewrites`, `changes` or `skips`. */
export type ContentFinding = { readonly path: string; readonly fingerprint_id: string } & (
  | { readonly reason?: undefined; readonly expected?: undefined }
  | ({
      readonly reason?: undefined;
      readonly expected: string;
      readonly actual: string | null;
      readonly bytes: 'SAME' | 'CHANGED';
      readonly detail: string | null;
    } & Partial<Compared>)
  | { readonly reason: SkipReason; readonly expected?: undefined; readonly detail: string }
);

export function newContentReport(against: string | null = null): ContentReport {
  return { against, verified: 0, withoutFingerprint: 0, rewrites: new EntryTable(), changes: new EntryTable(), skips: new EntryTable() };
}

/** Returns null for a member without a fingerprint. */
export function pinnedContent(member: JsonObject): PinnedContent | null {
  const { path, size, bytes_hash, fingerprint } = member;
  if (!isJsonObject(fingerprint)) return null;
  const { fingerprint_id, fingerprint_version, content_hash } = fingerprint;
  return {
    path: path as string,
    size: Number(size),
    bytesHash: bytes_hash as string,
    fingerprintId: textOf(fingerprint_id),
    fingerprintVersion: textOf(fingerprint_version),
    contentHash: typeof content_hash === 'string' && fingerprint['matched'] === true ? content_hash : null,
  };
}

/** Whether the content is another one than the lock pins. */
export function isChanged(pinned: PinnedContent, found: FoundContent): found is Extract<FoundContent, { readonly kind: 'judged' }> {
  return found.kind === 'judged' && (found.contentHash === null || found.contentHash !== pinned.contentHash);
}

/** `compared` is for a member that changed. */
export function judgeContent(report: ContentReport, pinned: PinnedContent, found: FoundContent, compared: Compared | null = null): void {
  const entry = { fingerprint_id: pinned.fingerprintId, path: pinned.path };
  if (found.kind === 'not judged') {
    report.skips.appendValue({ ...entry, detail: found.detail, reason: found.reason });
    return;
  }
  const isSame = found.bytesHash === pinned.bytesHash;
  if (!isChanged(pinned, found)) {
    if (isSame) report.verified++;
    else report.rewrites.appendValue(entry);
    return;
  }
  const [expected, actual, bytes] = [pinned.contentHash, found.contentHash, isSame ? 'SAME' : 'CHANGED'];
  report.changes.appendValue({ ...entry, actual, bytes, ...compared, detail: found.reason, expected });
}

export function contentChecked({ verified, rewrites, changes, skips }: ContentReport): number {
  return verified + rewrites.count + changes.count + skips.count;
}

/** Writes the report in several pieces. */
export function emitContent(report: ContentReport, verdict: ContentVerdict, emit: (bytes: Uint8Array) => void): void {
  const text = (part: string): void => emit(encodeUtf8(part));
  const field = (name: string, value: JsonValue): string => `${quote(name)}:${formatSpine(value)}`;
  const list = (name: string, table: EntryTable): void => {
    text(`${quote(name)}:[`);
    table.emitSorted(emit);
    text('],');
  };
  text(`{${report.against === null ? '' : `${field('against', report.against)},`}${field('changed', report.changes.count)},`);
  list('changes', report.changes);
  text(`${field('checked', contentChecked(report))},`);
  list('rewrites', report.rewrites);
  text(`${field('rewritten', report.rewrites.count)},${field('skipped', report.skips.count)},`);
  list('skips', report.skips);
  text(`${field('verdict', verdict)},${field('verified', report.verified)},${field('without_fingerprint', report.withoutFingerprint)}}`);
}

/** A lock made by another program may contain any JSON here. A value that is not a string counts as an empty name. */
function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
