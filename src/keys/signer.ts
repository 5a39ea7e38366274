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
import { BadKey } from './bad-key.ts';
import { type FoundKeyFile, findKeyFile, isFingerprint, orKeyRefusal } from './find-key.ts';
import { openToOthers } from './key-file.ts';
import { type PassphraseSource, withPassphrase } from './passphrase.ts';
import { type PrivateKeyText, readPrivateKey } from './private/read.ts';
import type { SigningKey } from './private/signing-key.ts';
import { hashOf, isSignature, parseVerifyingKey, type VerifyingKey } from './public-key.ts';
import { badKeyFile } from './refusals.ts';
import type { AgentLimits } from './signers/agent.ts';

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

/** Throws `E_KEY`, `E_PASSPHRASE`, `E_AGENT` and `E_SIGNER`. */
export async function openSigner(options: SignerOptions): Promise<Signer> {
  const { key, signer, cwd, env, inherit = false, limits } = options;
  if (signer !== undefined) {
    const { programSigner } = await import('./signers/program.ts');
    return programSigner(signer, { cwd, env, inherit, limitMs: limits?.programMs ?? PROGRAM_MS });
  }
  if (key !== undefined && isFingerprint(key)) return ofAgent(key, options);
  const file = findKeyFile(options);
  const publicKey = publicKeyIn(file.text);
  return publicKey === null ? ofFile(file, options) : ofAgent(publicKey.fingerprint, options);
}

/** Null where the text is not a public key. */
export function publicKeyIn(text: string): VerifyingKey | null {
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

async function ofFile(file: FoundKeyFile, options: SignerOptions): Promise<Signer> {
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
export async function opened(
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
