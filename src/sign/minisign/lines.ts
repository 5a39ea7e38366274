/**
 * The two lines that keys and signatures of minisign and signify begin with: a comment that nobody signed, and base64 of an algorithm (2
 * bytes), the number of a key (8) and the content.
 *
 *     untrusted comment: minisign public key 0807060504030201
 *     RWQBAgMEBQYHCNdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea
 */
import { decodePlainBase64 } from '#core/bytes/base64';
import { encodeUtf8 } from '#core/bytes/utf8';
import { BadSignature } from '../bad-signature.ts';

const COMMENT = 'untrusted comment: ';
const HEAD = 10;

export interface NumberedBytes {
  /** Two letters. */
  readonly algorithm: string;
  /** As the tools show it: 16 hex digits of the little-endian number. */
  readonly number: string;
  readonly content: Uint8Array;
}

/** The limit of minisign, with the words in front. */
const MAX_COMMENT = 1022;

export function looksLikeMinisign(text: string): boolean {
  return text.startsWith('untrusted comment:');
}

/** Lines may end with CR LF, as the tools accept it. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Throws `BadSignature`. */
export function readNumbered([comment = '', body = '']: readonly string[], what: string, size: number): NumberedBytes {
  if (!comment.startsWith(COMMENT)) throw new BadSignature(`expected ${what} that begins with '${COMMENT}', found another first line`);
  if (encodeUtf8(comment).length > MAX_COMMENT)
    throw new BadSignature(`expected a comment of at most ${MAX_COMMENT} bytes in ${what}, found a longer one`);
  return numberedIn(body, what, size);
}

/** Throws `BadSignature`. */
export function numberedIn(body: string, what: string, size: number): NumberedBytes {
  const bytes = decodePlainBase64(body);
  if (bytes === null) throw new BadSignature(`expected base64 in the second line of ${what}, found other text`);
  if (bytes.length !== HEAD + size) throw new BadSignature(`expected ${HEAD + size} bytes in ${what}, found ${bytes.length}`);
  const number = [...bytes.subarray(2, HEAD)].reverse().map((byte) => byte.toString(16).padStart(2, '0'));
  return { algorithm: String.fromCharCode(bytes[0] as number, bytes[1] as number), number: number.join(''), content: bytes.subarray(HEAD) };
}
