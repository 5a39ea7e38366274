import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openOciStore } from '#store/oci/store';
import type { BlobFile, RemoteStore } from '#store/store';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { type Effect, type FaultProxy, type Passing, startFaultProxy } from '../servers/fault-proxy.ts';
import { noRegistry, type Registry, startRegistry } from '../set-up/registry.ts';
import { type SamplePack, samplePack, THERE } from './sample-pack.ts';

const SMALL = 300_000;
const CHUNK = 1 << 20;
const LARGE = CHUNK + 500_000;

describe.skipIf(noRegistry !== undefined)('an OCI store over a bad connection', () => {
  const scratch = scratchFolder('oci-faults');
  const options = { env: {}, home: '/nobody', plainHttp: false, idleMs: 1000, chunkBytes: CHUNK, retryPolicy: { pause: async () => {} } };
  let registry: Registry;
  let proxy: FaultProxy;
  /** Through the proxy. */
  let store: RemoteStore;
  /** Past it. */
  let direct: RemoteStore;

  beforeAll(async () => {
    registry = await startRegistry();
    proxy = await startFaultProxy(registry.origin);
    store = openOciStore(`oci://${proxy.host}/evidence`, options);
    direct = openOciStore(registry.url, options);
  });
  afterEach(() => proxy.clear());
  afterAll(async () => {
    store?.close();
    direct?.close();
    await proxy?.stop();
    await registry?.stop();
  });

  const packOf = (size: number): SamplePack => samplePack(mkdtempSync(join(scratch, 'pack-')), { a: randomBytes(size) });
  const fileOf = (size: number): BlobFile => packOf(size).files[0] as BlobFile;
  const newPath = (): string => join(mkdtempSync(join(scratch, 'got-')), 'file');

  async function isWhole({ digest, size, file }: BlobFile): Promise<boolean> {
    if (!(await direct.has({ digest, size }))) return false;
    const back = newPath();
    await direct.get({ digest, file: back });
    return readFileSync(back).equals(readFileSync(file));
  }

  const of =
    (...methods: readonly string[]) =>
    ({ method }: Passing): boolean =>
      methods.includes(method);

  const sending: readonly [string, string, Effect][] = [
    ['POST', 'a 500', { kind: 'status', status: 500 }],
    ['POST', 'a 503', { kind: 'status', status: 503, headers: { 'retry-after': '1' } }],
    ['POST', 'a 429', { kind: 'status', status: 429 }],
    ['POST', 'an answer that is lost', { kind: 'lose-response' }],
    ['POST', 'a server that is silent', { kind: 'delay', ms: 2500 }],
    ['PUT', 'a 502', { kind: 'status', status: 502 }],
    ['PUT', 'a session that the server has forgotten', { kind: 'status', status: 404 }],
    ['PUT', 'a connection dropped at once', { kind: 'drop-request', after: 0 }],
    ['PUT', 'a connection dropped midway', { kind: 'drop-request', after: 100_000 }],
    ['PUT', 'an answer that is lost', { kind: 'lose-response' }],
    ['PUT', 'a bit that changed on the way', { kind: 'flip-request', at: 1000 }],
    ['PUT', 'another digest', { kind: 'status', status: 201, headers: { 'docker-content-digest': 'sha256:00' } }],
    ['PUT', 'no digest', { kind: 'status', status: 201, headers: { 'docker-content-digest': 'x'.repeat(5000) } }],
  ];

  it.each(sending)('put() tries again after %s met %s', async (method, _, effect) => {
    const file = fileOf(SMALL);
    proxy.inject({ ...effect, times: 1, when: of(method) });
    await store.put(file);
    expect(proxy.requests.filter(of(method)).length + proxy.requests.filter(of('HEAD')).length).toBeGreaterThan(1);
    expect(await isWhole(file)).toBe(true);
  });

  it.each(sending.filter(([, , { kind }]) => kind !== 'lose-response' && kind !== 'delay'))(
    'put() refuses, and nothing is stored, when every %s meets %s',
    async (method, _, effect) => {
      const file = fileOf(SMALL);
      proxy.inject({ ...effect, when: of(method) });
      await expect(store.put(file)).toRefuse('E_IO', { action: method, url: expect.stringContaining(proxy.origin) });
      expect(THERE).not.toContain(await direct.has(file));
    },
  );

  it('put() finds out that the registry has what it never confirmed', async () => {
    const file = fileOf(SMALL);
    proxy.inject({ kind: 'lose-response', when: of('PUT') });
    await store.put(file);
    expect(await isWhole(file)).toBe(true);
  });

  const chunks: readonly [string, Effect, string][] = [
    ['a chunk met a 503', { kind: 'status', status: 503 }, 'PATCH'],
    ['a chunk was dropped midway', { kind: 'drop-request', after: 400_000 }, 'PATCH'],
    ['the answer to a chunk was lost', { kind: 'lose-response' }, 'PATCH'],
    ['a chunk met a session that was forgotten', { kind: 'status', status: 404 }, 'PATCH'],
    ['a chunk met an end that is elsewhere', { kind: 'status', status: 416 }, 'PATCH'],
    ['a bit of a chunk changed on the way', { kind: 'flip-request', at: 100_000 }, 'PATCH'],
    ['the answer to the last request was lost', { kind: 'lose-response' }, 'PUT'],
    ['the last request met a 500', { kind: 'status', status: 500 }, 'PUT'],
  ];

  it.each(chunks)('put() of a long file goes on, or begins again, after %s', async (_, effect, method) => {
    const file = fileOf(LARGE);
    let seen = 0;
    proxy.inject({ ...effect, times: 1, when: (request) => of(method)(request) && (method === 'PUT' || ++seen === 2) });
    await store.put(file);
    expect(await isWhole(file)).toBe(true);
  });

  it.each<[string, Effect]>([
    ['is dropped', { kind: 'drop-request', after: 400_000 }],
    ['changes a bit', { kind: 'flip-request', at: 500_000 }],
  ])('put() of a long file refuses, and nothing is stored, when every chunk %s', async (_, effect) => {
    const file = fileOf(LARGE);
    proxy.inject({ ...effect, when: of('PATCH') });
    await expect(store.put(file)).toRefuse('E_IO');
    expect(THERE).not.toContain(await direct.has(file));
  });

  const receiving: readonly [string, Effect, string][] = [
    ['a 500', { kind: 'status', status: 500 }, 'E_IO'],
    ['a body dropped midway', { kind: 'drop-response', after: 100_000 }, 'E_IO'],
    ['a body dropped at its beginning', { kind: 'drop-response', after: 0 }, 'E_IO'],
    ['no answer', { kind: 'lose-response' }, 'E_IO'],
    ['a changed first byte', { kind: 'flip-response', at: 0 }, 'E_BAD_PACK'],
    ['a changed last byte', { kind: 'flip-response', at: SMALL - 1 }, 'E_BAD_PACK'],
    ['a length that is one too short', { kind: 'lie', by: -1 }, 'E_BAD_PACK'],
    ['a length that is one too long', { kind: 'lie', by: 1 }, 'E_IO'],
    ['a length that is much too long', { kind: 'lie', by: 1_000_000_000 }, 'E_IO'],
    ['another body', { kind: 'status', status: 200, body: 'something else' }, 'E_BAD_PACK'],
    ['no body', { kind: 'status', status: 200 }, 'E_BAD_PACK'],
  ];

  it.each(receiving)('get() tries again after %s, and refuses it every time', async (_, effect, code) => {
    const { digest, ...file } = fileOf(SMALL);
    await direct.put({ digest, ...file });
    proxy.inject({ ...effect, times: 2, when: of('GET') });
    const [got, never] = [newPath(), newPath()];
    expect(await store.get({ digest, file: got })).toBe(SMALL);
    expect(readFileSync(got).equals(readFileSync(file.file))).toBe(true);
    expect(proxy.requests.filter(of('GET'))).toHaveLength(3);
    proxy.inject({ ...effect, when: of('GET') });
    await expect(store.get({ digest, file: never })).toRefuse(code);
    expect(existsSync(never)).toBe(false);
  });

  const documents: readonly [string, Effect][] = [
    ['a 500', { kind: 'status', status: 500 }],
    ['a body dropped midway', { kind: 'drop-response', after: 20 }],
    ['no answer', { kind: 'lose-response' }],
    ['a length that is too long', { kind: 'lie', by: 5 }],
  ];

  it.each(documents)('manifest() and list() try again after %s', async (_, effect) => {
    const pack = packOf(100);
    for (const file of pack.files) await direct.put(file);
    await direct.publish(pack);
    for (const path of ['/manifests/', '/blobs/', '/tags/'])
      proxy.inject({ ...effect, times: 1, when: (request) => request.path.includes(path) });
    expect(Buffer.from(await store.manifest(pack.packId)).equals(pack.manifest)).toBe(true);
    expect(await store.list()).toContain(pack.packId);
    expect(proxy.requests).toHaveLength(6);
  });

  it.each<[string, string, Effect]>([
    ['the config has a changed byte', '/blobs/', { kind: 'flip-response', at: 30 }],
    ['the config is cut, with a length that fits', '/blobs/', { kind: 'lie', by: -1 }],
    ['the config is gone', '/blobs/', { kind: 'status', status: 404 }],
    ['the image manifest is cut, with a length that fits', '/manifests/', { kind: 'lie', by: -1 }],
    ['the image manifest is something else', '/manifests/', { kind: 'status', status: 200, body: '{"schemaVersion":2}' }],
    ['the image manifest is not JSON', '/manifests/', { kind: 'status', status: 200, body: '<html>' }],
  ])('manifest() refuses when %s', async (_, path, effect) => {
    const pack = packOf(100);
    for (const file of pack.files) await direct.put(file);
    await direct.publish(pack);
    proxy.inject({ ...effect, when: (request) => request.path.includes(path) });
    await expect(store.manifest(pack.packId)).rejects.toMatchObject({ code: expect.stringMatching(/^E_(IO|BAD_PACK)$/) });
  });

  it.each<[string, Effect]>([
    ['a 500', { kind: 'status', status: 500 }],
    ['a dropped connection', { kind: 'drop-request', after: 10 }],
    ['an answer that is lost', { kind: 'lose-response' }],
    ['a bit that changed on the way', { kind: 'flip-request', at: 150 }],
  ])('publish() tries again after %s', async (_, effect) => {
    const pack = packOf(100);
    for (const file of pack.files) await direct.put(file);
    proxy.inject({ ...effect, times: 1, when: ({ method, path }) => method === 'PUT' && path.includes('/manifests/') });
    expect(await store.publish(pack)).toBe('published');
    expect(Buffer.from(await direct.manifest(pack.packId)).equals(pack.manifest)).toBe(true);
  });

  it.each<[string, Effect]>([
    ['a bit changed on the way', { kind: 'flip-request', at: 150 }],
    ['every answer is 500', { kind: 'status', status: 500 }],
    ['another digest is confirmed', { kind: 'status', status: 201, headers: { 'docker-content-digest': `sha256:${'0'.repeat(64)}` } }],
  ])('publish() refuses when %s', async (_, effect) => {
    const pack = packOf(100);
    for (const file of pack.files) await direct.put(file);
    proxy.inject({ ...effect, when: ({ method, path }) => method === 'PUT' && path.includes('/manifests/') });
    await expect(store.publish(pack)).rejects.toMatchObject({ code: expect.stringMatching(/^E_(IO|BAD_PACK)$/) });
  });

  it('has() asks again where the length is not that of the blob, by sending it', async () => {
    const file = fileOf(1000);
    await direct.put(file);
    expect(THERE).not.toContain(await store.has({ ...file, size: 999 }));
    expect(THERE).toContain(await store.has(file));
  });

  it.each<[string, Record<string, string>, string]>([
    ['names no place', {}, 'has no location for the upload'],
    ['names a place that is none', { location: 'mailto:nobody' }, 'has no location for the upload'],
  ])('put() refuses a registry that %s for the upload', async (_, headers, message) => {
    proxy.inject({ kind: 'status', status: 202, headers, when: of('POST') });
    await expect(store.put(fileOf(10))).toRefuse('E_IO', {}, message);
  });

  it.each<[string, Record<string, string>, string]>([
    ['in a circle', { link: '</v2/evidence/tags/list?n=1000>; rel="next"' }, 'circle'],
    ['on another host', { link: '<http://evil.invalid/v2/>; rel="next"' }, 'elsewhere'],
  ])('list() refuses pages %s', async (_, headers, message) => {
    proxy.inject({ kind: 'status', status: 200, headers, body: '{"name":"evidence","tags":[]}' });
    await expect(store.list()).toRefuse('E_IO', {}, message);
  });
});
