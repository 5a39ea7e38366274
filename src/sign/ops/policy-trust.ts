/**
 * What a policy brings to the judging of signatures by other programs: its keys, the roots of those whom it knows by a certificate, and its
 * timestamp authorities. Who counts is judged later (`policy/judge.ts`).
 *
 *     await judgeSignatureFile({ signature, document, trust: policyTrust(loaded, Date.now()), describe })
 */
import type { LoadedPolicy } from './policy-file.ts';
import { type CertifiedSigner, NOBODY, type Trust } from './trust.ts';

/** `at` is in milliseconds since 1970. Throws `Refusal` if a root cannot be read. */
export function policyTrust(loaded: LoadedPolicy, at: number): Trust {
  return { ...NOBODY, keys: loaded.trustedKeys, authorities: loaded.authorities(), at, byPolicy: { certified: certifiedIn(loaded) } };
}

export function certifiedIn({ given, policy, rootText }: LoadedPolicy): readonly CertifiedSigner[] {
  return policy.signers.flatMap(({ name, identity }): readonly CertifiedSigner[] => {
    if (identity === null) return [];
    const root = { given: 'file' in identity.root ? identity.root.file : given, text: rootText(identity.root) };
    return [{ name, root, identity: identity.identity, issuer: identity.issuer }];
  });
}
