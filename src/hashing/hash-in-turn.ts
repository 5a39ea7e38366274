/**
 * BLAKE3 for millions of short texts, one after the other: a single native hasher, begun anew each time. Native objects are
 * given back only when the event loop turns, so a hasher for each line of a long ledger would fill the memory.
 */
import type { NewHasher } from '#core/ports';
import { newBlake3, newHasher } from './hashers.ts';

/** A hasher it gives is spent as soon as the next one is asked for. */
export function hashInTurn(): NewHasher {
  const native = newBlake3();
  return (algorithm) => {
    if (algorithm !== 'blake3') return newHasher(algorithm);
    native.reset();
    return { update: (bytes) => void native.update(bytes), digest: () => native.digest('hex') };
  };
}
