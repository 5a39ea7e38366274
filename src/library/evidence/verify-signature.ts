/**
 * One signature as a typed function: whether it is good, over these bytes, and by somebody who is named.
 *
 *     (await verifySignature('loans.csv', { signature: 'loans.csv.sig', keys: ['alice.pub'] })).outcome     OK
 */
import { judgeBySignature } from '#evidence/ops/by-signature';
import { namesSigner, readTrust } from '#sign/ops/trust';
import { absolute } from '../given-path.ts';
import { instantFrom } from '../instant-from.ts';
import { askedPolicy, type PolicySettings } from './policy-settings.ts';
import { type EvidenceVerdict, evidenceVerdict } from './verify.ts';

export interface SignatureTrust extends PolicySettings {
  /** The file of the signature; with a policy there may be several. Its form is found by its content. */
  readonly signature: string | readonly string[];
  /** Files of public keys that are trusted: PEM, OpenSSH, JWK, minisign or signify. */
  readonly keys?: readonly string[];
  /** A file of signers as OpenSSH has it. */
  readonly allowedSigners?: string;
  /** Who has to have signed: a name in the list of signers, or the identity in a certificate. */
  readonly identity?: string;
  /** Who has to vouch for the identity. */
  readonly issuer?: string;
  /** What an SSH signature has to be for; the default is `file`. */
  readonly namespace?: string;
  /** Files with the trusted root of a Sigstore instance (JSON), or with certificates of authorities (PEM). */
  readonly trustedRoots?: readonly string[];
  /** Files with certificates of timestamp authorities (PEM); a policy names its own. */
  readonly tsaRoots?: readonly string[];
  /** The number that was sent to the timestamp authority, in hex. */
  readonly nonce?: string;
  /** Files in a signed folder that the signature does not name are no failure; not with a policy. */
  readonly ignoreUnsignedFiles?: boolean;
}

/**
 * The verdict of `custody verify PATH --signature FILE`: only the signature is judged, not what the document says. With a policy, those who are
 * named besides have to have signed as well. Throws `Refusal` if something that is named cannot be used.
 */
export async function verifySignature(path: string, settings: SignatureTrust): Promise<EvidenceVerdict> {
  const { signature, keys = [], allowedSigners, trustedRoots = [], tsaRoots = [], nonce, ignoreUnsignedFiles = false, at } = settings;
  const signatures = [signature].flat();
  const asked = askedPolicy(settings);
  if (signatures.length === 0) throw new RangeError('expected a signature');
  if (asked === undefined && signatures.length > 1) throw new RangeError('expected a policy for more than one signature');
  if (asked !== undefined && (tsaRoots.length > 0 || ignoreUnsignedFiles || nonce !== undefined))
    throw new RangeError('expected no tsaRoots, nonce and ignoreUnsignedFiles beside a policy');
  if (nonce !== undefined && !/^(?:[0-9a-f]{2})+$/i.test(nonce)) throw new RangeError('expected a nonce of pairs of hex digits');
  const trust = readTrust({
    keys: keys.map(file),
    allowedSigners: allowedSigners === undefined ? null : file(allowedSigners),
    roots: trustedRoots.map(file),
    identity: settings.identity ?? null,
    issuer: settings.issuer ?? null,
    namespace: settings.namespace ?? null,
    ignoresUnsigned: ignoreUnsignedFiles,
    tsaRoots: tsaRoots.map(file),
    nonce: nonce ?? null,
    at: at === undefined ? Date.now() : instantFrom(at, 'at'),
  });
  const isIgnored = settings.identity !== undefined || settings.issuer !== undefined || settings.namespace !== undefined;
  if (asked !== undefined && isIgnored && !namesSigner(trust))
    throw new RangeError(
      'expected keys, allowedSigners or trustedRoots with identity, issuer or namespace: by themselves they trust nobody',
    );
  const named = asked === undefined || namesSigner(trust) ? trust : null;
  return evidenceVerdict(await judgeBySignature({ document: file(path), signatures: signatures.map(file), trust: named, asked }));
}

function file(given: string): { readonly given: string; readonly path: string } {
  return { given, path: absolute(given) };
}
