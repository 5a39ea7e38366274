/**
 * Validates a line of a part by its bytes alone, where it is as nearly all of them are: a member without fingerprint whose path has no
 * escape. What such a path has in common with the path before it was validated there, and is only compared.
 *
 *     {"bytes_hash":"sha256:…","fingerprint":null,"path":"tape.csv","size":847201}
 */
import { encodeUtf8, sequenceLength } from '#core/bytes/utf8';

const BEFORE_PATH = '","fingerprint":null,"path":"';
const BEFORE_SIZE = '","size":';
const HEX = '{"bytes_hash":"sha256:'.length;
const PATH = HEX + 64 + BEFORE_PATH.length;

/**
 * The texts are compared eight bytes at once, as doubles. No eight bytes of ASCII are zero or no number, so two are equal only if their
 * bytes are. Each constant by itself: a loop over them takes twice as long.
 */
const [START, SHA256, SHA256_END] = doublesIn('{"bytes_hash":"sha256:', 0, 8, 14);
const [, BLAKE3, BLAKE3_END] = doublesIn('{"bytes_hash":"blake3:', 0, 8, 14);
const [MIDDLE, MIDDLE_8, MIDDLE_16, MIDDLE_21] = doublesIn(BEFORE_PATH, 0, 8, 16, 21);
const [SIZE] = doublesIn(BEFORE_SIZE, 0);

function doublesIn(text: string, ...places: readonly number[]): readonly number[] {
  const { buffer, byteOffset } = encodeUtf8(text);
  const view = new DataView(buffer, byteOffset);
  return places.map((at) => view.getFloat64(at, true));
}

/** The bytes that may be in a path without an escape, except a slash, which ends a segment. */
const IS_PLAIN = new Uint8Array(256);
for (let byte = 0x20; byte < 0x80; byte++) IS_PLAIN[byte] = byte === 0x22 || byte === 0x5c || byte === 0x2f ? 0 : 1;

export class PlainMember {
  /** The path without its quotes. */
  pathStart = 0;
  pathEnd = 0;
  /** How many bytes it has in common with the start of the path before. */
  shared = 0;

  /**
   * Returns the position of the line end of a valid member, or -1, which says nothing about the line. `view` has the same bytes. `before`
   * is the path of an entry that was validated, of `beforeLength` bytes without escapes. At least 16 bytes follow `limit`.
   */
  read(bytes: Uint8Array, view: DataView, pos: number, limit: number, before: number, beforeLength: number): number {
    const path = pos + PATH;
    if (path >= limit || !hasStart(view, pos) || !isHexLike(view, pos + HEX) || !hasMiddle(view, pos + HEX + 64)) return -1;
    const most = limit - path < beforeLength ? limit - path : beforeLength;
    let shared = 0;
    while (shared + 8 <= most && view.getFloat64(path + shared, true) === view.getFloat64(before + shared, true)) shared += 8;
    while (shared < most && bytes[path + shared] === bytes[before + shared]) shared++;
    const end = pathEndAt(bytes, path, path + shared, limit);
    if (end < 0 || view.getFloat64(end, true) !== SIZE || bytes[end + 8] !== 0x3a) return -1;
    this.pathStart = path;
    this.pathEnd = end;
    this.shared = shared;
    const close = sizeEndAt(bytes, end + BEFORE_SIZE.length);
    return close > 0 && close + 1 < limit && bytes[close] === 0x7d && bytes[close + 1] === 0x0a ? close + 1 : -1;
  }
}

function hasStart(view: DataView, pos: number): boolean {
  if (view.getFloat64(pos, true) !== START) return false;
  const [algorithm, end] = [view.getFloat64(pos + 8, true), view.getFloat64(pos + 14, true)];
  return (algorithm === SHA256 && end === SHA256_END) || (algorithm === BLAKE3 && end === BLAKE3_END);
}

function hasMiddle(view: DataView, pos: number): boolean {
  return (
    view.getFloat64(pos, true) === MIDDLE &&
    view.getFloat64(pos + 8, true) === MIDDLE_8 &&
    view.getFloat64(pos + 16, true) === MIDDLE_16 &&
    view.getFloat64(pos + 21, true) === MIDDLE_21
  );
}

/**
 * Of each of the 64 bytes only this is judged: bit 7 is off, bit 5 on, and one of bit 6 and bit 4. All digits and the letters from a to o
 * are so, and nothing that a string may not contain. The hex is judged nowhere but by comparison (L3).
 */
function isHexLike(view: DataView, pos: number): boolean {
  let other = 0;
  let kinds = -1;
  for (let at = pos; at < pos + 64; at += 16) {
    const a = view.getInt32(at, true);
    const b = view.getInt32(at + 4, true);
    const c = view.getInt32(at + 8, true);
    const d = view.getInt32(at + 12, true);
    other |= (a ^ 0x20202020) | (b ^ 0x20202020) | (c ^ 0x20202020) | (d ^ 0x20202020);
    kinds &= ((a >> 2) ^ a) & ((b >> 2) ^ b) & ((c >> 2) ^ c) & ((d >> 2) ^ d);
  }
  return (other & 0xa0a0a0a0) === 0 && (kinds & 0x10101010) === 0x10101010;
}

/** The position at which the path ends, which is good up to `from`; -1 if another reader must judge the path. */
function pathEndAt(bytes: Uint8Array, start: number, from: number, limit: number): number {
  let pos = from;
  // A character that is only partly shared is read whole.
  while (pos > start && ((bytes[pos] as number) & 0xc0) === 0x80) pos--;
  for (;;) {
    while (IS_PLAIN[bytes[pos] as number] === 1) pos++;
    if (pos >= limit) return -1;
    const byte = bytes[pos] as number;
    if (byte >= 0x80) {
      const length = sequenceLength(bytes, pos, limit);
      if (length === 0) return -1;
      pos += length;
    } else {
      if (byte !== 0x2f && byte !== 0x22) return -1;
      // A segment that is empty or ends with a dot may be one that no path has, and `C:x` is absolute on some systems.
      const last = bytes[pos - 1];
      if (pos === start || last === 0x2f || last === 0x2e || bytes[start + 1] === 0x3a) return -1;
      if (byte === 0x22) return pos;
      pos++;
    }
  }
}

/** The position at which a size of at most 15 digits ends, or -1. */
function sizeEndAt(bytes: Uint8Array, start: number): number {
  let pos = start;
  while ((bytes[pos] as number) >= 0x30 && (bytes[pos] as number) <= 0x39) pos++;
  const length = pos - start;
  return length === 0 || length > 15 || (length > 1 && bytes[start] === 0x30) ? -1 : pos;
}
