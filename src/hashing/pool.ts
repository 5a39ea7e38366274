/**
 * Many files hashed by several threads, the answers handed over in the order of the questions. The calling thread is one of the
 * threads: while the oldest answers are not there yet it works itself. Other threads start when there is enough work to pay for
 * starting them (a thread costs about as much as hashing 2,000 small files).
 *
 *     hashFiles(nextQuestion, { threads: 2 }, (item, answer) => …)
 */

import { interruptible } from '#threads/interruptible';
import { type Inspectors, NO_INSPECTORS } from './inspectors.ts';
import { type Deliver, HashRun, type NextAsked } from './pool-run.ts';
import { HashCrew } from './pool-threads.ts';
import { newRing } from './ring.ts';

export type { Asked, Deliver, NextAsked } from './pool-run.ts';
export type { Answer } from './ring.ts';

export interface PoolOptions {
  /** Threads that hash at the same time, one at least; the default is one for each core, and up to twice that while they wait for the disk. */
  readonly threads?: number | undefined;
  /** The real path of a folder that confined questions must not leave. */
  readonly confine?: string | null;
  /** What is found out beside the hash. */
  readonly inspect?: Inspectors;
}

/** `start` wakes the threads before there is work for them, where much work is sure to come. */
export interface HashPool {
  start(): void;
  hash<T>(next: NextAsked<T>, deliver: Deliver<T>): void;
  close(): void;
  /** Once it is closed: until the other threads have let go of their files. */
  awaitRest(): void;
}

export function openHashPool(options: PoolOptions): HashPool {
  const ring = newRing(options.confine ?? null);
  const crew = new HashCrew(ring, options.threads);
  const { inspect = NO_INSPECTORS } = options;
  return {
    start: () => crew.gather(),
    hash: (next, deliver) => interruptible(() => new HashRun(next, { ring, crew, inspect }, deliver).run()),
    close: () => {
      crew.dismiss();
      ring.ahead.abandon();
    },
    awaitRest: () => ring.awaitRest(),
  };
}

export function hashFiles<T>(next: NextAsked<T>, options: PoolOptions, deliver: Deliver<T>): void {
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
