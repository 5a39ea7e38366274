/**
 * Judges the timestamp of an authority (RFC 3161) without the network: collects the facts and gives them to `time/judge.ts`.
 *
 *     const trust = timestampTrust([pem]);
 *     judgeTimestampBytes(reply, { digestBy, nonce: null, policy: null, at: Date.now() }, trust)
 */
import { hash } from 'node:crypto';
import { BadDer } from '#core/der/read';
import { BadCertificate, type Certificate, parseCertificate, UnsupportedCertificate } from '#keys/certificate';
import { isIssuedBy, judgeCertificate, PURPOSE } from '#keys/certificate-path';
import { isSignedBy, signatureAlgorithmOf } from '#keys/signature-algorithm';
import type { ImprintHash } from '../../time/hash-names.ts';
import { type JudgedTimestamp, judgeTimestamp, noTimestamp, type TimestampFacts, type TimestampWanted } from '../../time/judge.ts';
import { parseReply, statusText } from '../../time/reply.ts';
import { type CertificateId, parseToken, type TimestampToken } from '../../time/token.ts';
import type { TimestampTrust } from './trust.ts';

/** A reply, or a token alone. Never throws for what is wrong with the bytes. */
export function judgeTimestampBytes(bytes: Uint8Array, wanted: TimestampWanted, trust: TimestampTrust): JudgedTimestamp {
  try {
    const { status, token } = parseReply(bytes);
    if (token === null) return noTimestamp(`the authority granted no timestamp: ${status === null ? 'no status' : statusText(status)}`);
    const read = parseToken(token);
    return judgeTimestamp(read, factsOn(read, trust), wanted);
  } catch (error) {
    if (error instanceof BadDer || error instanceof BadCertificate) return noTimestamp(`cannot be read as a timestamp: ${error.message}`);
    throw error;
  }
}

/** The hash of what the timestamp is over; null for what is no timestamp. */
export function imprintHashOf(bytes: Uint8Array): ImprintHash | null {
  try {
    const { token } = parseReply(bytes);
    return token === null ? null : parseToken(token).info.imprint.algorithm;
  } catch (error) {
    if (error instanceof BadDer) return null;
    throw error;
  }
}

function factsOn(token: TimestampToken, trust: TimestampTrust): TimestampFacts {
  const { inside, unsupported } = certificatesIn(token);
  const known = [...inside, ...trust.others, ...trust.roots];
  const found = signerAmong(known, token);
  const path = found === null || trust.roots.length === 0 ? null : pathOf(found, token, inside, trust);
  // Without a path nothing in the token is proven, and it is not asked what is needed.
  const needed = path?.ok === true ? path.path : inside;
  const strays = inside.filter(({ der }) => ![...needed, ...known.slice(inside.length)].some((each) => same(each.der, der)));
  const judged = strays.map((each) => strayState(each, known));
  return {
    infoDigest: hash(token.digestAlgorithm, token.infoBytes),
    certificate: found === null ? null : certificateFacts(found),
    isSigned: found !== null && isTokenSignedBy(token, found),
    path,
    strayFault: judged.find((state) => state !== 'good' && state !== 'unknown') ?? null,
    uncheckedCertificates: unsupported + judged.filter((state) => state === 'unknown').length,
  };
}

/** By issuer and serial number; where an authority used a number twice, by the digest. */
function signerAmong(known: readonly Certificate[], { signer, certificateIds }: TimestampToken): Certificate | null {
  const named = known.filter(({ issuer, serial }) => serial === signer.serial && same(issuer, signer.issuer));
  const isMeant = ({ der }: Certificate): boolean => certificateIds.every(({ algorithm, digest }) => digestOf(algorithm, der) === digest);
  return named.find(isMeant) ?? named[0] ?? null;
}

function pathOf(leaf: Certificate, { info }: TimestampToken, inside: readonly Certificate[], trust: TimestampTrust) {
  const question = { roots: trust.roots, intermediates: [...trust.others, ...inside], at: info.ms, purpose: PURPOSE.timeStamping };
  const judged = judgeCertificate(leaf, question);
  if (!judged.ok) return { ok: false as const, isUnknown: judged.reason === 'unknown_issuer', message: judged.message };
  return { ok: true as const, root: (judged.path.at(-1) as Certificate).subjectText, path: judged.path };
}

/** One that cannot be read was changed; one of a kind that is not used here may lie beside the others. */
function certificatesIn({ certificates }: TimestampToken): { readonly inside: readonly Certificate[]; readonly unsupported: number } {
  const inside: Certificate[] = [];
  let unsupported = 0;
  for (const der of certificates) {
    try {
      inside.push(parseCertificate(der));
    } catch (error) {
      if (!(error instanceof UnsupportedCertificate)) throw error;
      unsupported++;
    }
  }
  return { inside, unsupported };
}

/** A certificate that is not part of the path: its issuer signed it, or nobody can tell. */
function strayState(certificate: Certificate, known: readonly Certificate[]): 'good' | 'unknown' | (string & {}) {
  const { issuer, signed, subjectText } = certificate;
  const issuers = known.filter(({ subject }) => same(subject, issuer));
  if (issuers.length === 0 || signed.algorithm === null) return 'unknown';
  return issuers.some((each) => isIssuedBy(certificate, each)) ? 'good' : `the signature of its certificate ${subjectText} does not verify`;
}

function certificateFacts({ subjectText, purposes, der }: Certificate): NonNullable<TimestampFacts['certificate']> {
  return { subject: subjectText, purposes, digestBy: (algorithm) => digestOf(algorithm, der) };
}

function digestOf(algorithm: CertificateId['algorithm'], der: Uint8Array): string {
  return hash(algorithm, der);
}

function isTokenSignedBy(token: TimestampToken, { key }: Certificate): boolean {
  const { signedBytes, signature, digestAlgorithm } = token;
  const algorithm = signatureAlgorithmOf(token.signatureAlgorithm);
  return isSignedBy(key, { algorithm, message: signedBytes, signature, hash: digestAlgorithm });
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
