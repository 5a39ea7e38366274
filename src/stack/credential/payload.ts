/**
 * The payload of a credential: its document without the top-level `proof`, as JCS. It is what is signed, and its SHA-256 is pinned.
 *
 *     payloadDigest(document, newHasher)                    { ok: true, value: '58cba8e4…' }
 *     payloadDigest({ rate: new Float(1.5) }, newHasher)    { ok: false, faults: [{ at: '/rate', message: 'expected an integer …' }] }
 *
 * Non-integers and integers beyond 2^53-1 are refused (S1), because readers do not agree on their values.
 */

import { encodeUtf8 } from '#core/bytes/utf8';
import { emptyObject, Float, isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { formatJcs } from '#core/json/write';
import type { NewHasher } from '#core/ports';
import type { Fault, Shaped } from '../inputs/facts.ts';

export function payloadDigest(document: JsonValue, newHasher: NewHasher): Shaped<string> {
  const payload = payloadBytes(document);
  return payload.ok ? { ok: true, value: sha256Of(payload.value, newHasher) } : payload;
}

/** JCS of the document without its proof. */
export function payloadBytes(document: JsonValue): Shaped<Uint8Array> {
  if (!isJsonObject(document)) return { ok: false, faults: [{ at: '', message: 'expected an object' }] };
  return canonicalBytes(without(document, 'proof'));
}

/** JCS of a value that is signed; each fault has a JSON pointer. */
export function canonicalBytes(value: JsonValue): Shaped<Uint8Array> {
  const faults = numberFaults(value);
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: encodeUtf8(formatJcs(value)) };
}

export function sha256Of(bytes: Uint8Array, newHasher: NewHasher): string {
  const hasher = newHasher('sha256');
  hasher.update(bytes);
  return hasher.digest();
}

export function without(object: JsonObject, name: string): JsonObject {
  const rest = emptyObject();
  for (const [key, value] of Object.entries(object)) if (key !== name) rest[key] = value;
  return rest;
}

/** Pointers are built only if there is a fault, which is rare. */
function numberFaults(value: JsonValue): readonly Fault[] {
  const faults: Fault[] = [];
  if (hasOtherNumbers(value)) noteNumbers(value, '', faults);
  return faults;
}

function hasOtherNumbers(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  if (value instanceof Float) return true;
  for (const item of Array.isArray(value) ? (value as readonly JsonValue[]) : Object.values(value)) if (hasOtherNumbers(item)) return true;
  return false;
}

function noteNumbers(value: JsonValue, at: string, faults: Fault[]): void {
  if (value instanceof Float) faults.push({ at, message: `expected an integer, found the number ${value.value}` });
  else if (typeof value === 'bigint') faults.push({ at, message: `expected an integer of at most 2^53-1, found ${value}` });
  else if (Array.isArray(value)) value.forEach((item: JsonValue, index) => noteNumbers(item, `${at}/${index}`, faults));
  else if (isJsonObject(value)) for (const [key, item] of Object.entries(value)) noteNumbers(item, `${at}/${pointerPart(key)}`, faults);
}

/** Escapes a key for a JSON pointer (RFC 6901). */
function pointerPart(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
