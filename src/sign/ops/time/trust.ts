/**
 * Whose timestamps are trusted: the roots among the certificates that a policy or `--tsa-root` names. Certificates that are no roots may
 * lie beside them, for timestamps that bring none; they are known, and trusted only if a root vouches for them.
 *
 *     timestampTrust([readFileSync('tsa-root.pem', 'utf8')]).roots
 */
import { BadCertificate, type Certificate, parseCertificates } from '#keys/certificate';
import { isSelfIssued } from '#keys/certificate-path';
import { badTrust } from '../../foreign-refusals.ts';

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

export interface CertificateText {
  /** The file, as shown to the user. */
  readonly given: string;
  readonly text: string;
}

/** Those of `--tsa-root FILE`; none where there is no file. Throws `Refusal`. */
export function authoritiesIn(files: readonly CertificateText[]): TimestampTrust {
  const [first] = files;
  if (first === undefined) return NO_AUTHORITIES;
  // Each is read by itself, so that a refusal names the file.
  for (const file of files) usable(file, () => parseCertificates(file.text));
  return usable(first, () => timestampTrust(files.map(({ text }) => text)));
}

function usable<T>({ given }: CertificateText, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadCertificate) throw badTrust('root', given, error.message);
    throw error;
  }
}
