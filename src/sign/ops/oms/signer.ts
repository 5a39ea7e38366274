/**
 * Who signed a bundle of OpenSSF Model Signing: by a key that the caller brings, by a certificate whose root the caller trusts, or keyless
 * (Sigstore).
 */
import { parseInstant } from '#core/time';
import { BadCertificate, type Certificate, KEY_USE, parseCertificate, parseCertificates } from '#keys/certificate';
import { judgeCertificate, PURPOSE } from '#keys/certificate-path';
import { isSignature, type VerifyingKey } from '#keys/public-key';
import { BadSignature } from '../../bad-signature.ts';
import { preAuthenticationEncoding } from '../../dsse.ts';
import {
  badSignature,
  doesNotVerify,
  malformed,
  notCounted,
  type SeenSignature,
  signerOf,
  trusted,
  unchecked,
  unknownSigner,
} from '../../foreign.ts';
import { badTrust } from '../../foreign-refusals.ts';
import type { JudgedSignature } from '../../judged.ts';
import type { Bundle, KeyMaterial, SignedContent } from '../../sigstore/bundle.ts';
import { hintsOf } from '../bundle/hints.ts';
import { type BundleTime, timeInBundle } from '../bundle/time.ts';
import type { Judging } from '../judge-file.ts';
import { type JudgedBundleSigner, judgeSigner } from '../sigstore/judge.ts';
import type { Trust } from '../trust.ts';

export type Envelope = Extract<SignedContent, { kind: 'envelope' }>;

export async function judgeModelSigner(judging: Judging, bundle: Bundle, envelope: Envelope): Promise<JudgedBundleSigner> {
  const { material, logEntries } = bundle;
  const seen: SeenSignature = { form: 'oms', path: judging.signature.given };
  const message = preAuthenticationEncoding(envelope.payloadType, envelope.payload);
  if (material.kind !== 'key' && logEntries.length > 0) return judgeSigner(judging, bundle, { seen, artifact: null });
  if (material.kind === 'certificate') return only(malformed(seen, 'expected an entry of a log beside the certificate, found none'));
  const time = timeInBundle(bundle, seen.path, judging.trust);
  const signed = { message, signature: envelope.signature };
  const timed = { ...seen, trusted_time: time.trusted_time, claimed_time: time.claimed_time };
  const signature = orMalformed(seen, () =>
    material.kind === 'key'
      ? byKey(timed, material, judging.trust, signed)
      : byCertificate(timed, material.certificates, judging.trust, { ...signed, time }),
  );
  const isGood = signature.state !== 'bad' && signature.state !== 'unchecked';
  if (isGood && time.fault !== null) return only(badSignature({ ...timed, signer: signature.signer }, time.fault));
  return { signature, notes: time.notes };
}

function only(signature: JudgedSignature): JudgedBundleSigner {
  return { signature, notes: [] };
}

function orMalformed(seen: SeenSignature, judge: () => JudgedSignature): JudgedSignature {
  try {
    return judge();
  } catch (error) {
    if (!(error instanceof BadSignature || error instanceof BadCertificate)) throw error;
    return malformed(seen, error.message);
  }
}

interface Signed {
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
}

function byKey(seen: SeenSignature, { hint }: Extract<KeyMaterial, { kind: 'key' }>, trust: Trust, signed: Signed): JudgedSignature {
  const { keys, byPolicy } = trust;
  if (keys.length === 0) return unchecked(seen, 'it brings no key, and none is named');
  const found = keys.find(({ key }) => isSignature(key, signed.message, signed.signature));
  if (found === undefined && byPolicy !== undefined && !keys.some(({ key }) => hint !== null && hintsOf(key).includes(hint)))
    return unchecked(seen, 'it is by none of the keys in the policy, or it was changed');
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

function byCertificate(
  seen: SeenSignature,
  ders: readonly Uint8Array[],
  trust: Trust,
  signed: Signed & { readonly time: BundleTime },
): JudgedSignature {
  const [leaf, ...intermediates] = ders.map(parseCertificate) as [Certificate, ...Certificate[]];
  const by = { ...seen, signer: { ...signerOf(leaf.key), identity: leaf.subjectText, issuer: leaf.issuerText } };
  if (!isSignature(leaf.key, signed.message, signed.signature)) return doesNotVerify(by);
  const algorithmFault = notInRegistry(by, leaf.key);
  if (algorithmFault !== null) return algorithmFault;
  const roots = trust.roots.filter(({ text }) => text.includes('-----BEGIN ')).flatMap(rootsIn);
  if (roots.length === 0) return unknownSigner(by);
  const maySign = leaf.keyUse?.has(KEY_USE.digitalSignature) === true;
  const at = parseInstant(signed.time.trusted_time ?? '') ?? trust.at;
  const judged = judgeCertificate(leaf, { roots, intermediates, at, purpose: maySign ? null : PURPOSE.codeSigning });
  if (!judged.ok && judged.reason === 'unknown_issuer') return unknownSigner(by);
  if (!judged.ok) return notCounted(by, { code: 'BAD_CERTIFICATE', message: `${seen.path} does not count: ${judged.message}` });
  if (trust.identity !== null && !identitiesOf(leaf).includes(trust.identity)) return unknownSigner(by);
  if (trust.issuer !== null && trust.issuer !== leaf.issuerText) return unknownSigner(by);
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
