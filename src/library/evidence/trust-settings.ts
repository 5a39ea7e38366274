/** Who is trusted without a policy, or has to have signed besides one. */
import { namesSigner, readTrust, type Trust } from '#sign/ops/trust';
import { absolute } from '../given-path.ts';

export interface TrustSettings {
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
}

export interface TrustDetails {
  readonly nonce?: string | undefined;
  readonly ignoresUnsigned?: boolean;
  /** In milliseconds. */
  readonly at: number;
}

/** Throws `Refusal` or `RangeError`. */
export function trustOf(settings: TrustSettings, { nonce, ignoresUnsigned = false, at }: TrustDetails): Trust {
  const { keys = [], allowedSigners, identity, issuer, namespace, trustedRoots = [], tsaRoots = [] } = settings;
  const trust = readTrust({
    keys: keys.map(givenFile),
    allowedSigners: allowedSigners === undefined ? null : givenFile(allowedSigners),
    roots: trustedRoots.map(givenFile),
    identity: identity ?? null,
    issuer: issuer ?? null,
    namespace: namespace ?? null,
    ignoresUnsigned,
    tsaRoots: tsaRoots.map(givenFile),
    nonce: nonce ?? null,
    at,
  });
  if ((identity ?? issuer ?? namespace) !== undefined && !namesSigner(trust))
    throw new RangeError(
      'expected keys, allowedSigners or trustedRoots with identity, issuer or namespace: by themselves they trust nobody',
    );
  return trust;
}

export function givenFile(given: string): { readonly given: string; readonly path: string } {
  return { given, path: absolute(given) };
}
