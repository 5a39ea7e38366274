/** A key as documents and the library show it: nothing of a private key is in it. */
import type { KeyFacts } from './describe.ts';
import type { KeyAlgorithm } from './public-key.ts';
import { sshLineOf } from './ssh-key.ts';

/** One of the `keys` of `key.v0`. */
export interface ShownKey {
  /** The name of a key of the user, or the comment of one in the ssh-agent. */
  readonly name: string | null;
  readonly source: 'file' | 'ssh-agent' | 'program';
  readonly path: string | null;
  readonly form: string | null;
  readonly protected: boolean | null;
  readonly algorithm: KeyAlgorithm | null;
  /** `SHA256:…`, as OpenSSH shows it. */
  readonly fingerprint: string | null;
  /** The SHA-256 of the public key in DER, in hex. */
  readonly keyid: string | null;
  /** A line of OpenSSH. */
  readonly public_key: string | null;
  /** Whether the public half was computed from the private one. */
  readonly checked: boolean;
  readonly can_sign: boolean;
}

export function keyFields({ name, source, path, form, isProtected, publicKey, isChecked, canSign }: KeyFacts): ShownKey {
  return {
    name,
    source,
    path,
    form,
    protected: isProtected,
    algorithm: publicKey?.algorithm ?? null,
    fingerprint: publicKey?.fingerprint ?? null,
    keyid: publicKey?.keyid ?? null,
    public_key: publicKey === null ? null : sshLineOf(publicKey),
    checked: isChecked,
    can_sign: canSign,
  };
}
