/**
 * `stack vc …`: keys, proofs and payloads of credentials in files.
 *
 *     makeKey({ given: 'authority.key', path: '/w/authority.key' }, { sync: true })     'did:key:z6Mk…'
 *     verifyCredentialFile(file, { at })                                                { isValid: true, … }
 */

import { encodeUtf8 } from '#core/bytes/utf8';
import { formatPretty } from '#core/json/pretty';
import { JsonError, parseJson } from '#core/json/read';
import type { JsonObject } from '#core/json/value';
import { errorCode, osText } from '#disk/os-error';
import { realPath } from '#disk/path/real-path';
import { readRegularFile } from '#disk/read/regular-file';
import { type WholeFileOptions, writeWhole } from '#disk/write/whole-file';
import { newHasher } from '#hashing/hashers';
import { rawPublicKey, signEd25519, verifyEd25519 } from '#keys/ed25519-bytes';
import { BadKeyFile } from '#keys/key-file';
import { makePrivateKeyFile, readPrivateKeyFile } from '#keys/private-key-file';
import { appendProof, type ProofType, signedProof, unsignedProof, withoutProofsBy } from '../credential/create-proof.ts';
import { type OpenCredential, openCredential } from '../credential/credential.ts';
import { formatDidKey } from '../credential/did-key.ts';
import { type CredentialVerdict, verifyCredential } from '../credential/verify-credential.ts';
import { badCredential, badKey, cannotAccess } from '../refusals.ts';

export interface NamedFile {
  /** The path as shown to the user. */
  readonly given: string;
  readonly path: string;
  /** For the ledger: receives the bytes that were read, even if they are refused. */
  readonly onRead?: (bytes: Uint8Array) => void;
}

/** The size limit of a credential. */
const MAX_LENGTH = 1 << 24;

/** Creates a key and returns its DID. */
export function makeKey({ given, path }: NamedFile, { sync }: { readonly sync: boolean }): string {
  const { publicKey } = orKeyRefusal(given, () => makePrivateKeyFile(path, { sync, shown: given }));
  return formatDidKey(rawPublicKey(publicKey));
}

export function payloadHashOf(file: NamedFile): string {
  return readCredentialFile(file).credential.payloadSha256;
}

export function verifyCredentialFile(file: NamedFile, { at }: { readonly at: number }): CredentialVerdict {
  return verifyCredential(readCredentialFile(file).credential, { at, newHasher, verifyEd25519 });
}

export interface Signing {
  readonly key: NamedFile;
  readonly type: ProofType;
  readonly created: string;
  /** True if existing proofs by this key are removed. */
  readonly replace: boolean;
  readonly target: NamedFile;
  readonly sync: boolean;
}

export interface SignedCredential {
  readonly did: string;
  readonly payloadSha256: string;
  readonly warnings: readonly string[];
}

export function signCredentialFile(file: NamedFile, { key, type, created, replace, target, sync }: Signing): SignedCredential {
  if (realPath(target.path) === realPath(key.path)) throw badKey(key.given, 'expected a file for the credential, found the private key');
  const { credential, bytes: before } = readCredentialFile(file);
  const { privateKey, warnings } = orKeyRefusal(key.given, () => readPrivateKeyFile(key.path, key.given));
  const did = formatDidKey(rawPublicKey(privateKey.publicKey));
  const { proof, message } = unsignedProof(credential, { type, did, created }, newHasher);
  const kept = replace ? withoutProofsBy(credential.document, did) : credential.document;
  const bytes = formatCredential(appendProof(kept, signedProof(proof, signEd25519(privateKey, message))));
  const isInPlace = target.path === file.path;
  const unchanged = (): void => {
    if (!Buffer.from(before).equals(readBytes(file))) throw new Error('changed while it was signed');
  };
  replaceCredential(target, bytes, { sync, beforeRename: isInPlace ? unchanged : () => {} });
  return { did, payloadSha256: credential.payloadSha256, warnings };
}

function formatCredential(document: JsonObject): Uint8Array {
  return encodeUtf8(`${formatPretty(document)}\n`);
}

function readCredentialFile(file: NamedFile): { readonly credential: OpenCredential; readonly bytes: Uint8Array } {
  const { given, onRead } = file;
  const bytes = readBytes(file);
  onRead?.(bytes);
  try {
    return { bytes, credential: openCredential({ path: given, place: given, value: parseJson(bytes) }, newHasher) };
  } catch (error) {
    if (error instanceof JsonError) throw badCredential(given, [{ at: '', message: error.message }]);
    throw error;
  }
}

function readBytes({ given, path }: NamedFile): Uint8Array {
  try {
    return readRegularFile(path, { maxBytes: MAX_LENGTH, follow: true });
  } catch (error) {
    throw cannotAccess(`cannot read credential ${given}`, given, osText(error));
  }
}

function replaceCredential({ given, path }: NamedFile, bytes: Uint8Array, options: WholeFileOptions): void {
  try {
    writeWhole(path, bytes, options);
  } catch (error) {
    throw cannotAccess(`cannot write credential ${given}`, given, osText(error));
  }
}

function orKeyRefusal<T>(given: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof BadKeyFile) throw badKey(given, error.message);
    if (errorCode(error) === undefined) throw error;
    throw cannotAccess(`cannot access key file ${given}`, given, osText(error));
  }
}
