/**
 * hash.v0: the input record, whatever its version, with additional `bytes_hash` and `hash_algorithm`. Keys are in byte order (V2).
 *
 *     {"bytes_hash":"sha256:9f86…","extension":".csv","hash_algorithm":"sha256",…,"tool_versions":{"hash":"0.1.0","vacuum":"0.1.0"},
 *      "version":"hash.v0"}
 *
 * A record that was skipped upstream, or whose file cannot be read, is passed on with both fields null and is never dropped.
 */
import type { Digest } from '#core/digest';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import type { Algorithm } from '#core/ports';
import { formatPlainRecord, type PlainRecord, plainFields, readPlainRecord } from './plain-record.ts';
import { parseRecordLine } from './record-line.ts';
import { badInput } from './refusals.ts';
import { readWarning } from './warnings.ts';

export interface HashInput {
  readonly record: { readonly kind: 'plain'; readonly plain: PlainRecord } | { readonly kind: 'fields'; readonly fields: JsonObject };
  readonly path: string;
  /** The name for warnings: the path relative to the root if the record has one. */
  readonly name: string;
  readonly isSkipped: boolean;
  /** The size at the time of the scan, or null if the record has none. */
  readonly size: number | bigint | null;
  /** The length of its line in bytes. */
  readonly length: number;
}

export type HashOutcome =
  | { readonly kind: 'hashed'; readonly bytesHash: Digest; readonly algorithm: Algorithm }
  | { readonly kind: 'skipped upstream' }
  /** `error` is the text for the warning. */
  | { readonly kind: 'failed'; readonly error: string };

/** Refuses a line that is not a JSON object with `path` and `version`. */
export function parseHashInput(bytes: Uint8Array, line: number): HashInput {
  const plain = readPlainRecord(bytes);
  if (plain !== null) {
    return {
      record: { kind: 'plain', plain },
      path: plain.path.slice(1, -1),
      name: plain.relativePath.slice(1, -1),
      isSkipped: false,
      size: Number(plain.size),
      length: bytes.length,
    };
  }
  return parseFields(bytes, line);
}

/** Does the same for any line. It is the reference for the fast path. */
export function parseFields(bytes: Uint8Array, line: number): HashInput {
  const fields = parseRecordLine(bytes, line, badInput);
  const path = requiredText(fields, 'path', line);
  requiredText(fields, 'version', line);
  if (fields['_warnings'] !== undefined && !Array.isArray(fields['_warnings'])) {
    throw badInput({ line, error: '_warnings must be an array' });
  }
  const size = fields['size'];
  return {
    record: { kind: 'fields', fields },
    path,
    name: typeof fields['relative_path'] === 'string' ? fields['relative_path'] : path,
    isSkipped: fields['_skipped'] === true,
    size: typeof size === 'number' || typeof size === 'bigint' ? size : null,
    length: bytes.length,
  };
}

/** Returns one line without its newline. `semver` is the version of hash itself. */
export function formatHashed(input: HashInput, outcome: HashOutcome, semver: string): string {
  const { record } = input;
  if (record.kind === 'plain' && outcome.kind === 'hashed') return formatPlainRecord(record.plain, { ...outcome, semver });
  const fields = record.kind === 'plain' ? plainFields(record.plain) : record.fields;
  return formatSpine({
    ...fields,
    ...change(input.name, fields, outcome),
    version: 'hash.v0',
    tool_versions: toolVersions(fields, semver),
  });
}

function change(name: string, fields: JsonObject, outcome: HashOutcome): JsonObject {
  switch (outcome.kind) {
    case 'hashed':
      return { bytes_hash: outcome.bytesHash, hash_algorithm: outcome.algorithm };
    case 'skipped upstream':
      return { bytes_hash: null, hash_algorithm: null };
    case 'failed': {
      const warnings = (fields['_warnings'] ?? []) as readonly JsonValue[];
      return { bytes_hash: null, hash_algorithm: null, _skipped: true, _warnings: [...warnings, { ...readWarning(name, outcome.error) }] };
    }
    default:
      return outcome satisfies never;
  }
}

function requiredText(fields: JsonObject, field: string, line: number): string {
  const value = fields[field];
  if (value === undefined || value === null) throw badInput({ line, missing_field: field });
  if (typeof value !== 'string') throw badInput({ line, error: `${field} must be a string` });
  return value;
}

function toolVersions(fields: JsonObject, semver: string): JsonObject {
  const before = fields['tool_versions'];
  return { ...(isJsonObject(before) ? before : {}), hash: semver };
}
