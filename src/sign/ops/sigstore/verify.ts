/**
 * Verifies a bundle of Sigstore offline, by the libraries of Sigstore, against a trusted root that is a file. They are loaded when a bundle is
 * judged, and only see what was screened (`sigstore/bundle.ts`, `sigstore/trusted-root.ts`). What they leave open is checked here:
 *
 * - the signature itself, by the hash of its curve, and strictly for Ed25519;
 * - the digest in the log is that of what was signed: of the PAE where the log knows no envelopes (hashedrekord 0.0.2);
 * - timestamps by the rules of `time/`, with status, purpose and certificate id;
 * - the certificate is one for code signing.
 */
import { hash } from 'node:crypto';
import { BadCertificate, type Certificate, parseCertificate } from '#keys/certificate';
import { PURPOSE } from '#keys/certificate-path';
import { isSignature, type SignatureHash, type VerifyingKey, verifyingKeyOfSpki } from '#keys/public-key';
import { BadSignature } from '../../bad-signature.ts';
import { preAuthenticationEncoding } from '../../dsse.ts';
import type { Bundle } from '../../sigstore/bundle.ts';
import { checkTrustedRoot, type TrustedRootFacts } from '../../sigstore/trusted-root.ts';
import { judgeTimestampBytes } from '../time/judge.ts';

export interface SigstoreQuestion {
  /** The text of the bundle that `bundle` was read from. */
  readonly text: string;
  readonly bundle: Bundle;
  readonly trustedRoot: string;
  /** The key that the caller brings, for a bundle without a certificate. */
  readonly key: VerifyingKey | null;
  /** What a bundle without an envelope is over. */
  readonly artifact: Uint8Array | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface SigstoreSigner {
  readonly key: VerifyingKey;
  /** Null for a key that the caller brought. */
  readonly identity: string | null;
  readonly issuer: string | null;
  /** A time at which the signature existed, by a log or an authority; null if none says so. */
  readonly time: number | null;
}

const HASHES: Readonly<Record<string, SignatureHash>> = { SHA2_256: 'sha256', SHA2_384: 'sha384', SHA2_512: 'sha512' };

/** Throws `BadSignature`. */
export async function verifySigstore(question: SigstoreQuestion): Promise<SigstoreSigner> {
  const { bundle, trustedRoot, key } = question;
  const facts = checkTrustedRoot(Buffer.from(trustedRoot));
  const times = timestampsOf(question, facts);
  const [{ bundleFromJSON }, { toSignedEntity, toTrustMaterial, Verifier }, { TrustedRoot }] = await Promise.all([
    import('@sigstore/bundle'),
    import('@sigstore/verify'),
    import('@sigstore/protobuf-specs'),
  ]);
  // Any error of the libraries is a bundle that does not verify: a bundle without a checkpoint gives a TypeError.
  const signer = orBad(() => {
    const finder = key === null ? undefined : () => ({ publicKey: key.key, validFor: () => true });
    const material = toTrustMaterial(TrustedRoot.fromJSON(JSON.parse(trustedRoot)), finder);
    const entity = toSignedEntity(bundleFromJSON(JSON.parse(question.text)), Buffer.from(question.artifact ?? []));
    const signed = signedBytes(question);
    entity.signature = {
      signature: Buffer.from(bundle.content.signature),
      compareSignature: (other) => Buffer.compare(other, bundle.content.signature) === 0,
      compareDigest: (digest) => signed.digests.some((own) => Buffer.compare(own, digest) === 0),
      verifySignature: (by) => isSignature(keyOf(by), signed.message, bundle.content.signature, 'der', signed.hash),
    };
    return new Verifier(material, { timestampThreshold: key === null ? 1 : 0 }).verify(entity);
  });
  const certificate = bundle.material.kind === 'key' ? null : leafOf(bundle.material.certificates);
  return {
    key: keyOf(signer.key),
    identity: certificate === null ? null : (signer.identity?.subjectAlternativeName ?? null),
    issuer: certificate === null ? null : (signer.identity?.extensions?.issuer ?? null),
    time: earliest([...times, ...loggedTimes(question)]),
  };
}

function earliest(times: readonly number[]): number | null {
  return times.length === 0 ? null : Math.min(...times);
}

interface SignedBytes {
  readonly message: Uint8Array;
  readonly hash: SignatureHash | undefined;
  /** What a log may say that was signed. */
  readonly digests: readonly Uint8Array[];
}

function signedBytes({ bundle: { content, logEntries }, artifact }: SigstoreQuestion): SignedBytes {
  if (content.kind === 'envelope') {
    const message = preAuthenticationEncoding(content.payloadType, content.payload);
    const isPlain = logEntries.every(({ kind, version }) => kind === 'hashedrekord' && version === '0.0.2');
    return { message, hash: undefined, digests: [hash('sha256', isPlain ? message : content.payload, 'buffer')] };
  }
  const name = HASHES[content.algorithm];
  if (name === undefined || artifact === null)
    throw new BadSignature(`expected a digest by SHA-256, SHA-384 or SHA-512, found ${content.algorithm}`);
  const own = hash(name, artifact, 'buffer');
  if (Buffer.compare(own, content.digest) !== 0) throw new BadSignature('it names the digest of another file');
  return { message: artifact, hash: name, digests: [own] };
}

/** Every timestamp has to be good, by an authority of the root in the time in which it was used. Returns their times. */
function timestampsOf({ bundle, at }: SigstoreQuestion, { timestampAuthorities }: TrustedRootFacts): readonly number[] {
  const digestBy = (algorithm: string): string => hash(algorithm, bundle.content.signature);
  return bundle.timestamps.map((token) => {
    const faults: string[] = [];
    for (const { certificates, from, to } of timestampAuthorities) {
      const chain = certificates.map(certificateOf);
      const trust = { roots: chain.slice(-1), others: chain.slice(0, -1) };
      const { state, time, fault } = judgeTimestampBytes(token, { digestBy, nonce: null, policy: null, at }, trust);
      const ms = Date.parse(time ?? '');
      if (state === 'trusted' && ms >= from && ms <= to) return ms;
      faults.push(fault?.message ?? 'its authority was not in use then');
    }
    throw new BadSignature(`a timestamp in it is not good: ${faults[0] ?? 'the trusted root names no authority'}`);
  });
}

/** The times of the logs whose promise was verified. */
function loggedTimes({ bundle }: SigstoreQuestion): readonly number[] {
  return bundle.logEntries.flatMap(({ hasPromise, time }) => (hasPromise && time > 0 ? [time * 1000] : []));
}

/** The certificate of the signer, which is the first of the path. */
function leafOf([leaf]: readonly Uint8Array[]): Certificate {
  const certificate = certificateOf(leaf as Uint8Array);
  if (certificate.purposes?.oids.includes(PURPOSE.codeSigning) !== true)
    throw new BadSignature('its certificate is not one for code signing');
  return certificate;
}

function certificateOf(der: Uint8Array): Certificate {
  return orBad(() => parseCertificate(der));
}

function keyOf(key: { export(options: { type: 'spki'; format: 'der' }): Buffer }): VerifyingKey {
  return verifyingKeyOfSpki(key.export({ type: 'spki', format: 'der' }));
}

function orBad<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof BadSignature) throw error;
    const { message, cause } = error as Error & { cause?: unknown };
    const because = cause instanceof Error ? `: ${cause.message}` : '';
    throw new BadSignature(error instanceof BadCertificate ? message : `it does not verify: ${message}${because}`);
  }
}
