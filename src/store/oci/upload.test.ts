import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { type ResumingRegistry, startResumingRegistry } from '../../../tests/servers/resuming-registry.ts';
import type { BlobFile } from '../store.ts';
import { openOciStore } from './store.ts';

const folder = scratchFolder('oci-upload');
const running: ResumingRegistry[] = [];
afterAll(() => Promise.all(running.map(({ stop }) => stop())));

const KIB = 1 << 10;
const bytes = randomBytes(70 * KIB);
const blob: BlobFile = {
  digest: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
  size: bytes.length,
  file: join(folder, 'blob'),
};
writeFileSync(blob.file, bytes);

async function started(options = {}) {
  const registry = await startResumingRegistry(options);
  running.push(registry);
  const store = openOciStore(`oci://${registry.host}/evidence`, {
    env: {},
    home: '/nobody',
    plainHttp: false,
    chunkBytes: 64 * KIB,
    retryPolicy: { pause: async () => {} },
  });
  return { registry, store };
}

describe('put() of a long file to a registry that keeps half a chunk', () => {
  it('continues where the registry stopped', async () => {
    const { registry, store } = await started();
    registry.dropAfter = 10 * KIB;
    await store.put(blob);
    expect(registry.asked).toEqual(['POST', `PATCH 0-${64 * KIB - 1}`, 'GET', `PATCH ${10 * KIB}-${70 * KIB - 1}`, 'PUT']);
    expect(registry.blobs.get(blob.digest)?.equals(bytes)).toBe(true);
    store.close();
  });

  it('begins again where the registry received nothing', async () => {
    const { registry, store } = await started();
    registry.dropAfter = 0;
    await store.put(blob);
    expect(registry.asked.slice(0, 5)).toEqual(['POST', `PATCH 0-${64 * KIB - 1}`, 'GET', 'POST', `PATCH 0-${64 * KIB - 1}`]);
    expect(registry.blobs.get(blob.digest)?.equals(bytes)).toBe(true);
    store.close();
  });

  it('continues where the registry accepted only a part of a chunk', async () => {
    const { registry, store } = await started();
    registry.keepOnly = 20 * KIB;
    await store.put(blob);
    expect(registry.asked).toEqual(['POST', `PATCH 0-${64 * KIB - 1}`, 'GET', `PATCH ${20 * KIB}-${70 * KIB - 1}`, 'PUT']);
    expect(registry.blobs.get(blob.digest)?.equals(bytes)).toBe(true);
    store.close();
  });

  it('sends chunks no shorter than the registry requires', async () => {
    const { registry, store } = await started({ leastChunk: 66 * KIB });
    await store.put(blob);
    expect(registry.asked).toEqual(['POST', `PATCH 0-${66 * KIB - 1}`, `PATCH ${66 * KIB}-${70 * KIB - 1}`, 'PUT']);
    expect(registry.blobs.get(blob.digest)?.equals(bytes)).toBe(true);
    store.close();
  });

  it('refuses a file that changes while it is sent, and nothing is stored', async () => {
    const { registry, store } = await started();
    const file = join(folder, 'changing');
    const other = Buffer.from(bytes);
    other.writeUInt8(other.readUInt8(69 * KIB) ^ 1, 69 * KIB);
    writeFileSync(file, other);
    await expect(store.put({ ...blob, file })).toRefuse('E_BAD_PACK', { path: file, expected: blob.digest });
    expect(registry.blobs.size).toBe(0);
    store.close();
  });
});
