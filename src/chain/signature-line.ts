/**
 * The signature line of a tool (K6): the time, the content hash, the Ed25519 signature of that hash, and the fingerprint of the key.
 *
 *     # rye:signed:2026-01-01T00:00:00Z:d21b161a…:JIAGuDHs…DQ==:f0ff50dacf109dea
 *     <!-- rye:signed:2026-01-01T00:00:00Z:d21b161a…:JIAGuDHs…DQ==:f0ff50dacf109dea|github@someone -->
 *
 * The line is a comment in the tool's language. JSON has no comments: the line without comment marks, and a newline, are in the file `<file>.sig`
 * next to the tool. Only hash, signature and fingerprint can be verified, so the line has a strict form: a line that starts like one and is not
 * valid is refused.
 */

import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { formatInstant, parseInstant } from '#core/time';
import { type CommentMarks, commentOf } from './metadata/extensions.ts';

export interface SignatureLine {
  /** In UTC, in whole seconds; not signed. */
  readonly signedAt: string;
  /** The hash of the content, which is what is signed: lower-case hex, without a prefix. */
  readonly hash: string;
  /** base64url with padding. */
  readonly signature: string;
  /** The fingerprint of the public key. */
  readonly fingerprint: string;
  readonly provider: string | null;
  readonly user: string | null;
}

export class BadSignatureLine extends Error {
  override readonly name = 'BadSignatureLine';
}

const MARK = 'rye:signed:';
/** With 64 bytes, four bits of the last character are unused. They must be zero, so that a signature has only one spelling. */
const FIELDS = /^rye:signed:(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ):([0-9a-f]{64}):([\w-]{85}[AQgw]==):([0-9a-f]{16})(?:\|([\w-]+)@([\w-]+))?$/;
const FORM = 'rye:signed:TIME:HASH:SIGNATURE:FINGERPRINT with an optional |PROVIDER@USER, and nothing else';

type Fields = readonly [string, string, string, string, string, string?, string?];

export function formatSignatureLine(extension: string, line: SignatureLine): string {
  const { open, close } = marksOf(extension) ?? { open: '', close: '' };
  return open + formatFields(line) + close;
}

/** True if the line is in the file itself; otherwise it is in a sidecar file. */
export function isSignedInside(extension: string): boolean {
  return marksOf(extension) !== null;
}

/** Returns null if the language has no comments. */
function marksOf(extension: string): CommentMarks | null {
  const comment = commentOf(extension);
  return comment === null ? null : { open: `${comment.open} `, close: comment.close === '' ? '' : ` ${comment.close}` };
}

function formatFields({ signedAt, hash, signature, fingerprint, provider, user }: SignatureLine): string {
  const account = provider === null || user === null ? '' : `|${provider}@${user}`;
  return `${MARK}${signedAt}:${hash}:${signature}:${fingerprint}${account}`;
}

/** Returns null for a line that does not start like a signature line. `text` has no line end. */
export function parseSignatureLine(extension: string, text: string): SignatureLine | null {
  const marks = marksOf(extension);
  if (marks === null || !text.startsWith(marks.open + MARK)) return null;
  if (!text.endsWith(marks.close)) throw new BadSignatureLine(`expected a signature line that ends with '${marks.close}'`);
  return parseFields(text.slice(marks.open.length, text.length - marks.close.length));
}

/** The content of the sidecar file of a tool in a language without comments. */
export function formatSidecar(line: SignatureLine): Uint8Array {
  return encodeUtf8(`${formatFields(line)}\n`);
}

export function parseSidecar(bytes: Uint8Array): SignatureLine {
  const [, text] = /^([^\r\n]*)\r?\n$/.exec(textOf(bytes)) ?? [];
  if (text === undefined) throw new BadSignatureLine('expected one signature line and a newline beside the tool');
  return parseFields(text);
}

function textOf(bytes: Uint8Array): string {
  try {
    return decodeUtf8(bytes);
  } catch {
    throw new BadSignatureLine('expected a signature line beside the tool, found bytes that are not UTF-8');
  }
}

function parseFields(text: string): SignatureLine {
  const match = FIELDS.exec(text);
  if (match === null) throw new BadSignatureLine(`expected the signature line ${FORM}, found another one`);
  const [, signedAt, hash, signature, fingerprint, provider, user] = match as unknown as Fields;
  const instant = parseInstant(signedAt);
  if (instant === null || formatInstant(new Date(instant)) !== signedAt)
    throw new BadSignatureLine(`expected a signature line with a time that exists, found ${signedAt}`);
  return { signedAt, hash, signature, fingerprint, provider: provider ?? null, user: user ?? null };
}
