/**
 * Which form of signature a file holds, by its content: the name says nothing, `.sig` alone is used by four programs.
 *
 *     formOf(bytes of '-----BEGIN SSH SIGNATURE-----…')     'ssh'
 *     formOf(bytes of '{"mediaType":"application/vnd…')      'bundle': of Sigstore, or of OpenSSF Model Signing
 *     formOf(bytes of 30 82 0a b4 …)                         'timestamp'
 */

import { JsonError, parseJson } from '#core/json/read';
import { isJsonObject, type JsonValue } from '#core/json/value';
import { looksLikeMinisign } from './minisign/lines.ts';
import { looksLikeSshSignature } from './ssh/signature.ts';

export type FileForm = 'ssh' | 'minisign' | 'bundle' | 'dsse' | 'timestamp' | 'openpgp';

const START = 4096;
const SEQUENCE = 0x30;

/** Null if it is none that custody knows. */
export function formOf(bytes: Uint8Array): FileForm | null {
  const start = Array.from(bytes.subarray(0, START), (byte) => String.fromCharCode(byte)).join('');
  if (looksLikeSshSignature(start)) return 'ssh';
  if (looksLikeMinisign(start)) return 'minisign';
  if (start.startsWith('-----BEGIN PGP ') || isPgpPacket(bytes)) return 'openpgp';
  if (/^\s*\{/.test(start)) return jsonForm(bytes, start);
  return bytes[0] === SEQUENCE ? 'timestamp' : null;
}

/** The packet of a signature, in the old or the new format. */
function isPgpPacket([first = 0]: Uint8Array): boolean {
  return first === 0xc2 || (first >= 0x88 && first <= 0x8b);
}

const BUNDLE_KEYS = ['mediaType', 'verificationMaterial', 'dsseEnvelope', 'messageSignature'];

/** What cannot be parsed is judged by the first names in it, so that its own reader says what is wrong. */
function jsonForm(bytes: Uint8Array, start: string): FileForm | null {
  const line = firstLine(bytes);
  const value = parsed(bytes) ?? (line === null ? null : parsed(line));
  const has = (key: string): boolean => (isJsonObject(value ?? undefined) ? key in (value as object) : start.includes(`"${key}"`));
  if (BUNDLE_KEYS.some(has)) return 'bundle';
  return has('payloadType') || has('payload') || has('signatures') ? 'dsse' : null;
}

function firstLine(bytes: Uint8Array): Uint8Array | null {
  const end = bytes.indexOf(0x0a);
  return end < 0 ? null : bytes.subarray(0, end);
}

function parsed(bytes: Uint8Array): JsonValue {
  try {
    return parseJson(bytes);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return null;
  }
}
