/**
 * How much a difference between two locks weighs, by what it touches:
 *
 *     critical   who consented, and to what: a corridor gone or no longer active, a signer lost, other terms, other trust anchors
 *     high       what is deployed and under which law: modules, params, lawpacks, overlays; a corridor that came or became active
 *     medium     what tells of these: versions, proofs issued again, blockers of a corridor that is inactive either way
 *     low        where things lie and in which order
 *     info       nothing that the lock commits to: the time of locking, a digest written as a reference
 */
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const;

export type Severity = (typeof SEVERITIES)[number];

export type ChangeKind =
  | 'ADDED'
  | 'REMOVED'
  | 'CHANGED'
  /** Another digest. */
  | 'REPINNED'
  /** Another file with the same payload: only its proofs are others. */
  | 'RESIGNED'
  | 'ACTIVATED'
  | 'DEACTIVATED'
  /** The same entries in another order. */
  | 'REORDERED'
  /** The same digest in another form. */
  | 'REWRITTEN';

export const SECTIONS = ['document', 'modules', 'lawpacks', 'overlays', 'corridors'] as const;

export type Section = (typeof SECTIONS)[number];

/** A whole entry that came or went. */
export function entrySeverity(section: Section, kind: 'ADDED' | 'REMOVED'): Severity {
  return section === 'corridors' && kind === 'REMOVED' ? 'critical' : 'high';
}

/** Overlays are applied in the order they are listed. */
export function orderSeverity(section: Section): Severity {
  return section === 'overlays' ? 'high' : 'low';
}

const FIELDS: Readonly<Record<Section, Readonly<Record<string, Severity>>>> = {
  document: { zone_id: 'critical', 'profile.profile_id': 'high', generated_at: 'info' },
  modules: { module_manifest_sha256: 'high', variant: 'high', params: 'high' },
  lawpacks: { lawpack_digest_sha256: 'high', lawpack_lock_sha256: 'high', lawpack_lock_path: 'low', lawpack_artifact_path: 'low' },
  overlays: { patches: 'high', patches_sha256: 'high' },
  corridors: {
    corridor_manifest_sha256: 'high',
    key_rotation_sha256: 'high',
    trust_anchors_sha256: 'critical',
    corridor_definition_vc_sha256: 'critical',
    corridor_agreement_vc_sha256: 'critical',
    corridor_agreement_set_sha256: 'critical',
    corridor_agreement_payload_sha256_by_path: 'critical',
  },
};

/** By the field's name alone: `params.tier` weighs what `params` does; a field that is not known here is medium. */
export function fieldSeverity(section: Section, field: string): Severity {
  const known = FIELDS[section];
  const name = [field, field.split('.', 1)[0] as string].find((text) => Object.hasOwn(known, text));
  return name === undefined ? 'medium' : (known[name] as Severity);
}

export function isHeavier(a: Severity, b: Severity): boolean {
  return SEVERITIES.indexOf(a) < SEVERITIES.indexOf(b);
}
