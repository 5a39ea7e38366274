/** A source that remembers BLAKE3 and length of all that was read through it, as the ledger records a file argument (W3). */
import type { ByteSource, Hasher, NewHasher } from '#core/ports';
import { Refusal } from '#core/refusal';

export interface HashedSource extends ByteSource {
  /** The source has said that there is no more. */
  readonly isAtEnd: boolean;
  /** Without BLAKE3 there is no hash, and no ledger that would want it. */
  finish(): { readonly hash: string | null; readonly bytes: number };
}

export function hashedSource(source: ByteSource, newHasher: NewHasher): HashedSource {
  const hasher = blake3Of(newHasher);
  let bytes = 0;
  let isAtEnd = false;
  return {
    get isAtEnd() {
      return isAtEnd;
    },
    read(into) {
      const count = source.read(into);
      isAtEnd = count === 0;
      hasher?.update(into.subarray(0, count));
      bytes += count;
      return count;
    },
    finish: () => ({ hash: hasher === null ? null : `blake3:${hasher.digest()}`, bytes }),
  };
}

function blake3Of(newHasher: NewHasher): Hasher | null {
  try {
    return newHasher('blake3');
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
