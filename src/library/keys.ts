/**
 * Keys to sign with: `custody key new`, `show` and `list`.
 *
 *     makeSigningKey('release', { passphrase: 'correct horse' });
 *     (await showSigningKey({ key: 'release' })).fingerprint     SHA256:…
 */
import { workingFolder } from '#disk/path/working-folder';
import { processEnv } from '#installation/process-input';
import { describeKey, describeKeys } from '#keys/describe';
import { keyFields, type ShownKey } from '#keys/key-fields';
import type { NewKeyType } from '#keys/private/new-key';
import { noSuchKey } from '#keys/refusals';
import { isKeyName, keysFolder, makeUserKey, privateKeyPath } from '#keys/user-keys';
import { absolute } from './given-path.ts';

export type { ShownKey };

type Env = Readonly<Record<string, string | undefined>>;

export interface NewKeySettings {
  /** Default `ed25519`; OpenSSF Model Signing and Sigstore take only the others. */
  readonly type?: NewKeyType;
  /** Null for a key that is not protected. */
  readonly passphrase: string | Uint8Array | null;
  /** If false, does not wait for the disk. */
  readonly sync?: boolean;
  readonly env?: Env;
}

export interface SigningKeyChoice {
  /** A file, the name of a key of the user, or the fingerprint of a key in the ssh-agent; default `default`. */
  readonly key?: string;
  /** The command of a program that signs. */
  readonly signer?: string;
  readonly passphrase?: string | Uint8Array;
  readonly passphraseFile?: string;
  readonly env?: Env;
  readonly onWarning?: (text: string) => void;
}

export interface KnownSigningKeys {
  readonly keys: readonly ShownKey[];
  readonly warnings: readonly string[];
}

/** Makes a key in the user's configuration folder. A key is never replaced. */
export function makeSigningKey(name: string, { type = 'ed25519', passphrase, sync = true, env = processEnv() }: NewKeySettings): ShownKey {
  if (!isKeyName(name)) throw noSuchKey(name, 'expected a name of up to 64 letters, digits, dots, dashes and underscores');
  if (passphrase !== null && passphrase.length === 0) throw new RangeError('expected a passphrase or null, found an empty one');
  const folder = keysFolder(env);
  const publicKey = makeUserKey(folder, name, { type, passphrase: passphrase === null ? null : bytesOf(passphrase), sync });
  const path = privateKeyPath(folder, name);
  const isProtected = passphrase !== null;
  return keyFields({ name, source: 'file', path, form: 'PKCS#8', isProtected, publicKey, isChecked: true, canSign: true });
}

/** Asks nobody: a protected key whose public half is not known needs `passphrase` or `passphraseFile`. */
export async function showSigningKey({
  key,
  signer,
  passphrase,
  passphraseFile,
  env = processEnv(),
  onWarning,
}: SigningKeyChoice = {}): Promise<ShownKey> {
  if (key !== undefined && signer !== undefined) throw new RangeError('expected either key or signer, found both');
  const file = passphraseFile === undefined ? undefined : { path: absolute(passphraseFile), shown: passphraseFile };
  const facts = await describeKey({
    key,
    signer,
    passphrase: { bytes: passphrase === undefined ? undefined : bytesOf(passphrase), file },
    cwd: workingFolder(),
    env,
    warn: (text) => onWarning?.(text),
  });
  return keyFields(facts);
}

export async function listSigningKeys({ env = processEnv() }: { readonly env?: Env } = {}): Promise<KnownSigningKeys> {
  const { keys, warnings } = await describeKeys({ env });
  return { keys: keys.map(keyFields), warnings };
}

function bytesOf(passphrase: string | Uint8Array): Uint8Array {
  return typeof passphrase === 'string' ? Buffer.from(passphrase) : passphrase;
}
