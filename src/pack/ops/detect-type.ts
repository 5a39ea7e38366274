/**
 * Determines the type of a member from its contents: JSON of any length by its outline, YAML up to 1 MiB. A member is parsed only as what
 * it looks like, but it is always read to its end, so that it can be hashed at the same time. A member that `pack verify` would reject is
 * reported here already (M9).
 *
 *     detectMember('rvl.report.json', source, LOOKS_LIKE_JSON)      { type: { type: 'report', artifactVersion: 'rvl.v0' }, fault: null, doubt: null }
 *
 * If a member is not strict JSON or strict YAML, or has more JSON than can be read, only its name decides.
 */

import { parseYaml, YamlError } from '#codecs/yaml/read';
import { drain, observedSource } from '#core/bytes/source';
import { ByteWriter } from '#core/bytes/writer';
import { JsonTooLarge } from '#core/json/limits';
import { readOutline } from '#core/json/outline';
import { JsonError, parseJson } from '#core/json/read';
import { readShortOutline } from '#core/json/short-outline';
import type { JsonValue } from '#core/json/value';
import type { ByteSource } from '#core/ports';
import { doubtAbout, isNamedFingerprint, type MemberType, typeOf } from '../member-type.ts';
import { hasSchema, schemaFault } from './member-schemas.ts';
import { LOOKS_LIKE_JSON, LOOKS_LIKE_YAML } from './sniff.ts';

export const MAX_YAML_LENGTH = 1 << 20;
/** The limit for the first record of a ledger, which shows what the file is. */
const MAX_LINE_LENGTH = 1 << 16;
const NEWLINE = 0x0a;

export interface DetectedMember {
  readonly type: MemberType;
  /** How the member violates the schema of its version, or null. */
  readonly fault: string | null;
  /** A warning for people, or null. */
  readonly doubt: string | null;
}

/** `looks` are the bits of `sniff.ts`. `onBytes` is called with every byte, in order. */
export function detectMember(path: string, source: ByteSource, looks: number, onBytes?: (bytes: Uint8Array) => void): DetectedMember {
  const isJson = looksLikeJson(looks);
  const most = mayBeYaml(path, looks) ? MAX_YAML_LENGTH : 0;
  const start = new ByteWriter(most === 0 ? 0 : 4096);
  const line = new ByteWriter(0);
  const observed = observedSource(source, (bytes) => {
    onBytes?.(bytes);
    if (observed.size + bytes.length <= most) start.copy(bytes, 0, bytes.length);
    if (isJson && line.length < MAX_LINE_LENGTH && observed.size === line.length) keepLine(line, bytes);
  });
  const json = isJson ? read(() => readOutline(observed)) : NOTHING;
  drain(observed);
  return detect(path, json, { line: isJson ? line.view() : null, yaml: most > 0 && observed.size <= most ? start.view() : null });
}

/** Does the same for a short member that is completely in memory. Thousands of members are read this way. */
export function detectShort(path: string, bytes: Uint8Array, looks: number): DetectedMember {
  const isJson = looksLikeJson(looks);
  const json = isJson ? read(() => readShortOutline(bytes)) : NOTHING;
  return detect(path, json, { line: isJson ? bytes.subarray(0, endOfLine(bytes)) : null, yaml: mayBeYaml(path, looks) ? bytes : null });
}

function looksLikeJson(looks: number): boolean {
  return (looks & LOOKS_LIKE_JSON) !== 0;
}

function mayBeYaml(path: string, looks: number): boolean {
  return (looks & LOOKS_LIKE_YAML) !== 0 || isNamedFingerprint(path);
}

/** Other texts that may be parsed if the JSON does not show the type; null if they need not be parsed. */
interface FallbackType {
  readonly line: Uint8Array | null;
  readonly yaml: Uint8Array | null;
}

function detect(path: string, json: Read, { line, yaml: text }: FallbackType): DetectedMember {
  if (json.limit !== null) return { type: typeOf(path, {}), fault: null, doubt: `type is unknown: ${json.limit}` };
  const firstLine = line !== null && json.value === undefined ? read(() => parseJson(line)).value : undefined;
  const byVersion = typeOf(path, { json: json.value, firstLine });
  if (byVersion.artifactVersion !== null || byVersion.type === 'refusal') return judged(byVersion, json.value);
  const yaml = text === null ? undefined : read(() => parseYaml(text)).value;
  const type = yaml === undefined ? byVersion : typeOf(path, { json: json.value, yaml, firstLine });
  return { type, fault: null, doubt: null };
}

function judged(type: MemberType, json: JsonValue | undefined): DetectedMember {
  const version = type.artifactVersion;
  const fault = json !== undefined && version !== null && hasSchema(version) ? schemaFault(version, 'open', json) : null;
  return { type, fault, doubt: doubtAbout(type, json) };
}

/** Keeps the bytes before the first newline. */
function keepLine(line: ByteWriter, bytes: Uint8Array): void {
  line.copy(bytes, 0, Math.min(endOfLine(bytes), MAX_LINE_LENGTH - line.length));
}

function endOfLine(bytes: Uint8Array): number {
  const feed = bytes.indexOf(NEWLINE);
  return feed < 0 ? bytes.length : feed;
}

interface Read {
  readonly value: JsonValue | undefined;
  /** The limit that was exceeded, or null. */
  readonly limit: string | null;
}

const NOTHING: Read = { value: undefined, limit: null };

function read(parse: () => JsonValue): Read {
  try {
    return { value: parse(), limit: null };
  } catch (error) {
    if (error instanceof JsonTooLarge) return { value: undefined, limit: error.message };
    if (error instanceof JsonError || error instanceof YamlError) return NOTHING;
    throw error;
  }
}
