/**
 * A signature of minisign (four lines) or signify (two lines).
 *
 *     untrusted comment: signature from minisign secret key
 *     RUQBAgMEBQYHCC3BXOgPXf5Q…                                       ED: over BLAKE2b-512 of the file; Ed: over the file itself
 *     trusted comment: timestamp:1700000000	file:hello.txt	hashed
 *     nXBgIP9mQTSbWa+1QO+88FVv…                                       over the signature and the trusted comment
 *
 * Lines after these are not signed and are ignored, as the tools ignore them; the verdict says so.
 */
import { decodePlainBase64 } from '#core/bytes/base64';
import { joined } from '#core/bytes/ssh-wire';
import { encodeUtf8 } from '#core/bytes/utf8';
import { formatInstant, isWritableInstant } from '#core/time';
import { BadSignature } from '../bad-signature.ts';
import { linesOf, readNumbered } from './lines.ts';

export interface MinisignSignature {
  readonly form: 'minisign' | 'signify';
  /** The number of the key that is said to have signed. */
  readonly number: string;
  /** Over the BLAKE2b-512 of the file, and not over the file. */
  readonly isPrehashed: boolean;
  readonly signature: Uint8Array;
  /** Null for signify. */
  readonly trusted: TrustedComment | null;
  /** How many lines follow that nobody signed. */
  readonly unsignedLines: number;
}

export interface TrustedComment {
  readonly text: string;
  readonly signature: Uint8Array;
}

const WHAT = 'a signature of minisign or signify';
const TRUSTED = 'trusted comment: ';
/** The limit of minisign, with the words in front. */
const MAX_TRUSTED = 8190;

/** Throws `BadSignature`. */
export function parseMinisignSignature(text: string): MinisignSignature {
  const lines = linesOf(text);
  const { algorithm, number, content } = readNumbered(lines, WHAT, 64);
  const isPrehashed = algorithm === 'ED';
  if (!isPrehashed && algorithm !== 'Ed') throw new BadSignature(`expected ${WHAT} with the algorithm ED or Ed, found another`);
  // As signify itself demands it.
  if (lines.length === 2 && (!text.endsWith('\n') || lines[0] === 'untrusted comment: '))
    throw new BadSignature(`expected ${WHAT} with a comment and two whole lines, found an empty one or no end of the line`);
  const isMinisign = isPrehashed || lines[2]?.startsWith(TRUSTED) === true;
  const used = isMinisign ? 4 : 2;
  return {
    form: isMinisign ? 'minisign' : 'signify',
    number,
    isPrehashed,
    signature: content,
    trusted: isMinisign ? trustedComment(lines) : null,
    unsignedLines: Math.max(0, lines.length - used),
  };
}

function trustedComment([, , comment = '', body = '']: readonly string[]): TrustedComment {
  if (!comment.startsWith(TRUSTED)) throw new BadSignature(`expected a third line that begins with '${TRUSTED}', found another`);
  if (encodeUtf8(comment).length > MAX_TRUSTED)
    throw new BadSignature(`expected a trusted comment of at most ${MAX_TRUSTED} bytes, found a longer one`);
  const signature = decodePlainBase64(body);
  if (signature?.length !== 64) throw new BadSignature('expected 64 bytes of base64 in the fourth line, found something else');
  return { text: comment.slice(TRUSTED.length), signature };
}

/** What the signature in the fourth line is over. */
export function trustedCommentBytes({ signature }: MinisignSignature, { text }: TrustedComment): Uint8Array {
  return joined(signature, encodeUtf8(text));
}

/** When it was made, as the signed comment says. */
export function claimedTimeOf(trusted: TrustedComment | null): string | null {
  const [, seconds] = /(?:^|\t)timestamp:(\d{1,15})(?:\t|$)/.exec(trusted?.text ?? '') ?? [];
  const ms = Number(seconds ?? Number.NaN) * 1000;
  return isWritableInstant(ms) ? formatInstant(new Date(ms)) : null;
}
