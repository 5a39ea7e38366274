/**
 * Judges an SSH signature that verifies: by a key that was named, or by a list of signers. The namespace says what the signature is for,
 * so that one over mail is none over a file; without another wish it has to be `file`.
 */
import { type NamedKey, notCounted, type SeenSignature, trusted, trustedByKey, unknownSigner } from '../foreign.ts';
import type { JudgedSignature } from '../judged.ts';
import { type AllowedSigners, findAllowedSigner } from './allowed-signers.ts';

export const DEFAULT_NAMESPACE = 'file';

export interface SshTrust {
  readonly keys: readonly NamedKey[];
  /** As shown to the user. */
  readonly allowedSigners: { readonly given: string; readonly list: AllowedSigners } | null;
  /** Who has to have signed; null for anybody in the list. */
  readonly identity: string | null;
  /** Null for `file`. */
  readonly namespace: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Present where a policy judges later who counts, and for what. */
  readonly byPolicy?: object;
}

export interface SshFacts {
  readonly seen: SeenSignature;
  /** The blob of its key. */
  readonly key: Uint8Array;
  readonly namespace: string;
}

export function judgeSsh({ seen, key, namespace }: SshFacts, trust: SshTrust): JudgedSignature {
  const { keys, allowedSigners, identity, at } = trust;
  if (trust.byPolicy !== undefined) return { ...unknownSigner(seen), namespace };
  const wanted = trust.namespace ?? DEFAULT_NAMESPACE;
  const nothing = keys.length === 0 && allowedSigners === null;
  if (namespace !== wanted && !(nothing && trust.namespace === null)) {
    const message = `${seen.path} is for another purpose: expected the namespace ${wanted}, found ${namespace}`;
    return notCounted(seen, { code: 'OTHER_NAMESPACE', message, wanted, found: namespace });
  }
  const byKey = trustedByKey(seen, keys);
  if (byKey.state === 'trusted' || allowedSigners === null) return byKey;
  const found = findAllowedSigner(allowedSigners.list, { key, identity, namespace, at });
  if ('principals' in found) return trusted(seen, identity ?? found.principals);
  if (!found.isNamed) return unknownSigner(seen);
  const message = `${allowedSigners.given} does not let this key sign here: ${found.reason}`;
  return notCounted(seen, { code: 'SIGNER_NOT_ALLOWED', message, wanted: identity, found: seen.signer?.fingerprint ?? null });
}
