/**
 * The severity of a difference between two locks, by what it concerns:
 *
 *     critical   consent and terms: a corridor removed or no longer active, a signer removed, other terms, other trust anchors
 *     high       what is deployed, and under which law: modules, params, lawpacks, overlays; a corridor added or activated
 *     medium     descriptions of these: versions, new proofs, blockers of a corridor that is inactive in both locks
 *     low        paths, and the order of entries
 *     info       nothing that the lock pins: the time of locking, a digest written as a reference
 */
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const;

export type Severity = (typeof SEVERITIES)[number];

export type ChangeKind =
  | 'ADDED'
  | 'REMOVED'
  | 'CHANGED'
  /** The digest has changed. */
  | 'REPINNED'
  /** The file has changed and its payload has not: only the proofs differ. */
  | 'RESIGNED'
  | 'ACTIVATED'
  | 'DEACTIVATED'
  /** The same entries in another order. */
  | 'REORDERED'
  /** The same digest in another form. */
  | 'REWRITTEN';

export const SECTIONS = ['document', 'modules', 'lawpacks', 'overlays', 'corridors'] as const;

export type Section = (typeof SECTIONS)[number];

/** The severity of an added or removed entry. */
export function entrySeverity(section: Section, kind: 'ADDED' | 'REMOVED'): Severity {
  return section === 'corridors' && kind === 'REMOVED' ? 'critical' : 'high';
}

/** Overlays are applied in the order of the list, so their order matters. */
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

/** By the name of the field only: `params.tier` has the severity of `params`; an unknown field is medium. */
export function fieldSeverity(section: Section, field: string): Severity {
  const known = FIELDS[section];
  const name = [field, field.split('.', 1)[0] as string].find((text) => Object.hasOwn(known, text));
  return name === undefined ? 'medium' : (known[name] as Severity);
}

export function isHeavier(a: Severity, b: Severity): boolean {
  return SEVERITIES.indexOf(a) < SEVERITIES.indexOf(b);
}
