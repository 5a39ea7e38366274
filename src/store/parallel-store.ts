/**
 * Turns a store that handles one blob at a time into one that handles several at once. After the first failure no new blob is started; the
 * started ones are awaited, and then the failure is thrown. A duplicate blob is handled once.
 *
 *     const store = inParallel(openS3Store(url, options), 8)
 */
import type { Digest } from '#core/digest';
import type { Check, ReadBlob, RemoteStore, Store } from './store.ts';

export function inParallel(remote: RemoteStore, jobs: number): Store {
  return {
    url: remote.url,
    async present(blobs, { reading } = { reading: false }) {
      const checked = new Map<Digest, Check>();
      const damaged = new Set<Digest>();
      await eachOf(byDigest(blobs), jobs, async ([blob]) => {
        const found = reading ? readAs(await remote.readOne(blob.digest)) : await remote.has(blob);
        if (found === 'damaged') damaged.add(blob.digest);
        else if (found !== undefined) checked.set(blob.digest, found);
      });
      return { checked, damaged };
    },
    async read(digests, done, sizeOf) {
      await eachOf(digests, jobs, async (digest) => done(digest, await remote.readOne(digest, sizeOf?.(digest))));
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
    sizes: () => remote.sizes(),
    documents: remote.documents,
    seals: remote.seals,
    ...(remote.imageDigest === undefined ? {} : { imageDigest: remote.imageDigest }),
    ...(remote.maintenance === undefined ? {} : { maintenance: remote.maintenance }),
    close: () => remote.close(),
  };
}

export function readAs({ kind }: ReadBlob): 'reading' | 'damaged' | undefined {
  if (kind === 'missing') return undefined;
  return kind === 'sound' ? 'reading' : 'damaged';
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

/** Several at once; after the first failure no new item is started. */
export async function eachOf<T>(items: readonly T[], jobs: number, act: (item: T) => Promise<void>): Promise<void> {
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
