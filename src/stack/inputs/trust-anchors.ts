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
import {
  integerAt,
  listAt,
  objectOf,
  oneOfAt,
  openReading,
  optionalObjectAt,
  type Reading,
  shaped,
  textAt,
  textOf,
} from './field-reader.ts';

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
  integerAt(document, 'version', Number.MIN_SAFE_INTEGER);
  return shaped(
    document,
    listAt(document, 'trust_anchors', (item, at, faults) => readAnchor(objectOf(item, at, faults))),
  );
}

function readAnchor(anchor: Reading): TrustAnchor {
  optionalObjectAt(anchor, 'metadata');
  return {
    anchorId: textAt(anchor, 'anchor_id'),
    type: oneOfAt(anchor, 'type', TYPES),
    identifier: textAt(anchor, 'identifier'),
    allowedAttestations: listAt(anchor, 'allowed_attestations', textOf),
  };
}
