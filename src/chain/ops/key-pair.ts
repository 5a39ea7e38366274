/**
 * The key pair that a user signs with: `private_key.pem` (0600) and `public_key.pem` (0644) in `{user_space}/keys` (0700). Both files exist
 * or none, even if their creation is interrupted.
 *
 *     makeKeyPair('/home/u/.ai', { sync: true })     /home/u/.ai/keys/private_key.pem and /home/u/.ai/keys/public_key.pem
 *     readKeyPair('/home/u/.ai')                     null where there is none
 */
import { chmodSync, closeSync, constants, fchmodSync, lstatSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '#disk/os-error';
import { removeStale } from '#disk/write/staging-names';
import { stageFolder } from '#disk/write/whole-folder';
import { writeAll } from '#disk/write/write-all';
import { generateKeyPair, type PrivateKey, type PublicKey, parsePrivateKey, parsePublicKey } from '#keys/ed25519';
import { BadKeyFile, openToOthers, parseKeyFile, readKeyFile } from '#keys/key-file';

export interface KeyPair {
  readonly privateKey: PrivateKey;
  /** Warnings about other users who can read the private key. */
  readonly warnings: readonly string[];
}

const PRIVATE = 'private_key.pem';
const PUBLIC = 'public_key.pem';

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
