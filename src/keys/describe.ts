/**
 * What there is to say about a key, without signing anything: for `custody key show` and `custody key list`.
 *
 *     await describeKey({ key: 'release', … })     { name: 'release', source: 'file', isProtected: true, … }
 *     await describeKeys({ … })                    the keys of the user and those in the ssh-agent
 *
 * The public half of a protected key comes from the file beside it or from the open part of an OpenSSH key, and is then not checked: only
 * opening the private half shows that they belong together.
 */
import { osText } from '#disk/os-error';
import { type FoundKeyFile, findKeyFile, isFingerprint, orKeyRefusal } from './find-key.ts';
import { openToOthers, readKeyFile } from './key-file.ts';
import { type PrivateKeyText, readPrivateKey } from './private/read.ts';
import { isSigningAlgorithm } from './private/signing-key.ts';
import type { VerifyingKey } from './public-key.ts';
import { badKeyFile } from './refusals.ts';
import { opened, openSigner, publicKeyIn, type SignerOptions } from './signer.ts';
import type { AgentKey } from './signers/agent.ts';
import { keysFolder, privateKeyPath, userKeyNames } from './user-keys.ts';

export interface KeyFacts {
  /** The name of a key of the user; the comment of one in the ssh-agent. */
  readonly name: string | null;
  readonly source: 'file' | 'ssh-agent' | 'program';
  readonly path: string | null;
  /** `PKCS#8`, `OpenSSH`, …; a type of SSH for a key in an agent. */
  readonly form: string | null;
  /** Null where there is no private key to be protected here. */
  readonly isProtected: boolean | null;
  /** Null where only the passphrase would tell. */
  readonly publicKey: VerifyingKey | null;
  /** The public half was computed from the private one, or proved by whoever holds it. */
  readonly isChecked: boolean;
  readonly canSign: boolean;
}

/** Throws what `openSigner` throws. A passphrase is used only where a file gives it, or where nothing else tells the public half. */
export async function describeKey(options: SignerOptions): Promise<KeyFacts> {
  const { key, signer } = options;
  if (signer !== undefined || (key !== undefined && isFingerprint(key))) return describeSigner(options);
  const file = findKeyFile(options);
  const publicKey = publicKeyIn(file.text);
  if (publicKey !== null)
    return { ...place(file, options), form: 'public key', isProtected: null, publicKey, isChecked: false, canSign: false };
  const found = orKeyRefusal(file.shown, () => readPrivateKey(file.text));
  for (const warning of openToOthers(file.path, 'private key', 0o600, file.shown)) options.warn(warning);
  const stated = found.publicKey ?? besideOf(file);
  const isGiven = options.passphrase.file !== undefined || options.passphrase.bytes !== undefined;
  const isOpened = !found.isProtected || isGiven || stated === null;
  const whole = isOpened ? (await opened(found, file.shown, options)).publicKey : stated;
  const beside = besideOf(file);
  if (isOpened && beside !== null && beside.keyid !== whole?.keyid)
    throw badKeyFile(file.shown, 'the .pub file beside it is of another key');
  return { ...place(file, options), ...privateFacts(found), publicKey: whole, isChecked: isOpened };
}

export interface KnownKeys {
  readonly keys: readonly KeyFacts[];
  /** What could not be read, or is open to others. */
  readonly warnings: readonly string[];
}

/** Asks for no passphrase. What cannot be read is a warning. */
export async function describeKeys({ env, limits }: Pick<SignerOptions, 'env' | 'limits'>): Promise<KnownKeys> {
  const warnings: string[] = [];
  const keys: KeyFacts[] = [];
  const folder = keysFolder(env);
  const attempt = async (act: () => void | Promise<void>): Promise<void> => {
    try {
      await act();
    } catch (error) {
      warnings.push(osText(error));
    }
  };
  await attempt(async () => {
    for (const name of namesIn(folder)) {
      const path = privateKeyPath(folder, name);
      await attempt(() => void keys.push(ofUser(name, path, warnings)));
    }
  });
  const socket = env['SSH_AUTH_SOCK'];
  if (socket !== undefined && socket !== '')
    await attempt(async () => {
      const { agentKeys } = await import('./signers/agent.ts');
      keys.push(...(await agentKeys(socket, limits)).map(ofAgent));
    });
  return { keys, warnings };
}

function namesIn(folder: string): readonly string[] {
  try {
    return userKeyNames(folder);
  } catch (error) {
    throw badKeyFile(folder, osText(error));
  }
}

function ofUser(name: string, path: string, warnings: string[]): KeyFacts {
  const text = readKeyFile(path);
  if (text === null) throw badKeyFile(path, 'No such file or directory');
  const found = orKeyRefusal(path, () => readPrivateKey(text));
  warnings.push(...openToOthers(path, 'private key', 0o600));
  const publicKey = found.publicKey ?? besideOf({ path });
  return { name, source: 'file', path, ...privateFacts(found), publicKey, isChecked: !found.isProtected };
}

function ofAgent({ key, type, comment }: AgentKey): KeyFacts {
  const canSign = key !== null && isSigningAlgorithm(key.algorithm);
  return {
    name: comment,
    source: 'ssh-agent',
    path: null,
    form: type,
    isProtected: null,
    publicKey: key,
    isChecked: false,
    canSign,
  };
}

async function describeSigner(options: SignerOptions): Promise<KeyFacts> {
  const signer = await openSigner(options);
  try {
    const source = options.signer === undefined ? 'ssh-agent' : 'program';
    const { publicKey } = signer;
    return { name: null, source, path: null, form: null, isProtected: null, publicKey, isChecked: false, canSign: true };
  } finally {
    signer.close();
  }
}

function place({ path, shown }: FoundKeyFile, { env }: SignerOptions): Pick<KeyFacts, 'name' | 'source' | 'path'> {
  const name = userKeyNames(keysFolder(env)).find((each) => privateKeyPath(keysFolder(env), each) === path) ?? null;
  return { name, source: 'file', path: shown };
}

function privateFacts({ form, isProtected }: PrivateKeyText): Pick<KeyFacts, 'form' | 'isProtected' | 'canSign'> {
  return { form, isProtected, canSign: true };
}

/** The public key in `NAME.pub`, beside `NAME.pem` or `NAME`. */
function besideOf({ path }: { readonly path: string }): VerifyingKey | null {
  const text = readKeyFile(`${path.replace(/\.pem$/, '')}.pub`);
  return text === null ? null : publicKeyIn(text);
}
