/**
 * Checks whether the signers may sign: the trust anchors must grant it, and the authority registry if there is one.
 *
 *     anchorChecks(['did:key:z6Mk…'], { attestation: 'corridor_agreement', place }, authority)
 */
import { type CorridorCheck, failed, passed } from './check.ts';
import type { Attestation, Grants } from './grants.ts';

export interface Authority {
  readonly anchors: Grants;
  /** Null if the corridor names no registry. */
  readonly registry: Grants | null;
}

export function anchorChecks(
  signers: readonly string[],
  { attestation, place }: { attestation: Attestation; place: string },
  { anchors, registry }: Authority,
): readonly CorridorCheck[] {
  return signers.map((did) => {
    const lacking = !anchors(did, attestation)
      ? 'the trust anchors'
      : registry?.(did, attestation) === false
        ? 'the authority registry'
        : null;
    if (lacking === null) return passed('anchor', place, did, `granted ${attestation}`);
    return failed(`${did}:not_anchored`, { kind: 'anchor', file: place, subject: did, words: `not granted ${attestation} by ${lacking}` });
  });
}
