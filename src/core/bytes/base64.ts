/**
 * base64 as others write it: the plain or the URL-safe alphabet, padded or not, but never both alphabets in one text, no spaces, and no
 * bits that belong to no byte. So each text has one meaning, and a changed letter always changes the bytes.
 *
 *     decodeBase64('+/8=')      the bytes fb ff; so do '-_8' and '+/8'
 *     decodeBase64('+_8=')      null
 */
const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const NONE = 0xff;

/** The value of each letter; those of one alphabet only have a bit that says which. */
const IN_PLAIN = 0x40;
const IN_URL = 0x80;
const VALUES = new Uint8Array(128).fill(NONE);
for (let value = 0; value < 62; value++) VALUES[PLAIN.charCodeAt(value)] = value;
// 62 and 63 together with the mark never give NONE, because NONE would need both marks.
VALUES['+'.charCodeAt(0)] = IN_PLAIN | 62;
VALUES['/'.charCodeAt(0)] = IN_PLAIN | 63;
VALUES['-'.charCodeAt(0)] = IN_URL | 62;
VALUES['_'.charCodeAt(0)] = IN_URL | 63;

/** Null if it is no base64. */
export function decodeBase64(text: string): Uint8Array | null {
  const length = lengthWithoutPadding(text);
  if (length < 0 || length % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((length * 3) / 4));
  const whole = length - (length % 4);
  let [at, seen] = [0, 0];
  for (let index = 0; index < whole; index += 4) {
    const a = valueAt(text, index);
    const b = valueAt(text, index + 1);
    const c = valueAt(text, index + 2);
    const d = valueAt(text, index + 3);
    seen |= a | b | c | d;
    const held = ((a & 0x3f) << 18) | ((b & 0x3f) << 12) | ((c & 0x3f) << 6) | (d & 0x3f);
    bytes[at++] = held >> 16;
    bytes[at++] = held >> 8;
    bytes[at++] = held;
  }
  let [held, bits] = [0, 0];
  for (let index = whole; index < length; index++, bits += 6) {
    const value = valueAt(text, index);
    seen |= value;
    held = (held << 6) | (value & 0x3f);
  }
  for (bits -= 8; bits >= 0; bits -= 8) bytes[at++] = held >> bits;
  const unused = length === whole ? 0 : held & ((1 << (bits + 8)) - 1);
  // A letter of no alphabet has both marks, as two alphabets in one text have together.
  return unused !== 0 || (seen & (IN_PLAIN | IN_URL)) === (IN_PLAIN | IN_URL) ? null : bytes;
}

function valueAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code < 128 ? (VALUES[code] as number) : NONE;
}

/** -1 if the padding is not that of such a text. */
function lengthWithoutPadding(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return padding > 0 && text.length % 4 !== 0 ? -1 : text.length - padding;
}

/** In the plain alphabet, padded. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const held = ((bytes[at] as number) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    text += PLAIN.charAt(held >> 18) + PLAIN.charAt((held >> 12) & 0x3f);
    text += (left > 1 ? PLAIN.charAt((held >> 6) & 0x3f) : '=') + (left > 2 ? PLAIN.charAt(held & 0x3f) : '=');
  }
  return text;
}

/** The same in one form only: the plain alphabet, padded. */
export function decodePlainBase64(text: string): Uint8Array | null {
  return text.length % 4 === 0 && !/[-_]/.test(text) ? decodeBase64(text) : null;
}
