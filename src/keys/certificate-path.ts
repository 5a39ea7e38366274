/**
 * Whether a certificate was good at a time: there is a path of signatures from it to one of the roots that somebody named, and every
 * certificate of the path was valid then (RFC 5280, section 6). Years after, the answer is the same.
 *
 *     judgeCertificate(leaf, { roots, intermediates, at, purpose: PURPOSE.timeStamping })
 *         { ok: true, path: [leaf, intermediate, root] }
 *         { ok: false, reason: 'expired', message: 'certificate CN=test TSA was valid until …' }
 *
 * Revocation is not looked at: that would need the network. Constraints of names and policies are not understood; where they are critical,
 * the certificate is not believed.
 */
import { formatInstant } from '#core/time';
import { type Certificate, KEY_USE } from './certificate.ts';
import { isSignedBy } from './signature-algorithm.ts';

export const PURPOSE = { timeStamping: '1.3.6.1.5.5.7.3.8', codeSigning: '1.3.6.1.5.5.7.3.3', any: '2.5.29.37.0' } as const;

export interface PathQuestion {
  readonly roots: readonly Certificate[];
  /** Known certificates that nobody has to trust, such as those inside a signature. */
  readonly intermediates: readonly Certificate[];
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The purpose that the certificate must have, and that no authority of the path may exclude; null for any. */
  readonly purpose: string | null;
}

export type PathFault =
  | 'unknown_issuer'
  | 'not_yet_valid'
  | 'expired'
  | 'no_authority'
  | 'path_too_long'
  | 'wrong_key_use'
  | 'wrong_purpose'
  | 'unknown_critical_extension';

export type JudgedPath =
  | { readonly ok: true; readonly path: readonly Certificate[] }
  | { readonly ok: false; readonly reason: PathFault; readonly message: string };

type Fault = Extract<JudgedPath, { ok: false }>;

const MAX_PATH = 8;
/** Signatures cost time, and strangers may send many certificates with the same name. */
const MAX_CHECKS = 200;

export function judgeCertificate(leaf: Certificate, question: PathQuestion): JudgedPath {
  const fault = faultOf(leaf, question) ?? leafFault(leaf, question);
  if (fault !== null) return fault;
  return search([leaf], question, { checks: 0 });
}

/** Whether the signature of the certificate is by this issuer. */
export function isIssuedBy(certificate: Certificate, issuer: Certificate): boolean {
  return sameBytes(certificate.issuer, issuer.subject) && isSignedBy(issuer.key, certificate.signed);
}

/** Whether a certificate names itself as its issuer: only such a one is a root. */
export function isSelfIssued({ issuer, subject }: Certificate): boolean {
  return sameBytes(issuer, subject);
}

/** Depth first; the first fault of a candidate with a good signature explains more than that there was no path. */
function search(path: readonly Certificate[], question: PathQuestion, work: { checks: number }): JudgedPath {
  const last = path[path.length - 1] as Certificate;
  if (question.roots.some(({ der }) => sameBytes(der, last.der))) return { ok: true, path };
  let explained: Fault | null = null;
  for (const issuer of [...question.roots, ...question.intermediates]) {
    if (!sameBytes(last.issuer, issuer.subject) || path.some(({ der }) => sameBytes(der, issuer.der))) continue;
    if (++work.checks > MAX_CHECKS) return unknownIssuer(last, `found no path in ${MAX_CHECKS} tries`);
    if (!isSignedBy(issuer.key, last.signed)) continue;
    const fault = faultOf(issuer, question) ?? authorityFault(issuer, path, question);
    const judged = fault ?? search([...path, issuer], question, work);
    if (judged.ok) return judged;
    explained ??= judged;
  }
  return explained ?? unknownIssuer(last, 'found none that signed it among the known certificates');
}

function faultOf(certificate: Certificate, { at }: PathQuestion): Fault | null {
  const { notBefore, notAfter, unknownCritical, subjectText } = certificate;
  const time = formatInstant(new Date(at));
  if (at < notBefore)
    return no('not_yet_valid', `certificate ${subjectText} is valid from ${formatInstant(new Date(notBefore))}, after ${time}`);
  if (at > notAfter)
    return no('expired', `certificate ${subjectText} was valid until ${formatInstant(new Date(notAfter))}, before ${time}`);
  const [unknown] = unknownCritical;
  if (unknown === undefined) return null;
  return no('unknown_critical_extension', `certificate ${subjectText} has the critical extension ${unknown}, which is not understood here`);
}

function leafFault({ keyUse, purposes, subjectText }: Certificate, { purpose }: PathQuestion): Fault | null {
  if (keyUse !== null && !keyUse.has(KEY_USE.digitalSignature) && !keyUse.has(KEY_USE.nonRepudiation))
    return no('wrong_key_use', `the key of certificate ${subjectText} is not for signatures`);
  if (purpose === null || (purposes?.oids.includes(purpose) ?? false)) return null;
  const found = purposes === null ? 'it names no purpose' : `its purposes are ${purposes.oids.join(', ')}`;
  return no('wrong_purpose', `certificate ${subjectText} is not for purpose ${purpose}: ${found}`);
}

function authorityFault(issuer: Certificate, path: readonly Certificate[], { purpose }: PathQuestion): Fault | null {
  const { isAuthority, keyUse, pathLength, purposes, subjectText } = issuer;
  if (!isAuthority) return no('no_authority', `certificate ${subjectText} signed another one and is no authority`);
  if (keyUse !== null && !keyUse.has(KEY_USE.certificateSigning))
    return no('wrong_key_use', `the key of certificate ${subjectText} is not for signing certificates`);
  if (purpose !== null && purposes !== null && !purposes.oids.includes(purpose) && !purposes.oids.includes(PURPOSE.any))
    return no('wrong_purpose', `certificate ${subjectText} is not for purpose ${purpose}`);
  const below = path.slice(1).filter((each) => !isSelfIssued(each)).length;
  if ((pathLength !== null && below > pathLength) || path.length >= MAX_PATH)
    return no('path_too_long', `certificate ${subjectText} allows ${pathLength ?? MAX_PATH} authorities below it, found ${below}`);
  return null;
}

function unknownIssuer({ subjectText, issuerText }: Certificate, found: string): Fault {
  return no('unknown_issuer', `expected the certificate of ${issuerText}, which issued ${subjectText}, ${found}`);
}

function no(reason: PathFault, message: string): Fault {
  return { ok: false, reason, message };
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
