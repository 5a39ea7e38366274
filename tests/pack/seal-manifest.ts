/**
 * Gives a manifest its `pack_id` by the words of pack.md alone, without the program: sorted keys, compact, SHA-256 over the bytes with an
 * empty `pack_id`.
 *
 *     sealManifest('{"members":[], "version":"pack.v0"}')   {"members":[],"pack_id":"sha256:…","version":"pack.v0"}
 */
import { sealedUnder } from '../lock/seal-lock.ts';

export function sealManifest(text: string): string {
  return sealedUnder('pack_id', text);
}
