/**
 * What a policy brings to the judging of signatures by other programs: its keys, the roots of those whom it knows by a certificate, and its
 * timestamp authorities. Who counts is judged later (`policy/judge.ts`).
 *
 *     await judgeSignatureFile({ signature, document, trust: policyTrust(loaded, Date.now()), describe })
 */
import { encodeUtf8 } from '#core/bytes/utf8';
import { BadCertificate, parseCertificates } from '#keys/certificate';
import { BadSignature } from '../bad-signature.ts';
import { badPolicy } from '../refusals.ts';
import { checkTrustedRoot } from '../sigstore/trusted-root.ts';
import type { LoadedPolicy } from './policy-file.ts';
import { type CertifiedSigner, NOBODY, type Trust } from './trust.ts';

/** `at` is in milliseconds since 1970. Throws `Refusal` if a root cannot be read. */
export function policyTrust(loaded: LoadedPolicy, at: number): Trust {
  return { ...NOBODY, keys: loaded.trustedKeys, authorities: loaded.authorities(), at, byPolicy: { certified: certifiedIn(loaded) } };
}

function certifiedIn({ given, policy, rootText }: LoadedPolicy): readonly CertifiedSigner[] {
  return policy.signers.flatMap(({ name, identity }): readonly CertifiedSigner[] => {
    if (identity === null) return [];
    const root = { given: 'file' in identity.root ? identity.root.file : given, text: rootText(identity.root) };
    return [{ name, root, identity: identity.identity, issuer: identity.issuer }];
  });
}

/** All files that the policy names can be read, and hold what they are for. Throws `Refusal`. */
export function checkRoots(loaded: LoadedPolicy): void {
  loaded.authorities();
  for (const { name, root } of certifiedIn(loaded)) {
    try {
      if (root.text.trimStart().startsWith('{')) checkTrustedRoot(encodeUtf8(root.text));
      else parseCertificates(root.text);
    } catch (error) {
      if (!(error instanceof BadSignature || error instanceof BadCertificate)) throw error;
      throw badPolicy(loaded.given, [{ at: `root of ${name}`, message: error.message }]);
    }
  }
}
