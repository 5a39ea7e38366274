/**
 * Judges a timestamp by facts: what the token says, and what the cryptography found out about it. The same judging works wherever those
 * facts come from.
 *
 *     judgeTimestamp(token, facts, wanted)     { state: 'trusted', time: '2026-06-01T12:00:00Z', authority: 'CN=test TSA', … }
 *
 * It is judged for its own time: a token stays good years after the certificates of its authority expired.
 */
import { counted } from '#core/count-text';
import { formatInstant } from '#core/time';
import type { SignatureState } from '../judged.ts';
import type { CertificateId, TimestampToken } from './token.ts';

const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

export interface TimestampFacts {
  /** The digest of the TSTInfo by the hash that the signer names, in hex. */
  readonly infoDigest: string;
  /** The certificate of the signer; null where it is neither in the token nor known. */
  readonly certificate: {
    readonly subject: string;
    readonly purposes: { readonly oids: readonly string[]; readonly isCritical: boolean } | null;
    /** The digest of its DER, in hex. */
    digestBy(algorithm: CertificateId['algorithm']): string;
  } | null;
  /** Whether the signature over the attributes is by the key of this certificate. */
  readonly isSigned: boolean;
  /** Whether the certificate was good at the time of the token, by the roots that are trusted. */
  readonly path:
    | { readonly ok: true; readonly root: string }
    | { readonly ok: false; readonly isUnknown: boolean; readonly message: string }
    | null;
  /** What is wrong with a certificate in the token that is not needed; null for nothing. */
  readonly strayFault: string | null;
  /** The number of certificates in the token that nobody here can check. */
  readonly uncheckedCertificates: number;
}

export interface TimestampWanted {
  /** The digest of what it is to be over, in hex; null where it cannot be computed. */
  readonly digestBy: (algorithm: string) => string | null;
  /** What was sent with the request, in hex. */
  readonly nonce: string | null;
  readonly policy: string | null;
  /** The time for which is judged, in milliseconds since 1970: what is after it does not count. */
  readonly at: number;
}

export interface TimestampFault {
  readonly code: string;
  readonly message: string;
  readonly wanted: string | null;
  readonly found: string | null;
}

export interface JudgedTimestamp {
  readonly state: Exclude<SignatureState, 'not_counted'>;
  /** When what it is over existed: RFC 3339. Only a trusted one proves it. Null for a token that cannot be read. */
  readonly time: string | null;
  /** Seconds by which the time may be wrong; null where the authority says nothing. */
  readonly accuracy: number | null;
  /** The names of the authority and of the root, by their certificates. */
  readonly authority: string | null;
  readonly root: string | null;
  readonly policy: string | null;
  readonly serial: string | null;
  /** What is there and was not looked at, or is weak. */
  readonly notes: readonly string[];
  readonly fault: TimestampFault | null;
}

/** The time by which a timestamp may be in the future: clocks differ a little. */
const TOLERANCE_MS = 5 * 60_000;

export function judgeTimestamp(token: TimestampToken, facts: TimestampFacts, wanted: TimestampWanted): JudgedTimestamp {
  const { info } = token;
  const found = faultOf(token, facts, wanted);
  return {
    state: found?.state ?? 'trusted',
    time: info.time,
    accuracy: info.accuracy,
    authority: facts.certificate?.subject ?? null,
    root: facts.path?.ok === true ? facts.path.root : null,
    policy: info.policy,
    serial: info.serial,
    notes: notesOn(token, facts),
    fault: found?.fault ?? null,
  };
}

/** Bytes that are no token, or the answer of an authority that granted none. */
export function noTimestamp(message: string): JudgedTimestamp {
  const nothing = { time: null, accuracy: null, authority: null, root: null, policy: null, serial: null };
  return { state: 'bad', ...nothing, notes: [], fault: fault('BAD_TIMESTAMP', message) };
}

type Found = { readonly state: 'bad' | 'unknown_signer' | 'unchecked'; readonly fault: TimestampFault };

function faultOf(token: TimestampToken, facts: TimestampFacts, wanted: TimestampWanted): Found | null {
  const bad = contentFault(token.info, wanted) ?? signatureFault(token, facts) ?? purposeFault(facts);
  if (bad !== null) return { state: 'bad', fault: bad };
  if (facts.certificate === null) {
    const message = 'the certificate of the authority is neither in the timestamp nor known here, so that nothing was checked';
    return { state: 'unchecked', fault: fault('UNKNOWN_AUTHORITY', message) };
  }
  const { path } = facts;
  if (path === null) {
    const message = `the timestamp is by ${facts.certificate.subject}, and no authority was named that is trusted (--tsa-root, or timestamp_authorities in a policy)`;
    return { state: 'unknown_signer', fault: fault('UNKNOWN_AUTHORITY', message, { found: facts.certificate.subject }) };
  }
  if (!path.ok && path.isUnknown)
    return {
      state: 'unknown_signer',
      fault: fault('UNKNOWN_AUTHORITY', `no trusted authority vouches for the timestamp: ${path.message}`),
    };
  if (!path.ok) return { state: 'bad', fault: fault('BAD_AUTHORITY', `the timestamp does not count: ${path.message}`) };
  if (facts.strayFault !== null) return { state: 'bad', fault: fault('BAD_TIMESTAMP', `the timestamp was changed: ${facts.strayFault}`) };
  return null;
}

function contentFault({ imprint, nonce, policy, ms, time }: TimestampToken['info'], wanted: TimestampWanted): TimestampFault | null {
  const digest = wanted.digestBy(imprint.algorithm);
  if (digest !== imprint.digest)
    return fault('TIMESTAMP_OF_OTHER_BYTES', 'the timestamp is over something else', {
      wanted: `${imprint.algorithm}:${imprint.digest}`,
      found: digest === null ? null : `${imprint.algorithm}:${digest}`,
    });
  if (wanted.nonce !== null && (nonce === null || numberOf(nonce) !== numberOf(wanted.nonce)))
    return fault('OTHER_TIMESTAMP', 'the timestamp answers another request: its nonce differs', { wanted: wanted.nonce, found: nonce });
  if (wanted.policy !== null && policy !== wanted.policy)
    return fault('OTHER_TIMESTAMP', 'the timestamp was made by another policy than asked for', { wanted: wanted.policy, found: policy });
  if (ms <= wanted.at + TOLERANCE_MS) return null;
  const limit = formatInstant(new Date(wanted.at));
  return fault('TIMESTAMP_IN_FUTURE', `the timestamp is of ${time}, after the time that is judged, ${limit}`, {
    wanted: limit,
    found: time,
  });
}

function signatureFault(token: TimestampToken, { infoDigest, certificate, isSigned }: TimestampFacts): TimestampFault | null {
  if (infoDigest !== token.messageDigest)
    return fault('BAD_TIMESTAMP', 'the timestamp was changed: its content has another digest than was signed');
  if (certificate === null) return null;
  if (token.certificateIds.some(({ algorithm, digest }) => certificate.digestBy(algorithm) !== digest))
    return fault('BAD_TIMESTAMP', `the timestamp names another certificate as its signer's than that of ${certificate.subject}`);
  return isSigned ? null : fault('BAD_TIMESTAMP', `the signature of the timestamp does not verify by the key of ${certificate.subject}`);
}

/** RFC 3161: the purpose is critical, and the only one. */
function purposeFault({ certificate }: TimestampFacts): TimestampFault | null {
  if (certificate === null) return null;
  const { purposes, subject } = certificate;
  const isGood = purposes?.isCritical === true && purposes.oids.length === 1 && purposes.oids[0] === TIME_STAMPING;
  if (isGood) return null;
  const found = purposes === null ? 'none' : `${purposes.oids.join(', ')}${purposes.isCritical ? '' : ' (not critical)'}`;
  const message = `the certificate ${subject} is not one for timestamps: expected timeStamping as its only purpose, and critical`;
  return fault('BAD_AUTHORITY', message, { wanted: TIME_STAMPING, found });
}

function notesOn({ unread, certificateIds }: TimestampToken, { uncheckedCertificates: count }: TimestampFacts): readonly string[] {
  return [
    ...unread.map((what) => `${what} in the timestamp were not looked at`),
    ...(count === 0 ? [] : [`${counted(count, 'certificate')} in the timestamp, not needed, could not be checked`]),
    ...(certificateIds.every(({ algorithm }) => algorithm === 'sha1') ? ['the timestamp names its certificate by SHA-1'] : []),
  ];
}

/** Zeros before a number do not change it. */
function numberOf(digits: string): string {
  return digits.toLowerCase().replace(/^(?:00)+(?=..)/, '');
}

function fault(code: string, message: string, { wanted = null, found = null }: Partial<TimestampFault> = {}): TimestampFault {
  return { code, message, wanted, found };
}
