/** `hashing/pool` in a browser: one thread, which takes the hashes that were computed before (`hashed-before.ts`). */
import { ANY_SIZE, FileHasher, type FileQuestion, HASHED, PROVEN_BY_HASH } from '#hashing/hash-file';
import type { Answer, Deliver, HashPool, NextHashItem, PoolOptions } from '#hashing/pool';
import { statSync } from './fs.ts';
import { addToPlan, hashedBefore } from './hashed-before.ts';

export type { Answer, Deliver, HashItem, HashPool, NextHashItem, PoolOptions } from '#hashing/pool';

export function openHashPool({ inspect }: PoolOptions): HashPool {
  const hasher = new FileHasher(undefined, inspect);
  return {
    start() {},
    hash<T>(next: NextHashItem<T>, deliver: Deliver<T>): void {
      for (let at = next(); at !== undefined; at = next()) {
        const { item, question } = at;
        deliver(item, question === null ? null : ask(hasher, question), () => question as FileQuestion);
      }
    },
    close() {},
    awaitRest() {},
  };
}

/** A document that is also held to its schema is read again; it is short. */
function ask(hasher: FileHasher, question: FileQuestion): Answer {
  const { path, algorithm, expectedSize, version, copy } = question;
  const size = fileSize(path);
  const isLeft = size !== null && (version ?? null) === null && copy === undefined && isExpected(size, expectedSize);
  if (isLeft) {
    const known = hashedBefore(path, algorithm);
    if (known?.size === size) return { status: HASHED, size, errno: 0, hex: known.hex };
    if (addToPlan({ path, algorithm, size })) return { status: HASHED, size, errno: 0, hex: NO_HASH };
  }
  const status = hasher.ask(question);
  const { errno, hex, keepsSchema, copied } = hasher;
  return { status, size: hasher.size, errno, hex, keepsSchema, copied };
}

/** The verdict of a plan is not used. */
const NO_HASH = '0'.repeat(64);

/** Null for what is no file, or not there. */
function fileSize(path: string): number | null {
  try {
    const found = statSync(path);
    return found?.isFile() === true ? Number(found.size) : null;
  } catch {
    return null;
  }
}

function isExpected(size: number, expected: number): boolean {
  return expected === ANY_SIZE || expected === PROVEN_BY_HASH || expected === size;
}

export function hashFiles<T>(next: NextHashItem<T>, options: PoolOptions, deliver: Deliver<T>): void {
  openHashPool(options).hash(next, deliver);
}

export function withHashPool<R>(options: PoolOptions, use: (pool: HashPool) => R): R {
  return use(openHashPool(options));
}
