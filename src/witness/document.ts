/**
 * The witness record: one run of one tool, one line of the ledger, in canonical form and with a final newline.
 *
 *     {"binary_hash":"blake3:…","exit_code":0,"id":"blake3:…","inputs":[{"bytes":null,"hash":null,"path":"stdin"}],
 *      "outcome":"LOCK_CREATED","output_hash":"blake3:…","params":{"as_of":null,"dataset_id":"dec","note":null},
 *      "prev":null,"tool":"lock","ts":"2026-02-24T10:00:00Z","version":"0.1.0"}
 *
 * `id` is `blake3:` and the BLAKE3 of the canonical record with an empty `id`. `prev` is the id of the record before it, from any tool, or
 * null for the first. So every line pins all lines above it.
 */

import { encodeUtf8 } from '#core/bytes/utf8';
import { digestOf } from '#core/digest';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import type { NewHasher } from '#core/ports';
import { parseInstant } from '#core/time';
import { readExactly } from './line.ts';

export interface WitnessInput {
  readonly path: string;
  readonly hash: string | null;
  readonly bytes: number | bigint | null;
}

/** The fields have the names of the JSON format. */
export interface WitnessRecord {
  readonly id: string;
  readonly tool: string;
  readonly version: string;
  readonly binary_hash: string;
  readonly inputs: readonly WitnessInput[];
  readonly params: JsonObject;
  readonly outcome: string;
  readonly exit_code: number;
  readonly output_hash: string;
  readonly prev: string | null;
  readonly ts: string;
}

export const FIELDS = [
  'binary_hash',
  'exit_code',
  'id',
  'inputs',
  'outcome',
  'output_hash',
  'params',
  'prev',
  'tool',
  'ts',
  'version',
] as const satisfies readonly (keyof WitnessRecord)[];

const HASH = /^blake3:[0-9a-f]{64}$/;

const isText = (value: JsonValue | undefined): boolean => typeof value === 'string';
const isHash = (value: JsonValue | undefined): boolean => typeof value === 'string' && HASH.test(value);
const isCount = (value: JsonValue | undefined): boolean => (typeof value === 'number' || typeof value === 'bigint') && value >= 0;

const SHAPE: Readonly<Record<keyof WitnessRecord, (value: JsonValue) => boolean>> = {
  binary_hash: isHash,
  exit_code: (value) => isCount(value) && Number(value) <= 255,
  id: isHash,
  inputs: (value) => Array.isArray(value) && value.every(isInput),
  outcome: isText,
  output_hash: isHash,
  params: isJsonObject,
  prev: (value) => value === null || isText(value),
  tool: isText,
  ts: (value) => typeof value === 'string' && parseInstant(value) !== null,
  version: isText,
};

function isInput(input: JsonValue): boolean {
  if (!isJsonObject(input)) return false;
  const { bytes, hash, path } = input;
  return (bytes === null || isCount(bytes)) && (hash === null || isText(hash)) && isText(path);
}

/** Returns the first problem, such as `missing prev`, or null for a valid record. There may be further problems. */
export function findProblem(get: (field: string) => JsonValue | undefined): string | null {
  for (const field of FIELDS) {
    const found = get(field);
    if (found === undefined) return `missing ${field}`;
    if (!SHAPE[field](found)) return `bad ${field}`;
  }
  return null;
}

/** Returns null for a line that is not a record. */
export function parseRecord(line: Uint8Array): WitnessRecord | null {
  const read = readExactly(line);
  return read.kind === 'record' && findProblem(read.get) === null ? (read.whole() as unknown as WitnessRecord) : null;
}

/** Returns one line without its newline. */
export function formatRecord(record: WitnessRecord): string {
  return formatSpine(record as unknown as JsonObject);
}

/** Computes the id that a record with these fields must have, whatever id it states. */
export function computeId(fields: JsonObject, newHasher: NewHasher): string {
  return hashId(encodeUtf8(formatSpine({ ...fields, id: '' })), newHasher);
}

/** `canonical` is the record with an empty `id`. */
export function hashId(canonical: Uint8Array, newHasher: NewHasher): string {
  return digestOf(newHasher, 'blake3', [canonical]);
}
