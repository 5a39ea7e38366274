/**
 * canonical_json_v1 as the document asks for it (profile `embedded`, R1): the whole state with the values of its files, as RFC 8785 writes
 * them, hashed with SHA-256, in upper-case hex. Formatting, key order, line ends and byte order marks do not show.
 *
 *     {"claims":[{"assertion":"example"}],"meaning":[],"snapshot":{"ref":"demo"},"uncertainty":[],"units":[],"versions":[]}
 */
import { formatJcs } from '#core/json/write';
import type { ReplayState } from './state.ts';

/** Lower-case hex of the UTF-8 bytes. */
export type Sha256 = (text: string | Uint8Array) => string;

export function embeddedDigest(state: ReplayState, sha256: Sha256): string {
  return sha256(formatJcs(state)).toUpperCase();
}
