/**
 * Whoever signs: a key in a file, a key in an ssh-agent, or a program. One way for everything that custody signs.
 *
 *     const signer = await openSigner({ key: 'release', … });
 *     signer.publicKey.fingerprint           SHA256:bbXpuKG6…
 *     await signer.sign(message)             Ed25519: 64 bytes, ECDSA: DER; verified before it is returned
 *     signer.close()
 *
 * `key` is a file with a private key, the name of a key of the user (`custody key new`), the fingerprint of a key in the ssh-agent, or a file
 * with a public key whose private half is there. Without `key` and `signer` it is the user's key `default`.
 */

import { sign } from 'node:crypto';
import { statSync } from 'node:fs';
import { errorCode, osText } from '#disk/os-error';
import { joinPath } from '#disk/path/join-path';
import { BadKey } from './bad-key.ts';
import { BadKeyFile, openToOthers, readKeyFile } from './key-file.ts';
import { type PassphraseSource, withPassphrase } from './passphrase.ts';
import { type PrivateKeyText, readPrivateKey } from './private/read.ts';
import type { SigningKey } from './private/signing-key.ts';
import { hashOf, isSignature, parseVerifyingKey, type VerifyingKey } from './public-key.ts';
import { badKeyFile, noSuchKey } from './refusals.ts';
import type { AgentLimits } from './signers/agent.ts';
import { DEFAULT_KEY, isKeyName, keysFolder, privateKeyPath } from './user-keys.ts';

export interface Signer {
  readonly publicKey: VerifyingKey;
  /** For people: `key file release.pem`, `ssh-agent, key SHA256:…`, `program kms-sign`. */
  readonly from: string;
  /** Ed25519: 64 bytes, ECDSA: DER. */
  sign(message: Uint8Array): Promise<Uint8Array>;
  close(): void;
}

export interface SignerOptions {
  readonly key?: string | undefined;
  /** The command of a program that signs. */
  readonly signer?: string | undefined;
  readonly passphrase: PassphraseSource;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Receives warnings, such as of a key that others can read. */
  readonly warn: (text: string) => void;
  /** Receives what a person should know while waiting. */
  readonly note?: ((text: string) => void) | undefined;
  /** A program that signs writes to the standard error of this process. */
  readonly inherit?: boolean | undefined;
  readonly limits?: (AgentLimits & { readonly programMs?: number | undefined }) | undefined;
}

/** A person may have to enter a PIN. */
const PROGRAM_MS = 60_000;
const FINGERPRINT = /^SHA256:[A-Za-z0-9+/]{43}$/;

/** Throws `E_KEY`, `E_PASSPHRASE`, `E_AGENT` and `E_SIGNER`. */
export async function openSigner(options: SignerOptions): Promise<Signer> {
  const { key = DEFAULT_KEY, signer, cwd, env, inherit = false, limits } = options;
  if (signer !== undefined) {
    const { programSigner } = await import('./signers/program.ts');
    return programSigner(signer, { cwd, env, inherit, limitMs: limits?.programMs ?? PROGRAM_MS });
  }
  if (FINGERPRINT.test(key)) return ofAgent(key, options);
  const { path, shown } = placeOf(key, options);
  const text = textOf(path, shown);
  const publicKey = publicKeyIn(text);
  return publicKey === null ? ofFile({ path, shown, text }, options) : ofAgent(publicKey.fingerprint, options);
}

interface KeyPlace {
  readonly path: string;
  readonly shown: string;
}

/** A word without a slash may be the name of a key; where a file here has the same name, nothing is guessed. Throws `E_KEY`. */
function placeOf(key: string, { key: given, cwd, env }: Pick<SignerOptions, 'key' | 'cwd' | 'env'>): KeyPlace {
  const file = { path: joinPath(cwd, key), shown: key };
  if (!isKeyName(key)) return file;
  const named = privateKeyPath(keysFolder(env), key);
  const isNamed = exists(named);
  const isFile = given !== undefined && exists(file.path);
  if (isNamed && isFile) throw noSuchKey(key, `it is a key of yours and a file here: write ./${key} for the file, or ${named}`);
  if (isNamed) return { path: named, shown: named };
  if (!isFile) throw noSuchKey(key, `there is neither ${named} nor a file ${key}; custody key new makes a key`);
  return file;
}

function exists(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ENOENT' && errorCode(error) !== 'ENOTDIR';
  }
}

/** Throws `E_KEY`. */
function textOf(path: string, shown: string): string {
  try {
    const text = readKeyFile(path, { shown });
    if (text === null) throw badKeyFile(shown, 'No such file or directory');
    return text;
  } catch (error) {
    if (error instanceof BadKeyFile) throw badKeyFile(shown, error.message);
    throw errorCode(error) === undefined ? error : badKeyFile(shown, osText(error));
  }
}

function publicKeyIn(text: string): VerifyingKey | null {
  try {
    return parseVerifyingKey(text);
  } catch (error) {
    if (error instanceof BadKey) return null;
    throw error;
  }
}

async function ofAgent(fingerprint: string, { env, limits }: SignerOptions): Promise<Signer> {
  const { agentSigner, agentSocket } = await import('./signers/agent.ts');
  return agentSigner(agentSocket(env), fingerprint, limits);
}

async function ofFile(file: KeyPlace & { readonly text: string }, options: SignerOptions): Promise<Signer> {
  const { shown } = file;
  const found = orKeyRefusal(shown, () => readPrivateKey(file.text));
  for (const warning of openToOthers(file.path, 'private key', 0o600, shown)) options.warn(warning);
  const { publicKey, key } = await opened(found, shown, options);
  const signed = (message: Uint8Array): Uint8Array => {
    const signature = sign(publicKey.algorithm === 'ed25519' ? null : hashOf(publicKey.algorithm), message, key);
    if (!isSignature(publicKey, message, signature)) throw badKeyFile(shown, 'it made a signature that is wrong');
    return signature;
  };
  return { publicKey, from: `key file ${shown}`, sign: async (message) => signed(message), close: () => undefined };
}

/** Throws `E_KEY` and `E_PASSPHRASE`. */
async function opened(
  found: PrivateKeyText,
  shown: string,
  { passphrase, note }: Pick<SignerOptions, 'passphrase' | 'note'>,
): Promise<SigningKey> {
  if (!found.isProtected) return found.open(null);
  return withPassphrase(shown, passphrase, async (typed) => {
    if (found.form === 'OpenSSH') note?.(`opening ${shown}: this takes some seconds; an ssh-agent is faster`);
    return found.open(typed).catch((error: unknown) => {
      throw error instanceof BadKey ? badKeyFile(shown, error.message) : error;
    });
  });
}

/** Throws `E_KEY`. */
function orKeyRefusal<T>(shown: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw error instanceof BadKey ? badKeyFile(shown, error.message) : error;
  }
}
