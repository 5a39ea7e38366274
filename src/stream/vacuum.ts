/**
 * vacuum.v0: one line for each file below a root, with the keys in this order (V2):
 *
 *     {"version":"vacuum.v0","path":"/data/a.csv","relative_path":"a.csv","root":"/data","size":12,"mtime":"2025-12-31T12:00:00.000Z",
 *      "extension":".csv","mime_guess":"text/csv","tool_versions":{"vacuum":"0.1.0"}}
 *
 * An object of a store also has its ETag, before `tool_versions`: `hash` reads that version or none. Its `mtime` is when it was written.
 *
 * A file that cannot be listed normally has null for `size` and `mtime`, and `"_skipped":true,"_warnings":[…]` before `tool_versions`. If
 * the rules of the scan are not the default, each record contains them right before `tool_versions`:
 *
 *     "scope":{"exclude":["tmp"],"follow":true,"include":[]}
 *
 * Each record of one shard of a scan then says which: `"shard":"3/8"`.
 */
import { formatSpine, quote } from '#core/json/write';
import type { Scope } from '#core/scope';
import { extensionOf, mimeGuess } from './media-type.ts';
import type { Warning } from './warnings.ts';

export interface ScannedFile {
  readonly path: string;
  readonly relativePath: string;
  /** The path as given, made absolute and otherwise unchanged. */
  readonly root: string;
  readonly size: number | bigint;
  /** In nanoseconds since 1970. */
  readonly mtime: bigint;
  /** Of an object in a store. */
  readonly etag?: string | null;
}

export type SkippedFile = Pick<ScannedFile, 'path' | 'relativePath' | 'root'> & { readonly warning: Warning };

/** The scan that found the file: the version of vacuum, its rules if they are not the default, and its shard if it is not the whole. */
export interface ScannedBy {
  readonly semver: string;
  readonly scope: Scope | null;
  readonly shard?: string | undefined;
}

/** Returns one line without its newline. */
export function formatScanned(file: ScannedFile, by: ScannedBy): string {
  const mtime = formatMtime(file.mtime);
  const etag = typeof file.etag === 'string' ? `"etag":${quote(file.etag)},` : '';
  return `${place(file)},"size":${file.size},"mtime":${orNull(mtime)},${nature(file)},${etag}${ending(by)}}`;
}

export function formatSkipped(file: SkippedFile, by: ScannedBy): string {
  const { tool, code, message, detail } = file.warning;
  const warning = `{"tool":${quote(tool)},"code":${quote(code)},"message":${quote(message)},"detail":${formatSpine(detail)}}`;
  return `${place(file)},"size":null,"mtime":null,${nature(file)},"_skipped":true,"_warnings":[${warning}],${ending(by)}}`;
}

/**
 * Formats a time in UTC with exactly three fractional digits; further digits are cut off. Returns null for a year that RFC 3339 cannot
 * represent.
 */
export function formatMtime(nanoseconds: bigint): string | null {
  const date = new Date(Number((nanoseconds - modulo(nanoseconds, 1_000_000n)) / 1_000_000n));
  const year = date.getUTCFullYear();
  return year >= 0 && year <= 9999 ? date.toISOString() : null;
}

function place(file: Pick<ScannedFile, 'path' | 'relativePath' | 'root'>): string {
  return `{"version":"vacuum.v0","path":${quote(file.path)},"relative_path":${quote(file.relativePath)},"root":${quote(file.root)}`;
}

function nature(file: Pick<ScannedFile, 'relativePath'>): string {
  const extension = extensionOf(file.relativePath);
  return `"extension":${orNull(extension)},"mime_guess":${orNull(mimeGuess(extension))}`;
}

function ending({ semver, scope, shard }: ScannedBy): string {
  const part = shard === undefined ? '' : `"shard":${quote(shard)},`;
  return `${scope === null ? '' : `"scope":${formatSpine(scope)},`}${part}"tool_versions":{"vacuum":${quote(semver)}}`;
}

function orNull(text: string | null): string {
  return text === null ? 'null' : quote(text);
}

/** The remainder is never negative, so times before 1970 are also rounded towards the past. */
function modulo(value: bigint, by: bigint): bigint {
  return ((value % by) + by) % by;
}
