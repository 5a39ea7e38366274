/** Hashing on Node: SHA-256 by node:crypto, BLAKE3 by a native library loaded when first asked for. */
import { createHash, hash } from 'node:crypto';
import type { Algorithm, Hasher, NewHasher } from '#core/ports';
import { type Blake3Native, loadBlake3 } from '#installation/native';

/** Of bytes that are all there: a hasher for each of many thousand short files would cost more than the hashing. */
export function sha256Hex(bytes: Uint8Array | string): string {
  return hash('sha256', bytes, 'hex');
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
 * For millions of short things, one after the other: a hasher is used again once it has given its digest. Native objects are given back only
 * when the event loop turns, so that a hasher for each of them would fill the memory.
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
