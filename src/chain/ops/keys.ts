/**
 * `chain keygen` and `chain trust`: the key pair of a user, and the keys that the user trusts. Every fault of a key file is `E_KEY`; no message
 * reveals the content of the file.
 *
 *     generateKeys(roots, { sync: true })     { fingerprint: 'f0ff50dacf109dea', file: '/home/u/.ai/keys/public_key.pem' }
 */
import { existsSync } from 'node:fs';
import { listParentCommand, shellPath } from '#core/shell-words';
import { errorCode, osText } from '#disk/os-error';
import { parsePublicKey } from '#keys/ed25519';
import { BadKeyFile, parseKeyFile, readKeyFile } from '#keys/key-file';
import { badKey, cannotAccess } from '../refusals.ts';
import { type KeyPair, makeKeyPair, publicKeyPath, readKeyPair } from './key-pair.ts';
import type { SpaceRoots } from './spaces.ts';
import { addTrusted, isFingerprint, listTrusted, openTrustStore, removeTrusted, type TrustedKey } from './trust-store.ts';

interface Writing {
  readonly sync: boolean;
}

/** The new key is also trusted. An existing pair is never replaced: its signatures would become worthless. */
export function generateKeys({ user }: SpaceRoots, { sync }: Writing): TrustedKey {
  const file = publicKeyPath(user);
  const next = existsSync(file) ? 'custody chain trust list' : `ls -la ${shellPath(user)}`;
  const key = orKeyRefusal(() => makeKeyPair(user, { sync }), next);
  orKeyRefusal(() => addTrusted(user, key, { sync }));
  return { fingerprint: key.fingerprint, file };
}

export function signingKeys({ user }: SpaceRoots): KeyPair {
  const pair = orKeyRefusal(() => readKeyPair(user));
  if (pair === null) throw badKey(`no key to sign with in ${user}; chain keygen makes one, and trusts it`, { user_space: user });
  return pair;
}

export interface KeyFile {
  /** The file name as shown to the user. */
  readonly given: string;
  readonly path: string;
  /** For the ledger: receives the bytes that were read, even if they are refused. */
  readonly onRead?: (bytes: Uint8Array) => void;
}

export function trustKey({ user }: SpaceRoots, { given, path, onRead }: KeyFile, { sync }: Writing): TrustedKey {
  return orKeyRefusal(() => {
    const pem = readKeyFile(path, { shown: given });
    if (pem === null) throw cannotAccess(`cannot read key file ${given}: No such file or directory`, given, 'No such file or directory');
    onRead?.(Buffer.from(pem, 'latin1'));
    const key = parseKeyFile(given, () => parsePublicKey(pem));
    return addTrusted(user, key, { sync });
  }, listParentCommand(given));
}

export function trustedList({ user }: SpaceRoots): { readonly keys: readonly TrustedKey[]; readonly warnings: readonly string[] } {
  return orKeyRefusal(() => {
    const { keys, ignored } = listTrusted(user);
    const warnings = ignored.map((file) => `ignored ${file}: a trusted key is named <fingerprint>.pem`);
    return { keys, warnings: [...openTrustStore(user).warnings, ...warnings] };
  });
}

export function distrustKey({ user }: SpaceRoots, fingerprint: string, { sync }: Writing): readonly TrustedKey[] {
  const list = 'custody chain trust list';
  if (!isFingerprint(fingerprint)) throw badKey(`expected a fingerprint of 16 lower-case hex digits, found '${fingerprint}'`, {}, list);
  const removed = orKeyRefusal(() => removeTrusted(user, fingerprint, { sync }));
  if (removed.length === 0) throw badKey(`key ${fingerprint} is not trusted, so there is nothing to remove`, { fingerprint }, list);
  return removed;
}

export function orKeyRefusal<T>(act: () => T, next?: string | null): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof BadKeyFile)
      throw badKey(
        `${error.message}: ${error.path}`,
        { path: error.path, error: error.message },
        next ?? `ls -la ${shellPath(error.path)}`,
      );
    if (errorCode(error) === undefined) throw error;
    const path = (error as NodeJS.ErrnoException).path ?? '.';
    throw cannotAccess(`cannot access key file ${path}: ${osText(error)}`, path, osText(error));
  }
}
