/**
 * The hash that the original program publishes (profile `go-bytes`, R1). The parts of the state are lists of their bytes, in decimal:
 *
 *     {"snapshot":[123,34,…],"units":[],"versions":[],"claims":[[123,10,32,…]],"meaning":[],"uncertainty":[]}
 *
 * The snapshot is serialised again, as Go's encoding/json does. Of all other files the bytes are hashed as stored, without a byte order mark, so
 * formatting and line ends change this hash.
 */

import { compareUtf8 } from '#core/bytes/order';
import { withoutBom } from '#core/bytes/prefix';
import { encodeUtf8 } from '#core/bytes/utf8';
import { Float, isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { quote } from '#core/json/write';
import type { NewHasher } from '#core/ports';
import { COLLECTIONS } from './bundle.ts';
import type { ParsedFile } from './parse.ts';
import { withoutExpected } from './state.ts';

export function goBytesDigest(snapshot: JsonObject, files: readonly ParsedFile[], newHasher: NewHasher): string {
  const hasher = newHasher('sha256');
  const write = (text: string): void => hasher.update(encodeUtf8(text));
  write('{"snapshot":');
  writeDecimal(encodeUtf8(formatGo(withoutExpected(snapshot))), (bytes) => hasher.update(bytes));
  for (const name of COLLECTIONS) {
    write(`,"${name}":[`);
    files
      .filter(({ collection }) => collection === name)
      .forEach(({ bytes }, i) => {
        if (i > 0) write(',');
        writeDecimal(withoutBom(bytes), (part) => hasher.update(part));
      });
    write(']');
  }
  write('}');
  return hasher.digest().toUpperCase();
}

const PIECE = 1 << 16;
const DECIMAL: readonly Uint8Array[] = Array.from({ length: 256 }, (_, byte) => encodeUtf8(`,${byte}`));

function writeDecimal(bytes: Uint8Array, emit: (part: Uint8Array) => void): void {
  // A hasher may keep a reference to a chunk until the digest is requested, so each chunk has its own buffer.
  let out = new Uint8Array(Math.min(bytes.length * 4 + 2, PIECE + 8));
  let length = 0;
  out[length++] = 0x5b;
  for (let i = 0; i < bytes.length; i++) {
    const digits = DECIMAL[bytes[i] as number] as Uint8Array;
    for (let k = i === 0 ? 1 : 0; k < digits.length; k++) out[length++] = digits[k] as number;
    if (length > PIECE) {
      emit(out.subarray(0, length));
      out = new Uint8Array(PIECE + 8);
      length = 0;
    }
  }
  out[length++] = 0x5d;
  emit(out.subarray(0, length));
}

/** Writes JSON as Go does: keys in byte order, numbers as doubles with `-0` kept, HTML characters escaped. */
export function formatGo(value: JsonValue): string {
  if (typeof value === 'string') return goString(value);
  if (typeof value === 'number' || typeof value === 'bigint') return String(Number(value));
  if (value instanceof Float) return Object.is(value.value, -0) ? '-0' : String(value.value);
  if (value === null || typeof value === 'boolean') return String(value);
  if (!isJsonObject(value)) return `[${value.map(formatGo).join(',')}]`;
  const keys = Object.keys(value).sort(compareUtf8);
  return `{${keys.map((key) => `${goString(key)}:${formatGo(value[key] as JsonValue)}`).join(',')}}`;
}

function goString(text: string): string {
  return quote(text).replace(/[<>&\u2028\u2029]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
