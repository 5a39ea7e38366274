/**
 * Makes what a bundle of OpenSSF Model Signing v1.0 signs out of members whose SHA-256 is known, and the bundle around the signature. No file
 * is read.
 */
import { encodeBase64 } from '#core/bytes/base64';
import { encodeUtf8 } from '#core/bytes/utf8';
import type { JsonObject } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { PAYLOAD_TYPE, STATEMENT_TYPE } from '../statement.ts';
import { ignoredPaths } from './excluded.ts';
import { PREDICATE_TYPE, type Resource } from './statement.ts';

export interface NewModel {
  /** The base name of the folder. */
  readonly name: string;
  /** SHA-256, sorted by name in byte order. */
  readonly resources: readonly Resource[];
  /** Paths that are not covered. */
  readonly ignored: readonly string[];
  /** SHA-256 over the raw digests of the resources. */
  readonly rootDigest: string;
}

export function formatModelStatement({ name, resources, ignored, rootDigest }: NewModel): Uint8Array {
  const predicate: JsonObject = {
    resources: resources.map(({ name: path, digest }) => ({ algorithm: 'sha256', digest, name: path })),
    serialization: { allow_symlinks: false, hash_type: 'sha256', ignore_paths: ignoredPaths(ignored), method: 'files' },
  };
  const subject = [{ digest: { sha256: rootDigest }, name }];
  return encodeUtf8(formatSpine({ _type: STATEMENT_TYPE, predicate, predicateType: PREDICATE_TYPE, subject }));
}

const MEDIA_TYPE = 'application/vnd.dev.sigstore.bundle.v0.3+json';

/** `hint` names the key: SHA-256 of its PEM, as the reference implementation demands it. */
export function formatModelBundle({
  payload,
  sig,
  hint,
}: {
  readonly payload: Uint8Array;
  readonly sig: Uint8Array;
  readonly hint: string;
}): string {
  return formatSpine({
    dsseEnvelope: { payload: encodeBase64(payload), payloadType: PAYLOAD_TYPE, signatures: [{ keyid: '', sig: encodeBase64(sig) }] },
    mediaType: MEDIA_TYPE,
    verificationMaterial: { publicKey: { hint }, tlogEntries: [] },
  });
}
