/**
 * One line of the stream, with the fields that `lock` reads.
 *
 *     {"bytes_hash":"sha256:…","path":"/data/tape.csv","relative_path":"tape.csv","size":847201,"version":"hash.v0",…}
 */

import { encodeUtf8 } from '#core/bytes/utf8';
import { type Field, FieldReader } from '#core/json/fields';
import { quote } from '#core/json/write';
import type { Refusal } from '#core/refusal';
import { upstreamRefusal } from '#core/upstream-refusal';

const NAMES = [
  '_skipped',
  '_warnings',
  'bytes_hash',
  'fingerprint',
  'outcome',
  'path',
  'refusal',
  'relative_path',
  'root',
  'scope',
  'shard',
  'size',
  'tool_versions',
  'version',
] as const;

export const FIELD = Object.fromEntries(NAMES.map((name, field) => [name, field])) as Readonly<Record<(typeof NAMES)[number], Field>>;

export type StreamRecord = FieldReader;

export function newStreamRecord(): StreamRecord {
  return new FieldReader(NAMES);
}

/** The reason why a record that is strict JSON cannot be locked. */
export class BadRecord extends Error {
  override readonly name = 'BadRecord';
}

const VERSIONS: readonly string[] = ['hash.v0', 'fingerprint.v0', 'vacuum.v0'];
const VERSION_TOKENS: readonly Uint8Array[] = VERSIONS.map((version) => encodeUtf8(quote(version)));

export function isKnownVersion(record: StreamRecord): boolean {
  if (!record.isString(FIELD.version)) return false;
  if (record.hasEscape(FIELD.version)) return VERSIONS.includes(record.text(FIELD.version));
  return VERSION_TOKENS.some((token) => record.isSpelled(FIELD.version, token));
}

export function versionText(record: StreamRecord): string {
  return record.isObject && record.isString(FIELD.version) ? record.text(FIELD.version) : '<missing>';
}

/** Only the JSON value `true` counts. */
export function isSkipped(record: StreamRecord): boolean {
  return !record.isAbsent(FIELD._skipped) && record.bytes[record.start(FIELD._skipped)] === 0x74;
}

/** L4: the field is `relative_path` if present, otherwise `path`. */
export function pathField(record: StreamRecord): Field {
  if (record.isString(FIELD.relative_path)) return FIELD.relative_path;
  if (record.isString(FIELD.path)) return FIELD.path;
  throw new BadRecord('missing path/relative_path');
}

/** The path that names the record in a refusal. */
export function samplePath(record: StreamRecord): string {
  if (record.isString(FIELD.relative_path)) return record.text(FIELD.relative_path);
  return record.isString(FIELD.path) ? record.text(FIELD.path) : '<unknown>';
}

/** Returns the refusal of an upstream tool if the line is one and not a record, or null. */
export function refusalOf(record: StreamRecord): Refusal | 'without a code' | null {
  if (!record.isString(FIELD.outcome) || record.text(FIELD.outcome) !== 'REFUSAL') return null;
  const [refusal = null, version = null] = [record.value(FIELD.refusal), record.value(FIELD.version)];
  return upstreamRefusal({ outcome: 'REFUSAL', refusal, version });
}
