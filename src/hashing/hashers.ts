/** Hash functions on Node: SHA-256 by node:crypto, BLAKE3 by a native library that is loaded on first use. */
import { createHash, hash } from 'node:crypto';
import type { Algorithm, Hasher, NewHasher } from '#core/ports';
import { type Blake3Native, loadBlake3 } from '#installation/native';

/** For bytes that are complete in memory: one hasher object for each of many thousand short files would cost more than the hashing. */
export function sha256Hex(bytes: Uint8Array | string): string {
  return hash('sha256', bytes, 'hex');
}

/** The same, one character for each byte of the digest. */
export function sha256Text(text: string): string {
  return hash('sha256', text, 'binary');
}

export function newBlake3(): Blake3Native {
  const { Blake3Hasher } = loadBlake3();
  return new Blake3Hasher();
}

export const newHasher: NewHasher = (algorithm: Algorithm): Hasher => {
  if (algorithm === 'blake3') {
    const hasher = newBlake3();
    return { update: (bytes) => void hasher.update(bytes), digest: () => hasher.digest('hex') };
  }
  const hasher = createHash('sha256');
  return { update: (bytes) => void hasher.update(bytes), digest: () => hasher.digest('hex') };
};

/**
 * For millions of short inputs, one after the other: a hasher is reused after it has given its digest. Node frees native objects only when
 * the event loop runs, so one hasher for each input would fill the memory.
 */
export function reusedHashers(): NewHasher {
  let spare: Blake3Native | null = null;
  return (algorithm) => {
    if (algorithm !== 'blake3') return newHasher(algorithm);
    const hasher = spare ?? newBlake3();
    spare?.reset();
    spare = null;
    return {
      update: (bytes) => void hasher.update(bytes),
      digest() {
        const hex = hasher.digest('hex');
        spare = hasher;
        return hex;
      },
    };
  };
}
