/** Seals as referrers, as other tools see them: the index for registries without the request, and what a registry may answer to it. */
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Digest, hexOf } from '#core/digest';
import { openOciStore } from '#store/oci/store';
import { inParallel } from '#store/parallel-store';
import { SEAL_LIMITS, type StoredSeal } from '#store/seals';
import type { Store } from '#store/store';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { type ReferrersRegistry, startReferrersRegistry } from '../servers/referrers-registry.ts';
import { noRegistry, type Registry, startRegistry } from '../set-up/registry.ts';
import { digestOfBytes, type SamplePack, samplePack } from './sample-pack.ts';

const INDEX = 'application/vnd.oci.image.index.v1+json';
const IMAGE = 'application/vnd.oci.image.manifest.v1+json';
const SEAL = 'application/vnd.custody.seal.v0+json';
const sealOf = (text: string): StoredSeal => ({ digest: digestOfBytes(Buffer.from(text)), bytes: Buffer.from(text) });

interface Index {
  readonly manifests: readonly {
    readonly mediaType: string;
    readonly digest: string;
    readonly size: number;
    readonly artifactType?: string;
  }[];
}

describe.skipIf(noRegistry !== undefined)('seals in registries', () => {
  const folder = scratchFolder('oci-seals');
  let registry: Registry;
  let newer: ReferrersRegistry;
  let serial = 0;
  let [pack, image, repository]: [SamplePack | undefined, Digest | undefined, string] = [undefined, undefined, ''];

  beforeAll(async () => {
    registry = await startRegistry();
    newer = await startReferrersRegistry(registry.origin);
  });
  afterAll(async () => {
    await newer?.stop();
    await registry?.stop();
  });
  beforeEach(async () => {
    repository = `evidence${serial++}`;
    pack = samplePack(join(folder, repository), { a: repository });
    const store = opened();
    await store.send(pack.files, () => {});
    await store.publish(pack);
    image = store.imageDigest?.(pack);
    newer.requests.length = 0;
    newer.answer = undefined;
  });

  const opened = (host = registry.host, name = repository): Store => {
    const retryPolicy = { pause: async () => {} };
    return inParallel(openOciStore(`oci://${host}/${name}`, { env: {}, home: folder, plainHttp: false, retryPolicy }), 8);
  };
  const packId = (): Digest => (pack as SamplePack).packId;
  const indexTag = (): string => `sha256-${hexOf(image as Digest)}`;
  const at = (reference: string, name = repository): string => `${registry.origin}/v2/${name}/manifests/${reference}`;
  const put = async (reference: string, body: string, type: string, name = repository): Promise<number> =>
    (await fetch(at(reference, name), { method: 'PUT', body, headers: { 'content-type': type } })).status;
  const index = async (): Promise<Index> => (await fetch(at(indexTag()), { headers: { accept: INDEX } })).json() as Promise<Index>;
  const textsIn = async (store: Store): Promise<readonly string[]> =>
    (await store.seals.read(packId(), SEAL_LIMITS)).seals.map(({ bytes }) => Buffer.from(bytes).toString()).sort();

  it('the index of a registry without the request lists each seal as a referrer of the image', async () => {
    await opened().seals.add(packId(), [sealOf('first'), sealOf('second')]);
    const { manifests } = await index();
    expect(manifests.map(({ mediaType, artifactType }) => [mediaType, artifactType])).toEqual([
      [IMAGE, SEAL],
      [IMAGE, SEAL],
    ]);
    for (const { digest, size } of manifests) {
      const bytes = Buffer.from(await (await fetch(at(digest), { headers: { accept: IMAGE } })).arrayBuffer());
      const { subject, layers } = JSON.parse(bytes.toString());
      expect([digestOfBytes(bytes), bytes.length, subject.digest, layers.length]).toEqual([digest, size, image, 1]);
    }
  });

  it('what other tools listed in the index stays there', async () => {
    const other = JSON.stringify({ schemaVersion: 2, mediaType: IMAGE, config: empty(), layers: [], artifactType: 'text/x-other' });
    await opened().seals.add(packId(), [sealOf('first')]);
    expect(await put(digestOfBytes(Buffer.from(other)), other, IMAGE)).toBe(201);
    const listed = { mediaType: IMAGE, digest: digestOfBytes(Buffer.from(other)), size: other.length, artifactType: 'text/x-other' };
    const before = await index();
    await put(indexTag(), JSON.stringify({ ...before, manifests: [listed, ...before.manifests], annotations: { by: 'others' } }), INDEX);
    await opened().seals.add(packId(), [sealOf('second')]);
    const after = await index();
    expect(after).toMatchObject({ annotations: { by: 'others' }, manifests: [listed, { artifactType: SEAL }, { artifactType: SEAL }] });
    expect(await textsIn(opened())).toEqual(['first', 'second']);
  });

  it('a seal that another writer lost from the index is still found, and the next push lists it again', async () => {
    await opened().seals.add(packId(), [sealOf('kept'), sealOf('lost')]);
    const { manifests, ...rest } = await index();
    await put(indexTag(), JSON.stringify({ ...rest, manifests: manifests.slice(0, 1) }), INDEX);
    expect(await textsIn(opened())).toEqual(['kept', 'lost']);
    expect(await opened().seals.add(packId(), [sealOf('kept')])).toBe(0);
    expect((await index()).manifests).toHaveLength(2);
  });

  it('something else under the tag of the index is not replaced, and hides no seal', async () => {
    await opened().seals.add(packId(), [sealOf('first')]);
    const other = JSON.stringify({ schemaVersion: 2, mediaType: IMAGE, config: empty(), layers: [] });
    expect(await put(indexTag(), other, IMAGE)).toBe(201);
    expect(await textsIn(opened())).toEqual(['first']);
    await expect(opened().seals.add(packId(), [sealOf('second')])).rejects.toMatchObject({ code: 'E_BAD_STORE' });
    expect(await textsIn(opened())).toEqual(['first', 'second']);
    expect(await (await fetch(at(indexTag()), { headers: { accept: IMAGE } })).text()).toBe(other);
  });

  it('seals that another tool copied with the index alone are found', async () => {
    await opened().seals.add(packId(), [sealOf('copied')]);
    const name = `${repository}-copy`;
    const store = opened(registry.host, name);
    await store.send((pack as SamplePack).files, () => {});
    await store.publish(pack as SamplePack);
    const { manifests } = await index();
    const { digest } = manifests[0] as { digest: string };
    const bytes = await (await fetch(at(digest), { headers: { accept: IMAGE } })).text();
    for (const blob of [sealOf('copied'), sealOf('{}')]) {
      const query = `mount=${blob.digest}&from=${repository}`;
      expect((await fetch(`${registry.origin}/v2/${name}/blobs/uploads/?${query}`, { method: 'POST' })).status).toBe(201);
    }
    expect(await put(digest, bytes, IMAGE, name)).toBe(201);
    expect(await put(indexTag(), JSON.stringify(await index()), INDEX, name)).toBe(201);
    expect(await textsIn(opened(registry.host, name))).toEqual(['copied']);
  });

  it('a registry that lists referrers gets neither an index nor tags', async () => {
    const store = opened(newer.host);
    expect(await store.seals.add(packId(), [sealOf('first'), sealOf('second')])).toBe(2);
    expect(await store.seals.add(packId(), [sealOf('first')])).toBe(0);
    expect(await textsIn(opened(newer.host))).toEqual(['first', 'second']);
    const written = newer.requests.filter((request) => request.startsWith('PUT') && request.includes('/manifests/'));
    expect(written.every((request) => /\/manifests\/sha256:[0-9a-f]{64}$/.test(request))).toBe(true);
    expect((await fetch(at(indexTag()))).status).toBe(404);
  });

  const page = (manifests: readonly object[]) => (outgoing: ServerResponse) =>
    void outgoing.writeHead(200, { 'content-type': INDEX }).end(JSON.stringify({ schemaVersion: 2, mediaType: INDEX, manifests }));

  it.each<[string, (outgoing: ServerResponse) => void]>([
    ['a page for people', (outgoing) => void outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
    ['404', (outgoing) => void outgoing.writeHead(404).end()],
    ['405', (outgoing) => void outgoing.writeHead(405).end()],
    ['400', (outgoing) => void outgoing.writeHead(400).end('{"errors":[{"code":"UNSUPPORTED"}]}')],
  ])('a registry that answers the request with %s is asked for the index', async (_, answer) => {
    await opened().seals.add(packId(), [sealOf('in the index')]);
    newer.answer = answer;
    expect(await textsIn(opened(newer.host))).toEqual(['in the index']);
  });

  it('a registry that lists what is not there, too much, or something else gives no seal', async () => {
    const listed = (digest: string, artifactType = SEAL): object => ({ mediaType: IMAGE, digest, size: 10, artifactType });
    const store = opened(newer.host);
    newer.answer = page([
      listed(`sha256:${'0'.repeat(64)}`),
      listed(image as string),
      listed('no digest'),
      listed(image as string, 'other'),
    ]);
    expect(await store.seals.read(packId(), SEAL_LIMITS)).toEqual({
      seals: [],
      damaged: [{ digest: image, found: 'an image that is no seal' }],
      unread: 0,
    });
    const many = Array.from({ length: SEAL_LIMITS.count + 50 }, (_, n) => listed(`sha256:${n.toString(16).padStart(64, '0')}`));
    newer.answer = page(many);
    expect(await store.seals.read(packId(), { count: 5, bytes: 1000 })).toEqual({ seals: [], damaged: [], unread: many.length - 5 });
    newer.answer = (outgoing) => void outgoing.writeHead(403).end();
    await expect(store.seals.read(packId(), SEAL_LIMITS)).rejects.toMatchObject({ code: 'E_IO' });
  });
});

function empty(): object {
  return { mediaType: 'application/vnd.oci.empty.v1+json', digest: digestOfBytes(Buffer.from('{}')), size: 2 };
}
