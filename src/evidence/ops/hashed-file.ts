/** Reads a document once, from a regular file that must not change meanwhile, and gives the SHA-256 of its bytes. */
import { drain, observedSource } from '#core/bytes/source';
import type { ByteSource } from '#core/ports';
import { CHANGED, errorCode, osText, UnusableFile } from '#disk/os-error';
import { withRegularFile } from '#disk/read/regular-file';
import { newHasher } from '#hashing/hashers';
import type { Place } from '../contract.ts';
import { cannotRead } from '../refusals.ts';

export interface HashedFile<T> {
  readonly value: T;
  /** `sha256:` and hex. */
  readonly digest: string;
}

/** Throws the system's error, `UnusableFile`, or what `read` throws. */
export function hashedFile<T>(path: string, read: (source: ByteSource, size: number) => T): HashedFile<T> {
  return withRegularFile(path, { follow: true }, (file) => {
    const hasher = newHasher('sha256');
    const { source, isWhole } = file.read();
    const observed = observedSource(source, (bytes) => hasher.update(bytes));
    const value = read(observed, file.size);
    drain(observed);
    if (!isWhole()) throw new UnusableFile(CHANGED);
    return { value, digest: `sha256:${hasher.digest()}` };
  });
}

function fileDigest(path: string): string {
  return hashedFile(path, drain).digest;
}

/** The same for what was named: a system error is refused. */
export function placeDigest({ given, path }: Place): string {
  try {
    return fileDigest(path);
  } catch (error) {
    throw errorCode(error) === undefined ? error : cannotRead(given, osText(error));
  }
}
