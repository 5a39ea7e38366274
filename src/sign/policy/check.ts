/** `policy-check.v0`: what a policy says, as a document. */
import type { JsonObject } from '#core/json/value';
import type { Policy } from './document.ts';
import { explainPolicy, policyWarnings } from './explain.ts';

/** A template names nobody: `custody policy init` where there is no key. */
export function templateDocument(path: string, digest: string): JsonObject {
  const explained = ['nobody is trusted: it cannot be used before names, keys and roles are put in'];
  return { version: 'policy-check.v0', outcome: 'TEMPLATE', path, digest, signers: [], rules: [], warnings: [], explained };
}

export interface CheckedPolicy {
  readonly path: string;
  readonly digest: string;
  readonly policy: Policy;
}

export function policyCheckDocument({ path, digest, policy }: CheckedPolicy, outcome: 'OK' | 'EXPLAINED' | 'CREATED'): JsonObject {
  return {
    version: 'policy-check.v0',
    outcome,
    path,
    digest,
    signers: policy.signers.map(({ name, roles, key, identity }) => ({
      name,
      roles: [...roles],
      fingerprint: key?.fingerprint ?? null,
      algorithm: key?.algorithm ?? null,
      identity: identity?.identity ?? null,
    })),
    rules: policy.rules.map(({ kind, require }) => ({ kind, require: require.text })),
    warnings: [...policyWarnings(policy)],
    explained: [...explainPolicy(policy)],
  };
}
