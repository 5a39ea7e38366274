/**
 * Decides who may sign what: the DIDs to which `trust-anchors.yaml` or an authority registry grants an attestation.
 *
 *     trust_anchors:
 *     - {anchor_id: zone-a, type: did, identifier: did:key:z6Mk…, allowed_attestations: [corridor_agreement]}
 *
 * An unreadable document grants nothing.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { baseDid } from '../credential/did-key.ts';

export type Attestation = 'corridor_definition' | 'corridor_agreement' | 'authority_registry';

/** True if the DID is granted the attestation. */
export type Grants = (did: string, attestation: Attestation) => boolean;

export interface AnchorGrants {
  readonly grants: Grants;
  /** True if any DID is granted the attestation. */
  readonly isGranted: (attestation: Attestation) => boolean;
}

/** Only anchors of type `did` count; no wildcard is allowed. */
export function anchorGrants(trustAnchors: JsonValue): AnchorGrants {
  const anchors = isJsonObject(trustAnchors) ? itemsOf(trustAnchors['trust_anchors']) : [];
  const granted = new Set(anchors.flatMap((anchor) => (isJsonObject(anchor) && anchor['type'] === 'did' ? anchorPairs(anchor) : [])));
  return {
    grants: (did, attestation) => granted.has(pair(did, attestation)),
    isGranted: (attestation) => [...granted].some((each) => each.startsWith(pair('', attestation))),
  };
}

/** Reads the `authorities` of a registry, where `*` means every attestation. */
export function registryGrants(authorities: JsonValue | undefined): Grants {
  const granted = new Set(
    itemsOf(authorities).flatMap((authority) =>
      isJsonObject(authority) ? pairs(authority['did'] ?? authority['id'], authority['allowed_attestations']) : [],
    ),
  );
  return (did, attestation) => granted.has(pair(did, attestation)) || granted.has(pair(did, '*'));
}

function anchorPairs(anchor: JsonObject): readonly string[] {
  return pairs(anchor['identifier'], anchor['allowed_attestations']);
}

function pairs(did: JsonValue | undefined, attestations: JsonValue | undefined): readonly string[] {
  if (typeof did !== 'string' || did === '') return [];
  const names = typeof attestations === 'string' ? [attestations] : itemsOf(attestations);
  return names.flatMap((name) => (typeof name === 'string' ? pair(baseDid(did), name) : []));
}

/** A DID cannot contain a space, so the key is unambiguous. */
function pair(did: string, attestation: string): string {
  return `${attestation} ${did}`;
}

function itemsOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}
