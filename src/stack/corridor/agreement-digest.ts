/**
 * The digest of a whole agreement: SHA-256 of the JCS of its corridor, its definition and its payloads.
 *
 *     {"agreement_payload_sha256":["91c6…","cbed…"],"corridor_id":"org.example.corridor.swift","definition_payload_sha256":"f4ef…"}
 *
 * The payloads are sorted. A file that is listed several times counts once (S5); two files with the same payload count twice.
 */

import { encodeUtf8 } from '#core/bytes/utf8';
import { formatJcs } from '#core/json/write';
import type { NewHasher } from '#core/ports';
import { sha256Of } from '../credential/payload.ts';

export interface AgreementSet {
  readonly corridorId: string;
  readonly definitionPayloadSha256: string;
  /** Payload digests by the path of the file. */
  readonly payloads: ReadonlyMap<string, string>;
}

export function agreementSetDigest({ corridorId, definitionPayloadSha256, payloads }: AgreementSet, newHasher: NewHasher): string {
  const set = {
    corridor_id: corridorId,
    definition_payload_sha256: definitionPayloadSha256,
    agreement_payload_sha256: [...payloads.values()].sort(),
  };
  return sha256Of(encodeUtf8(formatJcs(set)), newHasher);
}
