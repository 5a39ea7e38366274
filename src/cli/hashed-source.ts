/** A source that remembers BLAKE3 and length of all that was read through it, as the ledger records a file argument (W3). */
import type { ByteSource, NewHasher } from '#core/ports';

export interface HashedSource extends ByteSource {
  /** The source has said that there is no more. */
  readonly isAtEnd: boolean;
  finish(): { readonly hash: string; readonly bytes: number };
}

export function hashedSource(source: ByteSource, newHasher: NewHasher): HashedSource {
  const hasher = newHasher('blake3');
  let bytes = 0;
  let isAtEnd = false;
  return {
    get isAtEnd() {
      return isAtEnd;
    },
    read(into) {
      const count = source.read(into);
      isAtEnd = count === 0;
      hasher.update(into.subarray(0, count));
      bytes += count;
      return count;
    },
    finish: () => ({ hash: `blake3:${hasher.digest()}`, bytes }),
  };
}
