/**
 * A store that is asked about one blob at a time, asked about several at once. The first failure stops what has not begun; what has begun is
 * waited for, and then the failure is thrown. A blob that is named twice is asked about and sent once.
 *
 *     const store = inParallel(openS3Store(url, options), 8)
 */
import type { Digest } from '#core/digest';
import type { RemoteStore, Store } from './store.ts';

export function inParallel(remote: RemoteStore, jobs: number): Store {
  return {
    url: remote.url,
    async present(blobs) {
      const present = new Set<Digest>();
      await eachOf(byDigest(blobs), jobs, async ([blob]) => {
        if (await remote.has(blob)) present.add(blob.digest);
      });
      return present;
    },
    async send(files, done) {
      await eachOf(byDigest(files), jobs, async (same) => {
        await remote.put(same[0]);
        same.forEach(done);
      });
    },
    async fetch(files, done) {
      await eachOf(files, jobs, async (wanted) => done(wanted, await remote.get(wanted)));
    },
    requireFits: (pack) => remote.requireFits?.(pack),
    publish: (pack) => remote.publish(pack),
    manifest: (packId, limit) => remote.manifest(packId, limit),
    list: () => remote.list(),
    close: () => remote.close(),
  };
}

function byDigest<T extends { readonly digest: Digest }>(blobs: readonly T[]): readonly (readonly [T, ...T[]])[] {
  const groups = new Map<Digest, [T, ...T[]]>();
  for (const blob of blobs) {
    const group = groups.get(blob.digest);
    if (group === undefined) groups.set(blob.digest, [blob]);
    else group.push(blob);
  }
  return [...groups.values()];
}

async function eachOf<T>(items: readonly T[], jobs: number, act: (item: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  let at = 0;
  const worker = async (): Promise<void> => {
    while (failures.length === 0 && at < items.length) {
      try {
        await act(items[at++] as T);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(Math.max(1, jobs), items.length) }, worker));
  if (failures.length > 0) throw failures[0];
}
