/**
 * The key pair that a user signs with: `private_key.pem` (0600) and `public_key.pem` (0644) in `{user_space}/keys` (0700). Both files exist
 * or none, even if their creation is interrupted.
 *
 *     makeKeyPair('/home/u/.ai', { sync: true })     /home/u/.ai/keys/private_key.pem and /home/u/.ai/keys/public_key.pem
 *     readKeyPair('/home/u/.ai')                     null where there is none
 */
import { chmodSync, closeSync, constants, fchmodSync, lstatSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '#disk/os-error';
import { NotRegular, withRegularFile } from '#disk/read/regular-file';
import { removeStale } from '#disk/write/staging-names';
import { stageFolder } from '#disk/write/whole-folder';
import { writeAll } from '#disk/write/write-all';
import { BadKey } from './bad-key.ts';
import { generateKeyPair, type PrivateKey, type PublicKey, parsePrivateKey, parsePublicKey } from './ed25519.ts';

/** A key file that cannot be used; the message contains nothing of its content. */
export class BadKeyFile extends Error {
  override readonly name = 'BadKeyFile';
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

export interface KeyPair {
  readonly privateKey: PrivateKey;
  /** Warnings about other users who can read the private key. */
  readonly warnings: readonly string[];
}

const PRIVATE = 'private_key.pem';
const PUBLIC = 'public_key.pem';
/** No key file is longer. */
const MAX_LENGTH = 1 << 14;

export function publicKeyPath(userSpace: string): string {
  return join(userSpace, 'keys', PUBLIC);
}

/** Throws `BadKeyFile` where a pair, one of its files, or anything else exists already. */
export function makeKeyPair(userSpace: string, { sync }: { sync: boolean }): PublicKey {
  const folder = join(userSpace, 'keys');
  // A run that was killed just after it had made the pair left an empty staging.
  removeStale(userSpace);
  requireNoKey(folder);
  const { privatePem, publicPem } = generateKeyPair();
  const staged = stageFolder(folder, { sync });
  try {
    chmodSync(staged.path, 0o700);
    writeNew(join(staged.path, PRIVATE), privatePem, 0o600);
    writeNew(join(staged.path, PUBLIC), publicPem, 0o644);
    // An empty folder is replaced, and its permissions are kept.
    if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) chmodSync(folder, 0o700);
    staged.commit();
  } catch (error) {
    if (isTaken(error)) throw new BadKeyFile(folder, 'expected no keys or an empty folder, found a folder that holds other files');
    throw error;
  } finally {
    staged.discard();
  }
  return parsePublicKey(publicPem);
}

/** Null where there is no private key. Throws `BadKeyFile`. */
export function readKeyPair(userSpace: string): KeyPair | null {
  const folder = join(userSpace, 'keys');
  const path = join(folder, PRIVATE);
  const pem = readKeyFile(path);
  if (pem === null) return null;
  const privateKey = parseKeyFile(path, () => parsePrivateKey(pem));
  requireOtherHalf(join(folder, PUBLIC), privateKey);
  return { privateKey, warnings: [...openToOthers(folder, 'folder', 0o700), ...openToOthers(path, 'private key', 0o600)] };
}

export interface KeyFileReading {
  /** The name of the file in a refusal. */
  readonly shown?: string;
  /** False where a link is not accepted as a key. */
  readonly follow?: boolean;
}

/** The text of a small regular file, or null where there is none. Throws `BadKeyFile`, and the system's errors. */
export function readKeyFile(path: string, { shown = path, follow = true }: KeyFileReading = {}): string | null {
  try {
    return withRegularFile(path, { follow }, ({ size, bytes }) => {
      if (size > MAX_LENGTH) throw new BadKeyFile(shown, `expected a key of at most ${MAX_LENGTH} bytes, found a file of ${size}`);
      return Buffer.from(bytes()).toString('latin1');
    });
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return null;
    if (error instanceof NotRegular || (code === 'ELOOP' && !follow))
      throw new BadKeyFile(shown, 'expected a key in a regular file, found something else');
    throw error;
  }
}

export function parseKeyFile<T>(path: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (error instanceof BadKey) throw new BadKeyFile(path, error.message);
    throw error;
  }
}

/** The permissions that a file or folder gives to others beyond `wanted`. */
export function openToOthers(path: string, what: string, wanted: number, shown = path): readonly string[] {
  const mode = statSync(path).mode & 0o777;
  if ((mode & 0o077) === 0) return [];
  return [`${what} ${shown} is open to others: expected mode ${octal(wanted)}, found ${octal(mode)}`];
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}

function requireNoKey(folder: string): void {
  for (const name of [PRIVATE, PUBLIC]) {
    const path = join(folder, name);
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined)
      throw new BadKeyFile(path, 'expected no key, found one that would be replaced');
  }
}

/** The public key may be missing: the private key includes it. */
function requireOtherHalf(path: string, { publicKey }: PrivateKey): void {
  const pem = readKeyFile(path);
  if (pem === null) return;
  const { fingerprint } = parseKeyFile(path, () => parsePublicKey(pem));
  if (fingerprint !== publicKey.fingerprint)
    throw new BadKeyFile(path, `expected the other half of ${PRIVATE}, ${publicKey.fingerprint}, found ${fingerprint}`);
}

function isTaken(error: unknown): boolean {
  return ['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '');
}

/** The mode is set regardless of the umask. */
function writeNew(path: string, text: string, mode: number): void {
  const fd = openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, mode);
  try {
    fchmodSync(fd, mode);
    writeAll(fd, Buffer.from(text));
  } finally {
    closeSync(fd);
  }
}
