/**
 * Whose timestamps are trusted: the roots among the certificates that a policy or `--tsa-root` names. Certificates that are no roots may
 * lie beside them, for timestamps that bring none; they are known, and trusted only if a root vouches for them.
 *
 *     timestampTrust([readFileSync('tsa-root.pem', 'utf8')]).roots
 */
import { BadCertificate, type Certificate, parseCertificates } from '#keys/certificate';
import { isSelfIssued } from '#keys/certificate-path';

export interface TimestampTrust {
  readonly roots: readonly Certificate[];
  readonly others: readonly Certificate[];
}

export const NO_AUTHORITIES: TimestampTrust = { roots: [], others: [] };

/** Throws `BadCertificate`. */
export function timestampTrust(pems: readonly string[]): TimestampTrust {
  const all = pems.flatMap(parseCertificates);
  const roots = all.filter(isSelfIssued);
  if (roots.length === 0) throw new BadCertificate('expected the certificate of a root, which issued itself, found only others');
  return { roots, others: all.filter((each) => !isSelfIssued(each)) };
}
