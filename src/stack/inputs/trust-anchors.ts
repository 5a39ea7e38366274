/**
 * `trust-anchors.yaml`: whose signatures are trusted, and for what.
 *
 *     version: 1
 *     trust_anchors:
 *     - {anchor_id: zone-a, type: did, identifier: did:key:z6Mk…, allowed_attestations: [corridor_agreement]}
 */
import type { JsonValue } from '#core/json/value';
import { ANCHOR_KEYS, requireKnownKeys } from '../credential/known-keys.ts';
import type { Shaped } from './facts.ts';
import { openReading, type Reading } from './field-reader.ts';

export interface TrustAnchor {
  readonly anchorId: string;
  readonly type: string;
  /** The DID, for the type `did`. */
  readonly identifier: string;
  readonly allowedAttestations: readonly string[];
}

const TYPES = ['did', 'x509', 'jwk', 'pgp', 'other'];

export function readTrustAnchors(value: JsonValue): Shaped<readonly TrustAnchor[]> {
  const document = openReading(value);
  requireKnownKeys(document, ANCHOR_KEYS);
  document.integer('version', Number.MIN_SAFE_INTEGER);
  return document.shaped(document.objects('trust_anchors', readAnchor));
}

function readAnchor(anchor: Reading): TrustAnchor {
  anchor.optionalObject('metadata');
  return {
    anchorId: anchor.text('anchor_id'),
    type: anchor.oneOf('type', TYPES),
    identifier: anchor.text('identifier'),
    allowedAttestations: anchor.texts('allowed_attestations'),
  };
}
