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
  const chunk = (start: number, end: number): string => `PATCH ${start * KIB}-${end * KIB - 1}`;

  it.each<[what: string, how: Partial<ResumingRegistry>, asked: readonly string[], least?: number]>([
    ['continues where the registry stopped', { dropAfter: 10 * KIB }, ['POST', chunk(0, 64), 'GET', chunk(10, 70), 'PUT']],
    ['begins again where the registry received nothing', { dropAfter: 0 }, ['POST', chunk(0, 64), 'GET', 'POST', chunk(0, 64)]],
    [
      'continues where the registry accepted only a part of a chunk',
      { keepOnly: 20 * KIB },
      ['POST', chunk(0, 64), 'GET', chunk(20, 70), 'PUT'],
    ],
    ['sends chunks no shorter than the registry requires', {}, ['POST', chunk(0, 66), chunk(66, 70), 'PUT'], 66 * KIB],
  ])('%s', async (_, how, asked, leastChunk) => {
    const { registry, store } = await started(leastChunk === undefined ? {} : { leastChunk });
    Object.assign(registry, how);
    await store.put(blob);
    expect(registry.asked.slice(0, how.dropAfter === 0 ? 5 : undefined)).toEqual(asked);
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
