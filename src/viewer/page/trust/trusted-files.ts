/**
 * The files that the person at the page trusts, and what each is for. They are never taken from the delivery by themselves: whoever made it
 * could have put them there.
 */
import type { PageFile, Trusted } from '../../engine/messages.ts';

/** `beside`: only named by the policy. */
export type TrustedRole = 'policy' | 'key' | 'signers' | 'root' | 'tsa' | 'beside';

export interface TrustedFile extends PageFile {
  readonly role: TrustedRole;
}

export interface TrustedTexts {
  readonly policyDigest: string;
  readonly identity: string;
  readonly issuer: string;
  readonly namespace: string;
}

export interface Trusting {
  readonly files: readonly TrustedFile[];
  readonly texts: TrustedTexts;
}

export const NO_TEXTS: TrustedTexts = { policyDigest: '', identity: '', issuer: '', namespace: '' };

export const ROLES: readonly (readonly [TrustedRole, string])[] = [
  ['policy', 'policy'],
  ['key', 'public key of a signer'],
  ['signers', 'list of signers (OpenSSH)'],
  ['root', 'root of certificates, or of Sigstore'],
  ['tsa', 'timestamp authority'],
  ['beside', 'named by the policy'],
];

const START = 4096;

/** A first guess by the first bytes; the person can choose another. */
export async function guessedRole(file: Blob): Promise<TrustedRole> {
  const text = await file.slice(0, START).text();
  if (/(?:^|[\n{,])\s*["']?version["']?\s*:\s*["']?policy\./.test(text)) return 'policy';
  if (text.includes('-----BEGIN CERTIFICATE')) return 'tsa';
  if (text.includes('trustedroot')) return 'root';
  if (/-----BEGIN PUBLIC KEY|^(?:ssh|ecdsa)-\S+ |^untrusted comment:|"kty"|^did:key:/.test(text)) return 'key';
  return /^\S+ .*(?:ssh|ecdsa)-\S+ /m.test(text) ? 'signers' : 'beside';
}

export interface UnusedFile {
  readonly path: string;
  readonly reason: string;
}

/** Files that were chosen and by which nothing is judged. */
export function unusedFiles(files: readonly TrustedFile[]): readonly UnusedFile[] {
  const lastOf = (role: TrustedRole): TrustedFile | undefined => files.filter((each) => each.role === role).at(-1);
  return files.flatMap((each) => {
    const { path, role } = each;
    if (role === 'beside') return lastOf('policy') === undefined ? [{ path, reason: 'no policy is chosen that could name it' }] : [];
    const last = role === 'policy' || role === 'signers' ? lastOf(role) : each;
    return last === undefined || last === each ? [] : [{ path, reason: `${last.path} was chosen after it` }];
  });
}

/** Null if nobody is named. Of two policies the last one counts. */
export function trustedOf({ files, texts }: Trusting): Trusted | null {
  const paths = (role: TrustedRole): readonly string[] => files.filter((each) => each.role === role).map(({ path }) => path);
  const [identity, issuer, namespace, policyDigest] = [texts.identity, texts.issuer, texts.namespace, texts.policyDigest].map(
    (text) => text.trim() || null,
  ) as [string | null, string | null, string | null, string | null];
  if (files.length === 0 && [identity, issuer, namespace, policyDigest].every((each) => each === null)) return null;
  return {
    files: files.map(({ path, file }) => ({ path, file })),
    policy: paths('policy').at(-1) ?? null,
    policyDigest,
    keys: paths('key'),
    allowedSigners: paths('signers').at(-1) ?? null,
    roots: paths('root'),
    tsaRoots: paths('tsa'),
    identity,
    issuer,
    namespace,
  };
}
