/**
 * Several threads hash many files; the answers are delivered in the order of the questions. The calling thread is one of them: it hashes
 * files while the oldest answers are not ready. Other threads start when there is enough work (starting a thread costs about as much as
 * hashing 2,000 small files).
 *
 *     hashFiles(nextQuestion, { threads: 2 }, (item, answer) => …)
 */

import { interruptible } from '#threads/interruptible';
import { type Inspectors, NO_INSPECTORS } from './inspectors.ts';
import { type Deliver, HashRun, type NextHashItem } from './pool-run.ts';
import { PoolThreads } from './pool-threads.ts';
import { newRing } from './ring.ts';

export type { Deliver, HashItem, NextHashItem } from './pool-run.ts';
export type { Answer } from './ring.ts';

export interface PoolOptions {
  /**
   * How many threads hash at the same time, at least one. The default is one for each core, and up to twice that while they wait for the
   * disk.
   */
  readonly threads?: number | undefined;
  /** The real path of a folder that confined questions must not leave. */
  readonly confine?: string | null;
  /** What is found out about a file in addition to its hash. */
  readonly inspect?: Inspectors;
}

/** `start` starts the threads before there is work for them, where the caller knows that much work will come. */
export interface HashPool {
  start(): void;
  hash<T>(next: NextHashItem<T>, deliver: Deliver<T>): void;
  close(): void;
  /** For a closed pool: waits until the other threads have closed their files. */
  awaitRest(): void;
}

export function openHashPool(options: PoolOptions): HashPool {
  const ring = newRing(options.confine ?? null);
  const threads = new PoolThreads(ring, options.threads);
  const { inspect = NO_INSPECTORS } = options;
  return {
    start: () => threads.start(),
    hash: (next, deliver) => interruptible(() => new HashRun(next, { ring, threads, inspect }, deliver).run()),
    close: () => {
      threads.stop();
      ring.ahead.abandon();
    },
    awaitRest: () => ring.awaitRest(),
  };
}

export function hashFiles<T>(next: NextHashItem<T>, options: PoolOptions, deliver: Deliver<T>): void {
  withHashPool(options, (pool) => pool.hash(next, deliver));
}

export function withHashPool<R>(options: PoolOptions, use: (pool: HashPool) => R): R {
  const pool = openHashPool(options);
  try {
    return use(pool);
  } finally {
    pool.close();
  }
}
