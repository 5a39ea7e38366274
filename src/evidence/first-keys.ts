/**
 * The keys at the top of a JSON object whose beginning is known, with the short texts among their values. The object may be cut anywhere:
 * what comes before the cut is read. Nothing is validated here; the reader of the kind does that.
 *
 *     firstKeys(bytes of '{"created":"2026","members":[{"pa')     { keys: created -> 2026, members -> null; isCut: true }
 *     firstKeys(bytes of 'hello')                                 null: no object
 */

export interface FirstKeys {
  /** The value is a text without escapes, or null for any other value. */
  readonly keys: ReadonlyMap<string, string | null>;
  /** The bytes end before the object does. */
  readonly isCut: boolean;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;

export function firstKeys(bytes: Uint8Array): FirstKeys | null {
  const keys = new Map<string, string | null>();
  let at = skipSpace(bytes, hasMark(bytes) ? 3 : 0);
  if (bytes[at] !== OPEN) return null;
  at = skipSpace(bytes, at + 1);
  for (;;) {
    if (bytes[at] === CLOSE) return { keys, isCut: false };
    const keyEnd = bytes[at] === QUOTE ? endOfString(bytes, at) : -1;
    if (keyEnd < 0) return { keys, isCut: true };
    const key = textOf(bytes, at + 1, keyEnd - 1);
    at = skipSpace(bytes, keyEnd);
    if (bytes[at] !== COLON) return { keys, isCut: true };
    at = skipSpace(bytes, at + 1);
    const end = endOfValue(bytes, at);
    if (key !== null && at < bytes.length) keys.set(key, end >= 0 && bytes[at] === QUOTE ? textOf(bytes, at + 1, end - 1) : null);
    if (end < 0) return { keys, isCut: true };
    at = skipSpace(bytes, end);
    if (bytes[at] === COMMA) at = skipSpace(bytes, at + 1);
  }
}

function hasMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09)) at++;
  return at;
}

/** The position after the closing quote, or -1. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === BACKSLASH) at++;
    else if (bytes[at] === QUOTE) return at + 1;
  }
  return -1;
}

/** The position of the comma or bracket after the value, or -1. */
function endOfValue(bytes: Uint8Array, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) {
      const end = endOfString(bytes, at);
      if (end < 0) return -1;
      at = end - 1;
      if (depth === 0) return end;
    } else if (byte === OPEN || byte === OPEN_LIST) depth++;
    else if (byte === CLOSE || byte === CLOSE_LIST) {
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (byte === COMMA && depth === 0) return at;
  }
  return -1;
}

const MAX_TEXT = 200;

/** Null for a text with escapes or other characters than ASCII, which no key of evidence has. */
function textOf(bytes: Uint8Array, start: number, end: number): string | null {
  if (end - start > MAX_TEXT) return null;
  let text = '';
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte === BACKSLASH || byte > 0x7e) return null;
    text += String.fromCharCode(byte);
  }
  return text;
}
