/**
 * fingerprint.v0: a hash.v0 record with an additional `fingerprint`, which says what the file was recognised as. Keys are in byte order
 * (V2).
 *
 *     {"bytes_hash":"sha256:9f86…","extension":".csv","fingerprint":{…,"fingerprint_id":"csv.v0",…,"matched":true,"reason":null},…,
 *      "tool_versions":{"fingerprint":"0.1.0","hash":"0.1.0","vacuum":"0.1.0"},"version":"fingerprint.v0"}
 *
 * A record that was skipped upstream, or whose file cannot be read or parsed, is passed on with null and is never dropped.
 */

import { compareUtf8 } from '#core/bytes/order';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { formatSpine, quote } from '#core/json/write';
import type { ParseWarning } from '#core/parsed';
import { badFingerprintInput } from './fingerprint-refusals.ts';
import { formatPlainHashed, type PlainHashed, plainHashedFields, readPlainHashed } from './plain-hashed.ts';
import { parseRecordLine } from './record-line.ts';
import type { Warning } from './warnings.ts';

export interface FingerprintInput {
  readonly record: { readonly kind: 'plain'; readonly plain: PlainHashed } | { readonly kind: 'fields'; readonly fields: JsonObject };
  readonly path: string;
  /** The name for warnings: the path relative to the root if the record has one. */
  readonly name: string;
  /** The extension in the record. */
  readonly extension: string | null;
  readonly isSkipped: boolean;
  readonly size: number | null;
  /** Empty if the record is skipped. */
  readonly bytesHash: string;
  /** The length of its line in bytes. */
  readonly length: number;
}

export type FingerprintOutcome =
  /** The canonical text of the `fingerprint` object, or null if no requested fingerprint has the format of the file. */
  | { readonly kind: 'judged'; readonly fingerprint: string | null; readonly warnings?: readonly Warning[] }
  | { readonly kind: 'skipped upstream' }
  | { readonly kind: 'failed'; readonly warning: Warning };

const BYTES_HASH = /^(sha256|blake3):[0-9a-f]{64}$/;

/** Refuses a line that is not a hash.v0 record. */
export function parseFingerprintInput(bytes: Uint8Array, line: number): FingerprintInput {
  const plain = readPlainHashed(bytes);
  if (plain === null) return parseFingerprintFields(bytes, line);
  const { bytesHash, extension, path, name, size } = plain;
  return { record: { kind: 'plain', plain }, path, name, extension, isSkipped: false, size, bytesHash, length: bytes.length };
}

/** Does the same for any line. It is the reference for the fast path. */
export function parseFingerprintFields(bytes: Uint8Array, line: number): FingerprintInput {
  const fields = parseRecordLine(bytes, line, badFingerprintInput);
  const { version, _skipped = false, _warnings = [], extension = null, size } = fields;
  if (version !== 'hash.v0')
    throw badFingerprintInput({ line, error: `expected version hash.v0, found ${typeof version === 'string' ? version : 'none'}` });
  if (typeof _skipped !== 'boolean') throw badFingerprintInput({ line, error: '_skipped must be a boolean' });
  if (!Array.isArray(_warnings)) throw badFingerprintInput({ line, error: '_warnings must be an array' });
  if (extension !== null && typeof extension !== 'string') throw badFingerprintInput({ line, error: 'extension must be a string or null' });
  const { path, bytes_hash } = fields;
  if (!_skipped) {
    requireText(path, 'path', line);
    if (!BYTES_HASH.test(requireText(bytes_hash, 'bytes_hash', line)))
      throw badFingerprintInput({ line, error: 'bytes_hash must be sha256: or blake3: and 64 hex digits' });
  }
  return {
    record: { kind: 'fields', fields },
    path: typeof path === 'string' ? path : '',
    name: [fields['relative_path'], path].find((name) => typeof name === 'string') ?? '',
    extension,
    isSkipped: _skipped,
    size: typeof size === 'number' ? size : null,
    bytesHash: typeof bytes_hash === 'string' ? bytes_hash : '',
    length: bytes.length,
  };
}

/** Returns one line without its newline. `semver` is the version of fingerprint itself. */
export function formatFingerprinted({ record }: FingerprintInput, outcome: FingerprintOutcome, semver: string): string {
  const text = outcome.kind === 'judged' ? (outcome.fingerprint ?? 'null') : 'null';
  const warnings = outcome.kind === 'failed' ? [outcome.warning] : outcome.kind === 'judged' ? (outcome.warnings ?? []) : [];
  if (record.kind === 'plain' && outcome.kind === 'judged' && warnings.length === 0) return formatPlainHashed(record.plain, text, semver);
  const fields = record.kind === 'plain' ? plainHashedFields(record.plain) : record.fields;
  const before = fields['tool_versions'];
  const changed: JsonObject = {
    ...fields,
    ...(outcome.kind === 'failed' ? { _skipped: true } : {}),
    ...(warnings.length === 0
      ? {}
      : { _warnings: [...((fields['_warnings'] ?? []) as readonly JsonValue[]), ...warnings.map((warning) => ({ ...warning }))] }),
    fingerprint: null,
    tool_versions: { ...(isJsonObject(before) ? before : {}), fingerprint: semver },
    version: 'fingerprint.v0',
  };
  const parts = Object.keys(changed)
    .sort(compareUtf8)
    .map((key) => `${quote(key)}:${key === 'fingerprint' ? text : formatSpine(changed[key] as JsonValue)}`);
  return `{${parts.join(',')}}`;
}

/** For a file that cannot be read, or has changed since it was hashed. */
export function unreadWarning(path: string, error: string): Warning {
  return { tool: 'fingerprint', code: 'E_IO', message: 'Cannot read file', detail: { path, error } };
}

/** For a file that is not in the format of its name. `format` is the format that was tried. */
export function parseWarning(path: string, format: string, error: string): Warning {
  return { tool: 'fingerprint', code: 'E_PARSE', message: `Cannot parse ${format.toUpperCase()}: ${error}`, detail: { path, error } };
}

/** For a file that was recognised, though its content is uncertain. */
export function uncertainWarning(path: string, { code, message, detail }: ParseWarning): Warning {
  return { tool: 'fingerprint', code, message, detail: { ...detail, path } };
}

function requireText(value: JsonValue | undefined, field: string, line: number): string {
  if (value === undefined || value === null) throw badFingerprintInput({ line, missing_field: field });
  if (typeof value !== 'string') throw badFingerprintInput({ line, error: `${field} must be a string` });
  return value;
}
