/**
 * A private key in its own file, closed to others (0600): written as PEM, read as PEM or JWK. The file is complete or absent, and never
 * replaces another file.
 *
 *     makePrivateKeyFile('/keys/authority.key', { sync: true })
 *     readPrivateKeyFile('/keys/authority.key').privateKey
 */
import { lstatSync } from 'node:fs';
import { errorCode } from '#disk/os-error';
import { writeWhole } from '#disk/write/whole-file';
import { generateKeyPair, type PrivateKey, parsePrivateKey } from './ed25519.ts';
import { parsePrivateJwk } from './ed25519-jwk.ts';
import { BadKeyFile, openToOthers, parseKeyFile, readKeyFile } from './key-file.ts';

export interface PrivateKeyFile {
  readonly privateKey: PrivateKey;
  /** Warnings about other users who can read it. */
  readonly warnings: readonly string[];
}

/** `shown` is the name of the file in a refusal. Throws `BadKeyFile` where anything exists already, and the system's errors. */
export function makePrivateKeyFile(path: string, { sync, shown }: { readonly sync: boolean; readonly shown: string }): PrivateKey {
  const taken = (): BadKeyFile => new BadKeyFile(shown, 'expected no file, found one that would be replaced');
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) throw taken();
  const { privatePem } = generateKeyPair();
  try {
    writeWhole(path, Buffer.from(privatePem), { sync, mode: 0o600, mustBeNew: true });
  } catch (error) {
    throw errorCode(error) === 'EEXIST' ? taken() : error;
  }
  return parsePrivateKey(privatePem);
}

/** Throws `BadKeyFile`, and the system's errors. */
export function readPrivateKeyFile(path: string, shown: string): PrivateKeyFile {
  const text = readKeyFile(path, { shown });
  if (text === null) throw new BadKeyFile(shown, 'expected a private key, found no file');
  const privateKey = parseKeyFile(shown, () => (text.trimStart().startsWith('{') ? parsePrivateJwk(text) : parsePrivateKey(text)));
  return { privateKey, warnings: openToOthers(path, 'private key', 0o600, shown) };
}
