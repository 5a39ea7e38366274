/**
 * `pack-reference.v0`: stands in a pack for a file that is not in it, but in a store, as the blob of its own digest. It is a member like any
 * other, named after the file, and its bytes are its canonical form without a final newline.
 *
 *     data/tape.csv.reference.json
 *     {"bytes_hash":"sha256:…","size":8589934592,"store":"s3://evidence/packs","version":"pack-reference.v0"}
 *
 * `store` says where the blob was put. It is never opened because a document says so: only the caller names a store.
 */
import { type Digest, isSha256Digest } from '#core/digest';
import { isJsonObject, type JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { isRelPath } from '#core/path/rel-path';

export const REFERENCE_VERSION = 'pack-reference.v0';
const SUFFIX = '.reference.json';
/** In bytes. Anything longer is no reference. */
export const MAX_REFERENCE_LENGTH = 1 << 14;

export interface Reference {
  readonly bytesHash: Digest;
  readonly size: number;
  /** The URL of the store, without credentials. */
  readonly store: string;
}

/** The path of the member that refers to a file. */
export function referencePath(file: string): string {
  return `${file}${SUFFIX}`;
}

/** The path of the file that a member refers to. It is safe: without its end, `a/...reference.json` would be `a/..`. */
export function referencedPath(member: string): string {
  const file = member.endsWith(SUFFIX) ? member.slice(0, -SUFFIX.length) : member;
  return isRelPath(file) ? file : member;
}

export function formatReference({ bytesHash, size, store }: Reference): string {
  return formatSpine({ bytes_hash: bytesHash, size, store, version: REFERENCE_VERSION });
}

/** A text instead says what is wrong. The URL is not repeated in it: it may have a password. */
export function parseReference(json: JsonValue): Reference | string {
  if (!isJsonObject(json)) return 'expected an object';
  const { bytes_hash: bytesHash, size, store, version, ...others } = json;
  if (version !== REFERENCE_VERSION) return `version is not ${REFERENCE_VERSION}`;
  if (typeof bytesHash !== 'string' || !isSha256Digest(bytesHash)) return 'bytes_hash is not sha256: and 64 lower-case hex digits';
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) return 'size is not a whole number of bytes';
  if (typeof store !== 'string' || !STORE.test(store)) return 'store is not the URL of a store without credentials';
  const [unknown] = Object.keys(others);
  return unknown === undefined ? { bytesHash, size, store } : `unknown field ${unknown}`;
}

/** No user or password before the host, no query, no control characters. */
const STORE = /^(?:file:[^\p{Cc}]+|(?:oci|s3):\/\/[^/@?#\p{Cc}]+(?:\/[^?#\p{Cc}]*)?)$/u;
