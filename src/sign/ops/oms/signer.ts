/**
 * Who signed a bundle of OpenSSF Model Signing: by a key that the caller brings, by a certificate whose root the caller trusts, or keyless
 * (Sigstore).
 */
import { hash } from 'node:crypto';
import { BadCertificate, type Certificate, KEY_USE, parseCertificate, parseCertificates } from '#keys/certificate';
import { judgeCertificate, PURPOSE } from '#keys/certificate-path';
import { isSignature, type VerifyingKey } from '#keys/public-key';
import { BadSignature } from '../../bad-signature.ts';
import { preAuthenticationEncoding } from '../../dsse.ts';
import { doesNotVerify, malformed, notCounted, type SeenSignature, signerOf, trusted, unchecked, unknownSigner } from '../../foreign.ts';
import { badTrust } from '../../foreign-refusals.ts';
import type { JudgedSignature } from '../../judged.ts';
import type { Bundle, KeyMaterial, SignedContent } from '../../sigstore/bundle.ts';
import type { Judging } from '../judge-file.ts';
import { type JudgedBundleSigner, judgeSigner } from '../sigstore/judge.ts';
import type { Trust } from '../trust.ts';

export type Envelope = Extract<SignedContent, { kind: 'envelope' }>;

export async function judgeModelSigner(judging: Judging, bundle: Bundle, envelope: Envelope): Promise<JudgedBundleSigner> {
  const { material, logEntries } = bundle;
  const seen: SeenSignature = { form: 'oms', path: judging.signature.given };
  const message = preAuthenticationEncoding(envelope.payloadType, envelope.payload);
  const only = (signature: JudgedSignature): JudgedBundleSigner => ({ signature, notes: [] });
  if (material.kind === 'key') return only(byKey(seen, material, judging.trust, { message, signature: envelope.signature }));
  if (material.kind === 'chain' && logEntries.length === 0) {
    try {
      return only(byCertificate(seen, material.certificates, judging.trust, { message, signature: envelope.signature }));
    } catch (error) {
      if (!(error instanceof BadSignature || error instanceof BadCertificate)) throw error;
      return only(malformed(seen, error.message));
    }
  }
  if (logEntries.length === 0) return only(malformed(seen, 'expected an entry of a log beside the certificate, found none'));
  return judgeSigner(judging, bundle, { seen, artifact: null });
}

interface Signed {
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
}

function byKey(seen: SeenSignature, { hint }: Extract<KeyMaterial, { kind: 'key' }>, { keys }: Trust, signed: Signed): JudgedSignature {
  if (keys.length === 0) return unchecked(seen, 'it brings no key, and --key names none');
  const found = keys.find(({ key }) => isSignature(key, signed.message, signed.signature));
  if (found === undefined) return doesNotVerify(seen);
  const by = { ...seen, signer: signerOf(found.key) };
  const algorithmFault = notInRegistry(by, found.key);
  if (algorithmFault !== null) return algorithmFault;
  if (hint !== null && !hintsOf(found.key).includes(hint)) {
    const message = `${seen.path} names another key than the one that verifies it: the hint is ${hint}`;
    return notCounted(by, { code: 'OTHER_HINT', message, wanted: hintsOf(found.key)[0] ?? null, found: hint });
  }
  return trusted(by, found.name);
}

/** OMS knows the curves of NIST only. */
function notInRegistry(by: SeenSignature, { algorithm }: VerifyingKey): JudgedSignature | null {
  if (algorithm.startsWith('ecdsa-')) return null;
  const message = `${by.path} is by a key for ${algorithm}, which OpenSSF Model Signing does not know: expected P-256, P-384 or P-521`;
  return notCounted(by, { code: 'OTHER_ALGORITHM', message, wanted: 'ecdsa', found: algorithm });
}

/** SHA-256 of the PEM, as the reference implementation demands it; of the DER, as Sigstore recommends it, in hex or base64. */
export function hintsOf({ key, spki }: VerifyingKey): readonly string[] {
  const pem = key.export({ type: 'spki', format: 'pem' }) as string;
  return [hash('sha256', pem, 'hex'), hash('sha256', spki, 'hex'), hash('sha256', spki, 'base64')];
}

function byCertificate(seen: SeenSignature, ders: readonly Uint8Array[], trust: Trust, signed: Signed): JudgedSignature {
  const [leaf, ...intermediates] = ders.map(parseCertificate) as [Certificate, ...Certificate[]];
  const by = { ...seen, signer: { ...signerOf(leaf.key), identity: leaf.subjectText, issuer: leaf.issuerText } };
  if (!isSignature(leaf.key, signed.message, signed.signature)) return doesNotVerify(by);
  const algorithmFault = notInRegistry(by, leaf.key);
  if (algorithmFault !== null) return algorithmFault;
  const roots = trust.roots.filter(({ text }) => text.includes('-----BEGIN ')).flatMap(rootsIn);
  if (roots.length === 0) return unknownSigner(by);
  const maySign = leaf.keyUse?.has(KEY_USE.digitalSignature) === true;
  const judged = judgeCertificate(leaf, { roots, intermediates, at: trust.at, purpose: maySign ? null : PURPOSE.codeSigning });
  if (!judged.ok && judged.reason === 'unknown_issuer') return unknownSigner(by);
  if (!judged.ok) return notCounted(by, { code: 'BAD_CERTIFICATE', message: `${seen.path} does not count: ${judged.message}` });
  if (trust.identity !== null && !identitiesOf(leaf).includes(trust.identity)) return unknownSigner(by);
  return trusted(by, trust.identity ?? leaf.subjectText);
}

function rootsIn({ given, text }: Trust['roots'][number]): readonly Certificate[] {
  try {
    return parseCertificates(text);
  } catch (error) {
    if (!(error instanceof BadCertificate)) throw error;
    throw badTrust('trusted root', given, error.message);
  }
}

function identitiesOf({ subjectText, alternativeNames }: Certificate): readonly string[] {
  return [subjectText, ...alternativeNames.map(({ value }) => value)];
}
