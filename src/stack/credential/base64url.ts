/**
 * base64url without padding (RFC 4648, 5), one text for every run of bytes: padding, letters of plain base64, spaces and bits that no byte
 * holds are refused.
 *
 *     decodeBase64url('AA')      one zero byte
 *     decodeBase64url('AB')      null: the last four bits belong to no byte
 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const VALUES: ReadonlyMap<string, number> = new Map(Array.from(ALPHABET, (letter, value) => [letter, value]));

export function encodeBase64url(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 6; ) text += ALPHABET.charAt((held >> (bits -= 6)) & 63);
  }
  return bits === 0 ? text : text + ALPHABET.charAt((held << (6 - bits)) & 63);
}

export function decodeBase64url(text: string): Uint8Array | null {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let held = 0;
  let bits = 0;
  let at = 0;
  for (const letter of text) {
    const value = VALUES.get(letter);
    if (value === undefined) return null;
    held = ((held << 6) | value) & 0xfff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (held >> bits) & 0xff;
  }
  return bits >= 6 || (held & ((1 << bits) - 1)) !== 0 ? null : bytes;
}
