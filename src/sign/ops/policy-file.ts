/**
 * Reads a policy, `custody.policy.yaml`, with the files that it names, or a list of signers of OpenSSH in its place. Either may be pinned by
 * its digest.
 *
 *     readPolicy({ given: 'custody.policy.yaml', path: '/data/custody.policy.yaml' }, { digest: null }).policy.signers
 */
import { dirname } from 'node:path';
import { parseYaml, YamlError } from '#codecs/yaml/read';
import { decodeOrEmpty, decodeUtf8 } from '#core/bytes/utf8';
import type { JsonValue } from '#core/json/value';
import { lazy } from '#core/lazy';
import { errorCode, osText } from '#disk/os-error';
import { joinPath } from '#disk/path/join-path';
import { readRegularFile } from '#disk/read/regular-file';
import { sha256Hex } from '#hashing/hashers';
import { BadKey } from '#keys/bad-key';
import { BadCertificate } from '#keys/certificate';
import { type VerifyingKey, verifyingKeyOfSshBlob } from '#keys/public-key';
import { BadSignature } from '../bad-signature.ts';
import { looksLikeAllowedSigners, policyOfAllowedSigners, type ReadBlob } from '../policy/allowed-signers.ts';
import { type Policy, parsePolicy, type ReadKey, type RootSource } from '../policy/document.ts';
import { stricterPolicy, type Wishes } from '../policy/stricter.ts';
import { badPolicy, cannotReadSigned, otherPolicy, secretAsPolicy, unpinnedRoot } from '../refusals.ts';
import { parseAllowedSigners } from '../ssh/allowed-signers.ts';
import { readSshKey } from '../ssh/blob.ts';
import { sshFingerprint } from './ssh/check.ts';
import { NO_AUTHORITIES, type TimestampTrust, timestampTrust } from './time/trust.ts';
import { localTime, parseTrustedKey, type TrustedKey } from './trust.ts';

export interface PolicyPlace {
  readonly given: string;
  readonly path: string;
}

export interface LoadedPolicy {
  readonly given: string;
  /** `sha256:` and hex, of its bytes. */
  readonly digest: string;
  readonly policy: Policy;
  /** The keys that are in it; a fingerprint is none. */
  readonly keys: readonly VerifyingKey[];
  /** The same keys, for signatures of other programs. */
  readonly trustedKeys: readonly TrustedKey[];
  /** The text of a root, as the policy says where it is. Throws `Refusal`. */
  rootText(root: RootSource): string;
  /** Whose timestamps are trusted. Throws `Refusal`. */
  authorities(): TimestampTrust;
}

/** The private keys that lie beside public ones, as programs write them. */
const SECRET = /-----BEGIN [A-Z ]*PRIVATE KEY-----|^untrusted comment: .*secret key$/m;

const MAX_BYTES = 1 << 21;
const MAX_ROOT = 1 << 22;

/** Throws `Refusal`. `digest` is the one that is pinned. */
export function readPolicy(place: PolicyPlace, { digest }: { readonly digest: string | null }): LoadedPolicy {
  return parsePolicyBytes(place, bytesOf(place, MAX_BYTES), { digest });
}

/** The same for bytes that were read or made before. */
export function parsePolicyBytes(place: PolicyPlace, bytes: Uint8Array, { digest }: { readonly digest: string | null }): LoadedPolicy {
  const found = `sha256:${sha256Hex(bytes)}`;
  if (digest !== null && digest !== found) throw otherPolicy(place.given, digest, found);
  const trustedKeys: TrustedKey[] = [];
  const text = decodeOrEmpty(bytes);
  if (SECRET.test(text)) throw secretAsPolicy(place.given);
  const policy = looksLikeAllowedSigners(text)
    ? policyOfAllowedSigners(parseAllowedSigners(text, localTime), blobReader(trustedKeys))
    : parsePolicy(yamlOf(place, bytes), keyReader(trustedKeys));
  if (!('rules' in policy)) throw badPolicy(place.given, policy);
  const roots = [...policy.signers.flatMap(({ identity }) => identity?.root ?? []), ...policy.timestampRoots];
  for (const root of roots) if (digest !== null && 'file' in root && root.digest === null) throw unpinnedRoot(place.given, root.file);
  const authorities = lazy(() => authoritiesOf(place, policy.timestampRoots));
  return {
    given: place.given,
    digest: found,
    policy,
    keys: trustedKeys.map(({ key }) => key),
    trustedKeys,
    rootText: (root) => rootOf(place, root),
    authorities,
  };
}

/** The policy with what is asked for besides. Throws `Refusal` if that names nobody, or cannot be met. */
export function withWishes(loaded: LoadedPolicy, wishes: Wishes): LoadedPolicy {
  const policy = stricterPolicy(loaded.policy, wishes);
  if (!('rules' in policy)) throw badPolicy(loaded.given, policy);
  return { ...loaded, policy };
}

function bytesOf({ given, path }: PolicyPlace, maxBytes: number): Uint8Array {
  try {
    return readRegularFile(path, { maxBytes, follow: true });
  } catch (error) {
    throw errorCode(error) === undefined ? error : cannotReadSigned(given, osText(error));
  }
}

function yamlOf({ given }: PolicyPlace, bytes: Uint8Array): JsonValue {
  try {
    return parseYaml(bytes);
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    throw badPolicy(given, [{ at: 'policy', message: error.message }]);
  }
}

function keyReader(keys: TrustedKey[]): ReadKey {
  return (text) => {
    try {
      const trusted = parseTrustedKey('', /^RW[A-Za-z0-9+/]{54}$/.test(text) ? `untrusted comment: key\n${text}` : text);
      keys.push(trusted);
      return trusted.key;
    } catch (error) {
      if (!(error instanceof BadKey || error instanceof BadSignature)) throw error;
      return error.message;
    }
  };
}

/** A security key is known by its fingerprint only: what it signs says which key it is. */
function blobReader(keys: TrustedKey[]): ReadBlob {
  return (blob) => {
    try {
      const { plain, application } = readSshKey(blob);
      const key = verifyingKeyOfSshBlob(plain);
      if (application === null) keys.push({ name: '', keyid: key.keyid, key, number: null });
      return { fingerprint: sshFingerprint(blob), algorithm: key.algorithm, text: null };
    } catch (error) {
      if (!(error instanceof BadKey || error instanceof BadSignature)) throw error;
      return error.message;
    }
  };
}

function authoritiesOf(place: PolicyPlace, roots: readonly RootSource[]): TimestampTrust {
  try {
    return roots.length === 0 ? NO_AUTHORITIES : timestampTrust(roots.map((root) => rootOf(place, root)));
  } catch (error) {
    if (!(error instanceof BadCertificate)) throw error;
    throw badPolicy(place.given, [{ at: 'timestamp_authorities', message: error.message }]);
  }
}

function rootOf({ given, path }: PolicyPlace, root: RootSource): string {
  if ('pem' in root) return root.pem;
  const bytes = bytesOf({ given: root.file, path: joinPath(dirname(path), root.file) }, MAX_ROOT);
  const found = `sha256:${sha256Hex(bytes)}`;
  if (root.digest !== null && root.digest !== found) throw otherPolicy(root.file, root.digest, found);
  try {
    return decodeUtf8(bytes);
  } catch {
    throw badPolicy(given, [{ at: 'root', message: `expected text in ${root.file}, found bytes that are not UTF-8` }]);
  }
}
