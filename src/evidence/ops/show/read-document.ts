/** Reads a document with its digest. A system error, and a document that is too long, is refused with `E_IO`. */
import type { ByteSource } from '#core/ports';
import { errorCode, osText } from '#disk/os-error';
import type { Place } from '../../contract.ts';
import { cannotRead } from '../../refusals.ts';
import { type HashedFile, hashedFile } from '../hashed-file.ts';

/** `read` gives null for a document that is too long. */
export function readDocument<T>({ given, path }: Place, read: (source: ByteSource) => T | null): HashedFile<T> {
  try {
    const { value, digest } = hashedFile(path, read);
    if (value === null) throw cannotRead(given, 'too long');
    return { value, digest };
  } catch (error) {
    throw errorCode(error) === undefined ? error : cannotRead(given, osText(error));
  }
}
