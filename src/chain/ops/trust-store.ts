/**
 * The public keys that a user trusts: `{user_space}/trusted_keys/<fingerprint>.pem`, where each file must have the key it is named for, and
 * `registry.pem`, which is identified by the key in it. Only regular files count.
 *
 *     const store = openTrustStore('/home/u/.ai');
 *     store.find('f0ff50dacf109dea')     { fingerprint, pem, key }, or null if that key is not trusted
 */
import { lstatSync, unlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { encodeUtf8 } from '#core/bytes/utf8';
import { errorCode } from '#disk/os-error';
import { statIfThere } from '#disk/path/stat-if-there';
import { readDirectory } from '#disk/walk/directory';
import { makeFolders } from '#disk/write/make-folders';
import { isStagingName } from '#disk/write/staging-names';
import { syncFolder, writeWhole } from '#disk/write/whole-file';
import { type PublicKey, parsePublicKey } from '#keys/ed25519';
import { BadKeyFile, parseKeyFile, readKeyFile } from '#keys/key-file';

export interface TrustedKey {
  readonly fingerprint: string;
  readonly file: string;
}

export interface TrustStore {
  /** True if the folder exists. */
  readonly isThere: boolean;
  readonly warnings: readonly string[];
  /** Throws `BadKeyFile` if a file does not have the key it is named for. */
  find(fingerprint: string): PublicKey | null;
}

const FINGERPRINT = /^[0-9a-f]{16}$/;
const REGISTRY = 'registry.pem';

export function isFingerprint(text: string): boolean {
  return FINGERPRINT.test(text);
}

export function openTrustStore(userSpace: string): TrustStore {
  const folder = folderOf(userSpace);
  const mode = statIfThere(folder)?.mode ?? null;
  const found = new Map<string, PublicKey | null>();
  return {
    isThere: mode !== null,
    warnings: mode !== null && (mode & 0o022) !== 0 ? [`trust store ${folder} can be changed by others`] : [],
    find(fingerprint) {
      const known = found.get(fingerprint);
      if (known !== undefined) return known;
      const key = readNamed(folder, fingerprint) ?? readRegistry(folder, fingerprint);
      found.set(fingerprint, key);
      return key;
    },
  };
}

/** In byte order; `ignored` are files whose names are not those of keys. */
export function listTrusted(userSpace: string): { readonly keys: readonly TrustedKey[]; readonly ignored: readonly string[] } {
  const folder = folderOf(userSpace);
  const names = namesIn(folder).filter((name) => !isStagingName(name));
  const isKey = (name: string): boolean => name === REGISTRY || isFingerprint(stemOf(name));
  const keys = names.filter(isKey).map((name) => {
    const file = join(folder, name);
    const key = name === REGISTRY ? readTrusted(file) : readNamed(folder, stemOf(name));
    return key === null ? [] : [{ fingerprint: key.fingerprint, file }];
  });
  return { keys: keys.flat(), ignored: names.filter((name) => !isKey(name)).map((name) => join(folder, name)) };
}

/** A file with another key under this name is replaced. */
export function addTrusted(userSpace: string, { fingerprint, pem }: PublicKey, { sync }: { sync: boolean }): TrustedKey {
  const file = pathOf(folderOf(userSpace), fingerprint);
  if (makeFolders(dirname(file), 0o700).length > 0 && sync) syncFolder(userSpace);
  if (readKeyFile(file, { follow: false }) === pem) return { fingerprint, file };
  writeWhole(file, encodeUtf8(pem), { sync, mode: 0o644 });
  return { fingerprint, file };
}

/** Returns what was removed, which is empty if the key was not trusted. The file named for the key is removed whatever its content. */
export function removeTrusted(userSpace: string, fingerprint: string, { sync }: { sync: boolean }): readonly TrustedKey[] {
  const folder = folderOf(userSpace);
  const named = pathOf(folder, fingerprint);
  const registry = join(folder, REGISTRY);
  const files = [
    ...(lstatSync(named, { throwIfNoEntry: false }) === undefined ? [] : [named]),
    ...(holds(registry, fingerprint) ? [registry] : []),
  ];
  for (const file of files) unlinkSync(file);
  if (files.length > 0 && sync) syncFolder(folder);
  return files.map((file) => ({ fingerprint, file }));
}

function folderOf(userSpace: string): string {
  return join(userSpace, 'trusted_keys');
}

function pathOf(folder: string, fingerprint: string): string {
  if (!isFingerprint(fingerprint)) throw new Error('a fingerprint is 16 lower-case hex digits');
  return join(folder, `${fingerprint}.pem`);
}

function stemOf(name: string): string {
  return name.endsWith('.pem') ? basename(name, '.pem') : '';
}

function readNamed(folder: string, fingerprint: string): PublicKey | null {
  const path = pathOf(folder, fingerprint);
  const key = readTrusted(path);
  if (key !== null && key.fingerprint !== fingerprint)
    throw new BadKeyFile(path, `expected the key ${fingerprint} that the file is named for, found ${key.fingerprint}`);
  return key;
}

function readRegistry(folder: string, fingerprint: string): PublicKey | null {
  const key = readTrusted(join(folder, REGISTRY));
  return key?.fingerprint === fingerprint ? key : null;
}

/** Returns false for a file without a usable key. */
function holds(path: string, fingerprint: string): boolean {
  try {
    return readTrusted(path)?.fingerprint === fingerprint;
  } catch (error) {
    if (error instanceof BadKeyFile) return false;
    throw error;
  }
}

function readTrusted(path: string): PublicKey | null {
  const pem = readKeyFile(path, { follow: false });
  return pem === null ? null : parseKeyFile(path, () => parsePublicKey(pem));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readDirectory(folder).map(({ name }) => name);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
