/**
 * Reads a line exactly as vacuum writes it for a file, without any string that needs an escape. Nearly every line that hash reads is like
 * this. The text of its values is copied unchanged into the order of hash.v0. The bytes are the same as with reading and writing JSON, in a
 * fifth of the time.
 *
 *     {"version":"vacuum.v0","path":"/d/a","relative_path":"a",…,"tool_versions":{"vacuum":"0.1.0"}}
 */

import { decodeOrEmpty, encodeUtf8 } from '#core/bytes/utf8';
import { parseJson } from '#core/json/read';
import type { JsonObject } from '#core/json/value';
import { quote } from '#core/json/write';

/** The JSON text of each value. */
export interface PlainRecord {
  readonly path: string;
  readonly relativePath: string;
  readonly root: string;
  readonly size: string;
  readonly mtime: string;
  readonly extension: string;
  readonly mimeGuess: string;
  /** Null for a scan with the default rules. */
  readonly scope: string | null;
  /** Null for a scan of the whole. */
  readonly shard: string | null;
  readonly vacuum: string;
}

const TEXT = String.raw`("[^"\\\u0000-\u001f]*")`;
const TEXT_OR_NULL = String.raw`("[^"\\\u0000-\u001f]*"|null)`;
/** Matches `{"exclude":[…],"follow":true,"include":[…]}` with strings that have no escape. */
export const PLAIN_SCOPE = (() => {
  const text = String.raw`"[^"\\\u0000-\u001f]*"`;
  const list = String.raw`\[(?:${text}(?:,${text})*)?\]`;
  return String.raw`\{"exclude":${list},"follow":(?:true|false),"include":${list}\}`;
})();
/** Matches the shard of a scan of one: `"3/8"`. */
export const PLAIN_SHARD = String.raw`"\d{1,7}/\d{1,7}"`;
const LINE = new RegExp(
  String.raw`^\{"version":"vacuum\.v0","path":${TEXT},"relative_path":${TEXT},"root":${TEXT},"size":(0|[1-9][0-9]{0,14}),"mtime":${TEXT_OR_NULL},` +
    String.raw`"extension":${TEXT_OR_NULL},"mime_guess":${TEXT_OR_NULL},(?:"scope":(${PLAIN_SCOPE}),)?(?:"shard":(${PLAIN_SHARD}),)?"tool_versions":\{"vacuum":${TEXT}\}\}$`,
);

/** Returns null for every other line, which must be parsed as JSON. */
export function readPlainRecord(bytes: Uint8Array): PlainRecord | null {
  const match = LINE.exec(decodeOrEmpty(bytes));
  if (match === null) return null;
  const [, path, relativePath, root, size, mtime, extension, mimeGuess, scope = null, shard = null, vacuum] = match as readonly (
    | string
    | undefined
  )[];
  return { path, relativePath, root, size, mtime, extension, mimeGuess, scope, shard, vacuum } as PlainRecord;
}

/** `bytesHash` is `sha256:…` or `blake3:…`. `semver` is the version of hash itself. */
export function formatPlainRecord(record: PlainRecord, hash: { bytesHash: string; algorithm: string; semver: string }): string {
  return (
    `{"bytes_hash":"${hash.bytesHash}","extension":${record.extension},"hash_algorithm":"${hash.algorithm}","mime_guess":${record.mimeGuess}` +
    `,"mtime":${record.mtime},"path":${record.path},"relative_path":${record.relativePath},"root":${record.root}` +
    `${record.scope === null ? '' : `,"scope":${record.scope}`}${record.shard === null ? '' : `,"shard":${record.shard}`},"size":${record.size}` +
    `,"tool_versions":{"hash":${quote(hash.semver)},"vacuum":${record.vacuum}},"version":"hash.v0"}`
  );
}

/** The record as the JSON reader would return it. */
export function plainFields(record: PlainRecord): JsonObject {
  return {
    path: unquote(record.path),
    relative_path: unquote(record.relativePath),
    root: unquote(record.root),
    size: Number(record.size),
    mtime: unquote(record.mtime),
    extension: unquote(record.extension),
    mime_guess: unquote(record.mimeGuess),
    ...(record.scope === null ? {} : { scope: parseJson(encodeUtf8(record.scope)) }),
    ...(record.shard === null ? {} : { shard: unquote(record.shard) }),
    tool_versions: { vacuum: unquote(record.vacuum) },
  };
}

function unquote(value: string): string | null {
  return value === 'null' ? null : value.slice(1, -1);
}
