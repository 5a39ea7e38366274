/**
 * A manifest as it was read: every field of `pack.v0` with its type, and the whole document, because the pack_id also covers unknown fields
 * (P2).
 *
 *     readManifest(bytes, 'evidence/december').members[0].path     'dec.lock.json'
 *     readManifest(bytes of '{"version":"pack.v1"}', …)            E_BAD_PACK: Unsupported manifest version: pack.v1
 */

import { compareUtf8 } from '#core/bytes/order';
import { encodeUtf8 } from '#core/bytes/utf8';
import { ByteWriter } from '#core/bytes/writer';
import type { Digest } from '#core/digest';
import { memberListLimits } from '#core/json/limits';
import { JsonError, parseJson } from '#core/json/read';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { formatSpine, quote } from '#core/json/write';
import type { NewHasher } from '#core/ports';
import { MANIFEST_NAME, type Manifest, PACK_VERSION, type PackMember, tailOf } from './document.ts';
import { readPlainManifest } from './read-plain.ts';
import { badPack } from './refusals.ts';

export interface ReadManifest extends Manifest {
  readonly packId: string;
  /** The count that the manifest states. */
  readonly memberCount: number | bigint;
  /** In the order of the manifest. */
  readonly members: readonly PackMember[];
  readonly document: JsonObject;
  /** The bytes before `pack_id` if the manifest is in canonical form, otherwise null. */
  readonly head: Uint8Array | null;
}

/** Returns the memory of the JavaScript engine in bytes. It is called only for a long manifest. */
export type Memory = () => number;

const SMALL: Memory = () => 1 << 30;

/** `pack` is the path of the pack as it was typed. Throws `E_BAD_PACK`. */
export function readManifest(bytes: Uint8Array, pack: string, memory: Memory = SMALL): ReadManifest {
  return readPlainManifest(bytes, memory) ?? readStrictly(bytes, pack, memory);
}

function readStrictly(bytes: Uint8Array, pack: string, memory: Memory): ReadManifest {
  const document = parse(bytes, pack, memory);
  const version = document['version'];
  if (version !== PACK_VERSION) throw badPack(pack, `Unsupported manifest version: ${versionText(version)}`);
  try {
    return { ...readFields(document), head: null };
  } catch (error) {
    if (!(error instanceof Mistyped)) throw error;
    throw badPack(pack, `Invalid ${MANIFEST_NAME}: ${error.message}`);
  }
}

function readFields(document: JsonObject): Omit<ReadManifest, 'head'> {
  return {
    packId: stringAt(document, 'pack_id'),
    created: stringAt(document, 'created'),
    note: optionalAt(document, 'note'),
    toolVersion: stringAt(document, 'tool_version'),
    memberCount: countAt(document, 'member_count'),
    members: listAt(document, 'members').map(readMember),
    document,
  };
}

function parse(bytes: Uint8Array, pack: string, memory: Memory): JsonObject {
  try {
    const value = parseJson(bytes, 0, bytes.length, memberListLimits(bytes.length, memory));
    if (isJsonObject(value)) return value;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw badPack(pack, `Invalid ${MANIFEST_NAME}: ${error.message}`);
  }
  throw badPack(pack, `Invalid ${MANIFEST_NAME}: expected an object`);
}

function versionText(version: JsonValue | undefined): string {
  if (version === undefined) return '<missing>';
  return typeof version === 'string' ? version : formatSpine(version).slice(0, 40);
}

class Mistyped extends Error {
  override readonly name = 'Mistyped';
}

function readMember(value: JsonValue, index: number): PackMember {
  const at = `members[${index}]`;
  if (!isJsonObject(value)) throw new Mistyped(`${at} is not an object`);
  return {
    path: stringAt(value, 'path', at),
    bytesHash: stringAt(value, 'bytes_hash', at),
    type: stringAt(value, 'type', at),
    artifactVersion: optionalAt(value, 'artifact_version', at),
  };
}

function stringAt(object: JsonObject, name: string, at?: string): string {
  const value = object[name];
  if (typeof value === 'string') return value;
  throw new Mistyped(value === undefined ? `missing ${placeOf(name, at)}` : `${placeOf(name, at)} is not a string`);
}

function optionalAt(object: JsonObject, name: string, at?: string): string | null {
  const value = object[name];
  return value === undefined || value === null ? null : stringAt(object, name, at);
}

function countAt(object: JsonObject, name: string): number | bigint {
  const value = object[name];
  if ((typeof value === 'number' || typeof value === 'bigint') && value >= 0) return value;
  throw new Mistyped(value === undefined ? `missing ${name}` : `${name} is not a count`);
}

function listAt(object: JsonObject, name: string): readonly JsonValue[] {
  const value = object[name];
  if (Array.isArray(value)) return value as readonly JsonValue[];
  throw new Mistyped(value === undefined ? `missing ${name}` : `${name} is not an array`);
}

function placeOf(name: string, at: string | undefined): string {
  return at === undefined ? name : `${at}.${name}`;
}

/** Computes SHA-256 over the canonical form of everything that was read, with an empty `pack_id`. */
export function computedPackId(manifest: ReadManifest, newHasher: NewHasher): Digest {
  const hasher = newHasher('sha256');
  emitCanonical(manifest, '', (bytes) => hasher.update(bytes));
  return `sha256:${hasher.digest()}`;
}

/** The manifest as `seal` would have written it: every spelling of one document gives the same bytes. */
export function canonicalManifest(manifest: ReadManifest): Uint8Array {
  const out = new ByteWriter();
  emitCanonical(manifest, manifest.packId, (bytes) => out.copy(bytes, 0, bytes.length));
  return out.view();
}

function emitCanonical(manifest: ReadManifest, packId: string, emit: (bytes: Uint8Array) => void): void {
  if (manifest.head !== null) {
    emit(manifest.head);
    emit(tailOf(manifest, packId));
    return;
  }
  const { document } = manifest;
  Object.keys(document)
    .sort(compareUtf8)
    .forEach((key, index) => {
      emit(encodeUtf8(`${index === 0 ? '{' : ','}${quote(key)}:`));
      const value = key === 'pack_id' ? packId : (document[key] as JsonValue);
      if (Array.isArray(value)) emitList(value as readonly JsonValue[], (text) => emit(encodeUtf8(text)));
      else emit(encodeUtf8(formatSpine(value)));
    });
  emit(encodeUtf8('}'));
}

/** The number of items that are written at once. */
const RUN = 1024;

function emitList(list: readonly JsonValue[], emit: (text: string) => void): void {
  emit('[');
  for (let start = 0; start < list.length; start += RUN) {
    const run = list
      .slice(start, start + RUN)
      .map(formatSpine)
      .join(',');
    emit(start === 0 ? run : `,${run}`);
  }
  emit(']');
}
