/**
 * Every name under which a ledger may know a file: BLAKE3 and SHA-256 of its bytes and, of a lockfile or a manifest, the id it states.
 *
 *     namesOf('dec.lock.json', '/data/dec.lock.json')   ['blake3:1c…', 'sha256:77…', '77…', 'sha256:9a…']
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { JsonError, parseJson } from '#core/json/read';
import { isJsonObject } from '#core/json/value';
import { errorCode, osText } from '#disk/os-error';
import { newHasher } from '#hashing/hashers';
import { unreadableFile } from '../refusals.ts';

const BLOCK = 1 << 20;
/** A longer document is known by its hashes alone. */
const MAX_DOCUMENT = 64 * 1024 * 1024;
const ID_FIELDS = ['lock_hash', 'pack_id'];

export function namesOf(given: string, path: string): readonly string[] {
  try {
    const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      return read(given, fd);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw unreadableFile(given, osText(error));
  }
}

function read(given: string, fd: number): readonly string[] {
  const found = fstatSync(fd);
  if (!found.isFile()) throw unreadableFile(given, found.isDirectory() ? 'Is a directory' : 'not a regular file');
  const [blake3, sha256] = [newHasher('blake3'), newHasher('sha256')];
  const held: Uint8Array[] = [];
  const block = new Uint8Array(BLOCK);
  let size = 0;
  for (let count = readSync(fd, block); count > 0; count = readSync(fd, block)) {
    const bytes = block.subarray(0, count);
    blake3.update(bytes);
    sha256.update(bytes);
    size += count;
    if (size <= MAX_DOCUMENT) held.push(Uint8Array.from(bytes));
  }
  const hex = sha256.digest();
  return [`blake3:${blake3.digest()}`, `sha256:${hex}`, hex, ...(size <= MAX_DOCUMENT ? statedIds(Buffer.concat(held)) : [])];
}

function statedIds(bytes: Uint8Array): readonly string[] {
  try {
    const document = parseJson(bytes);
    if (!isJsonObject(document)) return [];
    return ID_FIELDS.map((field) => document[field]).filter((id) => typeof id === 'string' && id !== '') as string[];
  } catch (error) {
    if (error instanceof JsonError) return [];
    throw error;
  }
}
