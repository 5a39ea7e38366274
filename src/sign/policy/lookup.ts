/** Who and what in a policy is meant. */
import type { Policy, PolicyRule, PolicySigner } from './document.ts';

/** Who signs, whatever the names: the key, or the identity. */
export function unitOf({ unit, key, identity }: PolicySigner): string {
  return unit ?? key?.fingerprint ?? `${identity?.issuer ?? ''} ${identity?.identity ?? ''}`;
}

/** The names of a requirement that a signer fills. A signature that names a role is for that role only. */
export function entriesOf({ name, roles }: PolicySigner, { require }: PolicyRule, signedAs: string | null): readonly string[] {
  if (require.isAnybody === true) return require.names;
  return require.names.filter(
    (wanted) => (wanted === name || roles.includes(wanted)) && (signedAs === null || wanted === signedAs || wanted === name),
  );
}

export function rulesFor(policy: Policy, kind: string): readonly PolicyRule[] {
  return policy.rules.filter((rule) => rule.kind === kind || rule.kind === 'any');
}
