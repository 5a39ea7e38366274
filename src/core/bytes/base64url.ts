/**
 * base64url without padding (RFC 4648, section 5), with exactly one text for each byte sequence: padding, characters of plain base64, spaces and
 * nonzero unused bits are refused.
 *
 *     decodeBase64url('AA')      one zero byte
 *     decodeBase64url('AB')      null: the last four bits belong to no byte
 */
import { base64urlnopad } from '@scure/base';

export function encodeBase64url(bytes: Uint8Array): string {
  return base64urlnopad.encode(bytes);
}

export function decodeBase64url(text: string): Uint8Array | null {
  try {
    return base64urlnopad.decode(text);
  } catch {
    return null;
  }
}
