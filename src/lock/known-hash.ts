/** The prefixes of a `bytes_hash` that `lock verify` can recompute, as they appear in JSON: `"sha256:` and `"blake3:`. */

import { startsWith } from '#core/bytes/prefix';
import { encodeUtf8 } from '#core/bytes/utf8';
import type { Algorithm } from '#core/ports';

export const HASH_START: Readonly<Record<Algorithm, Uint8Array>> = { sha256: encodeUtf8('"sha256:'), blake3: encodeUtf8('"blake3:') };

/** Whether a hash of a known algorithm begins at `start`. A hash that is written with escapes is not recognised. */
export function isKnownHash(bytes: Uint8Array, start: number): boolean {
  return startsWith(bytes, start, HASH_START.sha256) || startsWith(bytes, start, HASH_START.blake3);
}
