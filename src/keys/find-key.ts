/**
 * The file of the key that a user means: a path, or the name of one of the user's keys.
 *
 *     findKeyFile({ key: './release.pem', cwd, env })     that file
 *     findKeyFile({ key: 'release', cwd, env })           /home/u/.config/custody/keys/release.pem
 *     findKeyFile({ cwd, env })                           /home/u/.config/custody/keys/default.pem
 */
import { statSync } from 'node:fs';
import { errorCode, osText } from '#disk/os-error';
import { joinPath } from '#disk/path/join-path';
import { BadKey } from './bad-key.ts';
import { BadKeyFile, readKeyFile } from './key-file.ts';
import { badKeyFile, noSuchKey } from './refusals.ts';
import { DEFAULT_KEY, isKeyName, keysFolder, privateKeyPath } from './user-keys.ts';

export interface KeySearch {
  readonly key?: string | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface FoundKeyFile extends KeyPlace {
  readonly text: string;
}

const FINGERPRINT = /^SHA256:[A-Za-z0-9+/]{43}$/;

/** A key in the ssh-agent is named by it. */
export function isFingerprint(key: string): boolean {
  return FINGERPRINT.test(key);
}

/** Throws `E_KEY`. */
export function findKeyFile(search: KeySearch): FoundKeyFile {
  const place = placeOf(search);
  return { ...place, text: textOf(place.path, place.shown) };
}

export interface KeyPlace {
  readonly path: string;
  readonly shown: string;
}

/** A word without a slash may be the name of a key; where a file here has the same name, nothing is guessed. Throws `E_KEY`. */
function placeOf({ key: given, cwd, env }: KeySearch): KeyPlace {
  const key = given ?? DEFAULT_KEY;
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

/** Throws `E_KEY`. */
export function orKeyRefusal<T>(shown: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw error instanceof BadKey ? badKeyFile(shown, error.message) : error;
  }
}
