/**
 * Parses the records of an extended header (pax): each is `LENGTH KEY=VALUE` and a newline, where LENGTH counts the whole record. Only the
 * keys `path` and `size` matter for a plain file. The keys of sparse files would change the meaning of its bytes; they are refused, and so
 * is a malformed record.
 *
 *     parsePax(bytes of '17 path=data.csv\n')   { path: 'data.csv' }
 */
import { decodeName } from './header.ts';
import { TarError } from './layout.ts';

export interface PaxFields {
  readonly path?: string;
  readonly size?: number;
}

const SPACE = 0x20;
const NEWLINE = 0x0a;
const EQUALS = 0x3d;
const MAX_NUMBER_LENGTH = 10;

/** Throws `TarError`. */
export function parsePax(bytes: Uint8Array): PaxFields {
  const fields: { path?: string; size?: number } = {};
  for (let at = 0; at < bytes.length; ) {
    const end = at + recordLength(bytes, at);
    const keyStart = bytes.indexOf(SPACE, at) + 1;
    const equals = bytes.indexOf(EQUALS, keyStart);
    if (end > bytes.length || bytes[end - 1] !== NEWLINE || equals <= keyStart || equals >= end) throw malformed();
    const key = String.fromCharCode(...bytes.subarray(keyStart, Math.min(equals, keyStart + 64)));
    const value = bytes.subarray(equals + 1, end - 1);
    if (key.startsWith('GNU.sparse.')) throw new TarError('a sparse file');
    if (key === 'path') fields.path = once(fields.path, decodeName(value));
    if (key === 'size') fields.size = once(fields.size, parseSize(value));
    at = end;
  }
  return fields;
}

function recordLength(bytes: Uint8Array, at: number): number {
  const space = bytes.subarray(at, at + MAX_NUMBER_LENGTH).indexOf(SPACE);
  const digits = String.fromCharCode(...bytes.subarray(at, at + Math.max(space, 0)));
  if (!/^[1-9]\d*$/.test(digits)) throw malformed();
  return Number(digits);
}

/** A duplicate key is ambiguous. */
function once<T>(before: T | undefined, value: T): T {
  if (before !== undefined) throw malformed();
  return value;
}

function parseSize(value: Uint8Array): number {
  const digits = decodeName(value);
  const size = /^\d{1,16}$/.test(digits) ? Number(digits) : Number.NaN;
  if (!Number.isSafeInteger(size)) throw malformed();
  return size;
}

function malformed(): TarError {
  return new TarError('a malformed extended header');
}
