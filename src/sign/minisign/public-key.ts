/** The public key of minisign or signify, which have one form: the algorithm `Ed`, a number, and 32 bytes of Ed25519. */
import { BadSignature } from '../bad-signature.ts';
import { linesOf, looksLikeMinisign, numberedIn } from './lines.ts';

export interface MinisignKey {
  readonly number: string;
  /** The 32 bytes of the key. */
  readonly key: Uint8Array;
}

const WHAT = 'a public key of minisign or signify';

/** The first line may be any comment, as minisign accepts it; the second shows what it is. */
export function looksLikeMinisignKey(text: string): boolean {
  return looksLikeMinisign(text) || /^[^\n]*\nRWQ[A-Za-z0-9+/]{53}\r?(?:\n|$)/.test(text);
}

/** Throws `BadSignature`. */
export function parseMinisignKey(text: string): MinisignKey {
  const lines = linesOf(text);
  if (lines.slice(2).some((line) => line !== '')) throw new BadSignature(`expected ${WHAT} in two lines, found ${lines.length}`);
  const { algorithm, number, content } = numberedIn(lines[1] ?? '', WHAT, 32);
  if (algorithm !== 'Ed') throw new BadSignature(`expected ${WHAT} with the algorithm Ed, found another`);
  return { number, key: content };
}
