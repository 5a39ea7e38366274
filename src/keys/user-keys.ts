/**
 * The keys of a user: `NAME.pem` (0600) and `NAME.pub` (0644) in `custody/keys` (0700) of the user's configuration folder.
 *
 *     keysFolder(env)                                             /home/u/.config/custody/keys
 *     makeUserKey(folder, 'default', { … })                       /home/u/.config/custody/keys/default.pem
 *     userKeyNames(folder)                                        ['default', 'release']
 *
 * The public half is for people to pass on, and for showing a protected key without its passphrase. It is never taken as proof of what the
 * private half is.
 */
import { lstatSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { errorCode, osText } from '#disk/os-error';
import { joinPath } from '#disk/path/join-path';
import { workingFolder } from '#disk/path/working-folder';
import { makeFolders } from '#disk/write/make-folders';
import { writeWhole } from '#disk/write/whole-file';
import { type NewKeyType, newPrivateKey } from './private/new-key.ts';
import type { VerifyingKey } from './public-key.ts';
import { cannotWriteKey, takenName } from './refusals.ts';
import { sshLineOf } from './ssh-key.ts';

export const DEFAULT_KEY = 'default';
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export function keysFolder(env: Readonly<Record<string, string | undefined>>): string {
  const given = env['XDG_CONFIG_HOME'];
  const folder = `${given?.startsWith('/') ? given : `${env['HOME'] || homedir()}/.config`}/custody/keys`;
  // A variable may lead through a link and `..`, and means what the system means by it (M2).
  return joinPath(isAbsolute(folder) ? '/' : workingFolder(), folder);
}

export function isKeyName(name: string): boolean {
  return NAME.test(name) && !/\.(pem|pub)$/.test(name);
}

export function privateKeyPath(folder: string, name: string): string {
  return join(folder, `${name}.pem`);
}

function publicKeyPath(folder: string, name: string): string {
  return join(folder, `${name}.pub`);
}

/** The names of the private keys, in order. Empty where there is no folder. Throws the system's error. */
export function userKeyNames(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).flatMap((file) => (file.endsWith('.pem') ? [file.slice(0, -'.pem'.length)] : []));
    return names.filter(isKeyName).sort();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

export interface NewUserKey {
  readonly type: NewKeyType;
  /** Null for a key that is not protected. */
  readonly passphrase: Uint8Array | null;
  readonly sync: boolean;
}

/** Before a passphrase is asked for. Throws `E_KEY`. */
export function requireFreeName(folder: string, name: string): void {
  for (const path of [privateKeyPath(folder, name), publicKeyPath(folder, name)]) if (isTaken(path)) throw takenName(name, path);
}

function isTaken(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw cannotWriteKey(path, osText(error));
  }
}

/** A key is never replaced. Throws `E_KEY`. */
export function makeUserKey(folder: string, name: string, { type, passphrase, sync }: NewUserKey): VerifyingKey {
  const [path, publicPath] = [privateKeyPath(folder, name), publicKeyPath(folder, name)];
  requireFreeName(folder, name);
  const { pem, publicKey } = newPrivateKey(type, passphrase);
  try {
    makeFolders(folder, 0o700);
    writeWhole(path, Buffer.from(pem), { sync, mode: 0o600, mustBeNew: true });
    writeWhole(publicPath, Buffer.from(`${sshLineOf(publicKey, name)}\n`), { sync, mode: 0o644, mustBeNew: true });
  } catch (error) {
    throw errorCode(error) === 'EEXIST' ? takenName(name, path) : cannotWriteKey(path, osText(error));
  }
  return publicKey;
}
