/**
 * Reads a line exactly as hash writes it for a file that vacuum found, without any string that needs an escape. Nearly every line that
 * fingerprint reads is like this. New text is inserted between its parts. The bytes are the same as with reading and writing JSON, in a
 * fifth of the time.
 *
 *     {"bytes_hash":"sha256:…","extension":".csv",|"hash_algorithm":…,"tool_versions":{|"hash":"0.1.0","vacuum":"0.1.0"},"version":"hash.v0"}
 */

import { decodeOrEmpty, encodeUtf8 } from '#core/bytes/utf8';
import { parseJson } from '#core/json/read';
import type { JsonObject } from '#core/json/value';
import { quote } from '#core/json/write';
import { PLAIN_SCOPE, PLAIN_SHARD } from './plain-record.ts';

export interface PlainHashed {
  readonly bytesHash: string;
  readonly extension: string | null;
  readonly path: string;
  /** The path relative to the root. */
  readonly name: string;
  readonly size: number;
  /** The text before the fingerprint, the text between it and its version, and the other versions. */
  readonly parts: readonly [head: string, middle: string, versions: string];
}

const TEXT = String.raw`"[^"\\\u0000-\u001f]*"`;
const LINE = new RegExp(
  String.raw`^(\{"bytes_hash":"((?:sha256|blake3):[0-9a-f]{64})","extension":(${TEXT}|null),)` +
    String.raw`("hash_algorithm":"(?:sha256|blake3)","mime_guess":(?:${TEXT}|null),"mtime":(?:${TEXT}|null),"path":(${TEXT}),` +
    String.raw`"relative_path":(${TEXT}),"root":${TEXT},(?:"scope":${PLAIN_SCOPE},)?(?:"shard":${PLAIN_SHARD},)?"size":(0|[1-9][0-9]{0,14}),"tool_versions":\{)("hash":${TEXT},"vacuum":${TEXT}\}),"version":"hash\.v0"\}$`,
);

type Captured = readonly [
  line: string,
  head: string,
  hash: string,
  extension: string,
  middle: string,
  path: string,
  name: string,
  size: string,
  versions: string,
];

/** Returns null for every other line, which must be parsed as JSON. */
export function readPlainHashed(bytes: Uint8Array): PlainHashed | null {
  const match = LINE.exec(decodeOrEmpty(bytes));
  if (match === null) return null;
  const [, head, bytesHash, extension, middle, path, name, size, versions] = match as unknown as Captured;
  return {
    bytesHash,
    extension: extension === 'null' ? null : extension.slice(1, -1),
    path: path.slice(1, -1),
    name: name.slice(1, -1),
    size: Number(size),
    parts: [head, middle, versions],
  };
}

/** `fingerprint` is the canonical text of the fingerprint. `semver` is the version of fingerprint itself. */
export function formatPlainHashed({ parts: [head, middle, versions] }: PlainHashed, fingerprint: string, semver: string): string {
  return `${head}"fingerprint":${fingerprint},${middle}"fingerprint":${quote(semver)},${versions},"version":"fingerprint.v0"}`;
}

/** The record as the JSON reader would return it. */
export function plainHashedFields({ parts: [head, middle, versions] }: PlainHashed): JsonObject {
  return parseJson(encodeUtf8(`${head}${middle}${versions},"version":"hash.v0"}`)) as JsonObject;
}
