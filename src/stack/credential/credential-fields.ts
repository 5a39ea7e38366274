/**
 * The fields that the definition and the agreement of a corridor may have, level by level: those of the public schemas (S11). The envelope also
 * allows the date names of 2025, the status that is never looked up, and an issuer with a name.
 */
import { BOUND, type FieldShape, INTEGER, ISSUER, OPEN, READ, TERMS, TEXT } from '../inputs/closed-fields.ts';

const ENVELOPE = {
  '@context': READ,
  id: READ,
  type: READ,
  issuer: ISSUER,
  issuanceDate: READ,
  expirationDate: READ,
  validFrom: READ,
  validUntil: READ,
  credentialStatus: READ,
  proof: READ,
} as const satisfies FieldShape;

const PARTICIPANT = { id: READ, role: READ, name: READ, jurisdiction: READ, metadata: OPEN } as const;

/** For receipts and checkpoints; `activation` says how many must sign a corridor. */
const SIGNING_THRESHOLDS = [{ role: TEXT, required: INTEGER, of: INTEGER, description: TEXT }] as const;

const STATE_CHANNEL = {
  receipt_signing: { thresholds: SIGNING_THRESHOLDS, effectiveFrom: TEXT, description: TEXT },
  checkpointing: {
    mode: TEXT,
    finality: TEXT,
    max_receipts_between_checkpoints: INTEGER,
    max_seconds_between_checkpoints: INTEGER,
    thresholds: SIGNING_THRESHOLDS,
  },
  watcher_quorum: {
    mode: TEXT,
    threshold: TEXT,
    required: INTEGER,
    of: INTEGER,
    max_staleness: TEXT,
    max_staleness_seconds: INTEGER,
  },
} as const;

export const AGREEMENT_FIELDS: FieldShape = {
  ...ENVELOPE,
  credentialSubject: {
    corridor_id: READ,
    definition_vc_id: READ,
    definition_payload_sha256: READ,
    participants: [PARTICIPANT],
    activation: {
      thresholds: [{ role: READ, required: READ, of: READ, description: TEXT }],
      effectiveFrom: READ,
      effectiveUntil: READ,
      accept_commitments: READ,
    },
    state_channel: STATE_CHANNEL,
    terms: TERMS,
    version: TEXT,
    maintainer: TEXT,
    party: PARTICIPANT,
    commitment: READ,
    party_terms: TERMS,
    pinned_lawpacks: [
      { jurisdiction_id: READ, domain: READ, lawpack_digest_sha256: READ, lawpack_lock_sha256: TEXT, as_of_date: TEXT, notes: TEXT },
    ],
  },
};

export const DEFINITION_FIELDS: FieldShape = {
  ...ENVELOPE,
  credentialSubject: {
    corridor_id: READ,
    ruleset: TEXT,
    artifacts: { corridor_manifest: BOUND, trust_anchors: BOUND, key_rotation: BOUND },
    version: TEXT,
    maintainer: TEXT,
    lawpack_compatibility: {
      required_domains: READ,
      allowed: [{ jurisdiction_id: READ, domain: READ, digests_sha256: READ, notes: TEXT }],
    },
    ruleset_digest_set: READ,
  },
};
