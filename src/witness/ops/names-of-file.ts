/**
 * All names by which a ledger may identify a file: BLAKE3 and SHA-256 of its bytes and, for a lockfile or a manifest, the id that it
 * states.
 *
 *     namesOf('dec.lock.json', '/data/dec.lock.json')   ['blake3:1c…', 'sha256:77…', '77…', 'sha256:9a…']
 */
import { readWhole } from '#core/bytes/source';
import { JsonError, parseJson } from '#core/json/read';
import { isJsonObject } from '#core/json/value';
import { CHANGED, errorCode, osText, UnusableFile } from '#disk/os-error';
import { type RegularFile, withRegularFile } from '#disk/read/regular-file';
import { newHasher } from '#hashing/hashers';
import { unreadableFile } from '../refusals.ts';

/** A longer document is identified by its hashes only. */
const MAX_DOCUMENT = 64 * 1024 * 1024;
const ID_FIELDS = ['lock_hash', 'pack_id'];

export function namesOf(given: string, path: string): readonly string[] {
  try {
    return withRegularFile(path, { follow: true }, namesIn);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw unreadableFile(given, osText(error));
  }
}

function namesIn({ read }: RegularFile): readonly string[] {
  const [blake3, sha256] = [newHasher('blake3'), newHasher('sha256')];
  const { source, isWhole } = read((bytes) => {
    blake3.update(bytes);
    sha256.update(bytes);
  });
  const document = readWhole(source, MAX_DOCUMENT);
  if (!isWhole()) throw new UnusableFile(CHANGED);
  const hex = sha256.digest();
  return [`blake3:${blake3.digest()}`, `sha256:${hex}`, hex, ...(document === null ? [] : statedIds(document))];
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
