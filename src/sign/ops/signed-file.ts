/**
 * The bytes that a signature is over, read once: all digests that are needed come from the same reading, of a regular file that must not
 * change meanwhile.
 *
 *     readSignedFile('/data/a.csv', { hashes: ['sha512'], isWhole: false })     { sha256: 'sha256:…', digest('sha512'), bytes: null }
 */
import { createHash } from 'node:crypto';
import { drain } from '#core/bytes/source';
import { CHANGED, UnusableFile } from '#disk/os-error';
import { withRegularFile } from '#disk/read/regular-file';

export type FileHash = 'sha256' | 'sha384' | 'sha512' | 'blake2b512';

export interface WantedBytes {
  readonly hashes: readonly FileHash[];
  /** Whether the signature is over the bytes themselves, which are then held in memory. */
  readonly isWhole: boolean;
}

export interface SignedFile {
  /** `sha256:` and hex. */
  readonly sha256: string;
  digest(hash: FileHash): Uint8Array;
  readonly bytes: Uint8Array | null;
}

/** A signature over the bytes themselves needs them all at once. */
const MAX_WHOLE = 1 << 30;

/** Throws the system's error or `UnusableFile`. */
export function readSignedFile(path: string, { hashes, isWhole }: WantedBytes): SignedFile {
  return withRegularFile(path, { follow: true }, (file) => {
    const hashers = new Map([...new Set<FileHash>(['sha256', ...hashes])].map((name) => [name, createHash(name)]));
    const update = (bytes: Uint8Array): void => hashers.forEach((hasher) => void hasher.update(bytes));
    let bytes: Uint8Array | null = null;
    if (isWhole) {
      if (file.size > MAX_WHOLE) throw new UnusableFile(`longer than ${MAX_WHOLE} bytes, which this form of signature needs in memory`);
      bytes = file.bytes();
      update(bytes);
    } else {
      const { source, isWhole: isUnchanged } = file.read(update);
      drain(source);
      if (!isUnchanged()) throw new UnusableFile(CHANGED);
    }
    const digests = new Map([...hashers].map(([name, hasher]) => [name, hasher.digest()]));
    const digest = (name: FileHash): Buffer => digests.get(name) as Buffer;
    return { sha256: `sha256:${digest('sha256').toString('hex')}`, digest, bytes };
  });
}
