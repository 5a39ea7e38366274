/**
 * Reads a policy, `custody.policy.yaml`, with the files that it names. It may be pinned by its digest.
 *
 *     readPolicy({ given: 'custody.policy.yaml', path: '/data/custody.policy.yaml' }, { digest: null }).policy.signers
 */
import { hash } from 'node:crypto';
import { dirname } from 'node:path';
import { parseYaml, YamlError } from '#codecs/yaml/read';
import { decodeUtf8 } from '#core/bytes/utf8';
import type { JsonValue } from '#core/json/value';
import { lazy } from '#core/lazy';
import { errorCode, osText } from '#disk/os-error';
import { joinPath } from '#disk/path/join-path';
import { readRegularFile } from '#disk/read/regular-file';
import { BadKey } from '#keys/bad-key';
import { BadCertificate } from '#keys/certificate';
import { parseVerifyingKey, type VerifyingKey } from '#keys/public-key';
import { type Policy, parsePolicy, type ReadKey, type RootSource } from '../policy/document.ts';
import { badPolicy, cannotReadSigned, otherPolicy, unpinnedRoot } from '../refusals.ts';
import { NO_AUTHORITIES, type TimestampTrust, timestampTrust } from './time/trust.ts';

export const POLICY_NAME = 'custody.policy.yaml';

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
  /** The text of a root, as the policy says where it is. Throws `Refusal`. */
  rootText(root: RootSource): string;
  /** Whose timestamps are trusted. Throws `Refusal`. */
  authorities(): TimestampTrust;
}

const MAX_BYTES = 1 << 21;
const MAX_ROOT = 1 << 22;

/** Throws `Refusal`. `digest` is the one that is pinned. */
export function readPolicy(place: PolicyPlace, { digest }: { readonly digest: string | null }): LoadedPolicy {
  return parsePolicyBytes(place, bytesOf(place, MAX_BYTES), { digest });
}

/** The same for bytes that were read or made before. */
export function parsePolicyBytes(place: PolicyPlace, bytes: Uint8Array, { digest }: { readonly digest: string | null }): LoadedPolicy {
  const found = `sha256:${hash('sha256', bytes, 'hex')}`;
  if (digest !== null && digest !== found) throw otherPolicy(place.given, digest, found);
  const keys: VerifyingKey[] = [];
  const policy = parsePolicy(yamlOf(place, bytes), keyReader(keys));
  if (!('rules' in policy)) throw badPolicy(place.given, policy);
  const roots = [...policy.signers.flatMap(({ identity }) => identity?.root ?? []), ...policy.timestampRoots];
  for (const root of roots) if (digest !== null && 'file' in root && root.digest === null) throw unpinnedRoot(place.given, root.file);
  const authorities = lazy(() => authoritiesOf(place, policy.timestampRoots));
  return { given: place.given, digest: found, policy, keys, rootText: (root) => rootOf(place, root), authorities };
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

function keyReader(keys: VerifyingKey[]): ReadKey {
  return (text) => {
    try {
      const key = parseVerifyingKey(text);
      keys.push(key);
      return key;
    } catch (error) {
      if (!(error instanceof BadKey)) throw error;
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
  const found = `sha256:${hash('sha256', bytes, 'hex')}`;
  if (root.digest !== null && root.digest !== found) throw otherPolicy(root.file, root.digest, found);
  try {
    return decodeUtf8(bytes);
  } catch {
    throw badPolicy(given, [{ at: 'root', message: `expected text in ${root.file}, found bytes that are not UTF-8` }]);
  }
}
