/**
 * canonical_json_v1 as the specification defines it (profile `embedded`, R1): the SHA-256, in upper-case hex, of the whole state as RFC 8785
 * writes it, with the files included as values. Formatting, key order, line ends and byte order marks do not change the hash.
 *
 *     {"claims":[{"assertion":"example"}],"meaning":[],"snapshot":{"ref":"demo"},"uncertainty":[],"units":[],"versions":[]}
 */
import { formatJcs } from '#core/json/write';
import type { ReplayState } from './state.ts';

/** Returns lower-case hex; a string is hashed as its UTF-8 bytes. */
export type Sha256 = (text: string | Uint8Array) => string;

export function embeddedDigest(state: ReplayState, sha256: Sha256): string {
  return sha256(formatJcs(state)).toUpperCase();
}
