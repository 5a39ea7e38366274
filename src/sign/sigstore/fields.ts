/**
 * Reads the fields of JSON that was written from protobuf: absent is the default, bytes are base64, long numbers are texts. The words of an
 * error are those of `BadSignature`.
 */
import { decodeBase64 } from '#core/bytes/base64';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { BadSignature } from '../bad-signature.ts';

export function objectIn(value: JsonValue | undefined, name: string): JsonObject {
  if (!isJsonObject(value)) throw new BadSignature(`expected an object in ${name}`);
  return value;
}

/** An absent list is empty. */
export function listIn(value: JsonValue | undefined, name: string, most: number): readonly JsonValue[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new BadSignature(`expected a list in ${name}`);
  const list = value as readonly JsonValue[];
  if (list.length > most) throw new BadSignature(`expected at most ${most} in ${name}, found ${list.length}`);
  return list;
}

export function textIn(value: JsonValue | undefined, name: string): string {
  if (typeof value !== 'string') throw new BadSignature(`expected a text in ${name}`);
  return value;
}

export function bytesIn(value: JsonValue | undefined, name: string): Uint8Array {
  const bytes = typeof value === 'string' ? decodeBase64(value) : null;
  if (bytes === null) throw new BadSignature(`expected base64 in ${name}`);
  return bytes;
}

/** The digits of a number that is not negative, written as text or as a number; absent is 0. */
export function countIn(value: JsonValue | undefined, name: string): string {
  const text = value === undefined ? '0' : typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
  if (typeof text !== 'string' || !/^\d{1,19}$/.test(text)) throw new BadSignature(`expected a number that is not negative in ${name}`);
  return text;
}
