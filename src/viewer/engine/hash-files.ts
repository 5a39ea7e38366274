/**
 * Hashes files in workers, several at the same time. Memory is bounded: a worker has one file of at most 16 MiB, or four pieces of a longer one.
 *
 *     const hashers = newHashers(code);
 *     await hashFiles(planned, (path) => files.get(path), { hashed: (planned, hex) => …, bytes: (count) => …, hashers });
 */
import type { PlannedHash } from '../node/hashed-before.ts';
import { hashFile } from './hash-bytes.ts';
import { HASHER } from './hash-messages.ts';
import { type Hasher, newHasher } from './hasher.ts';

/** The number of workers, also on two processors: a worker waits about as long for the browser, which reads, as it hashes. */
const WORKERS = 4;

export interface Watcher {
  hashed(planned: PlannedHash, hex: string): void;
  /** Receives the number of bytes that were hashed since the last call. */
  bytes(count: number): void;
}

/** Gives no hash for a file that cannot be read any more: the judging will report it. It ends the hashers before it returns. */
export async function hashFiles(
  planned: readonly PlannedHash[],
  fileAt: (path: string) => Blob | undefined,
  { hashed, bytes, hashers }: Watcher & { readonly hashers: readonly Hasher[] },
): Promise<void> {
  const rest = planned.values();
  const work = async (hasher: Hasher): Promise<void> => {
    for (const each of rest) {
      const file = fileAt(each.path);
      const hex = file === undefined ? null : await hasher.hash(file, each.algorithm, bytes);
      if (hex !== null) hashed(each, hex);
    }
  };
  await Promise.all(hashers.map(work));
  for (const { end } of hashers) end();
}

export function newHashers(code: Blob): readonly Hasher[] {
  const url = URL.createObjectURL(code);
  return Array.from({ length: WORKERS }, () => newHasher(new Worker(url, { name: HASHER })));
}

export const inThisThread: Hasher = {
  async hash(file, algorithm, bytes) {
    const hex = await hashFile(file, algorithm).catch(() => null);
    bytes(file.size);
    return hex;
  },
  end() {},
};
