/**
 * One pool of hashing threads for many small packs: opening a pool takes longer than hashing a few files. It is opened when the first pack
 * needs it, and opened anew after a pack that was refused in the middle.
 *
 *     const pools = lentPool();
 *     pools.use(() => openHashPool({ inspect: PACK_INSPECTORS }), (pool) => …);
 *     pools.close();
 */
import type { HashPool } from '#hashing/pool';

export interface LentPool {
  use<T>(open: () => HashPool, act: (pool: HashPool) => T): T;
  close(): void;
}

export function lentPool(): LentPool {
  let pool: HashPool | null = null;
  const close = (): void => {
    pool?.close();
    pool = null;
  };
  return {
    use(open, act) {
      pool ??= open();
      try {
        return act(pool);
      } catch (error) {
        close();
        throw error;
      }
    },
    close,
  };
}
