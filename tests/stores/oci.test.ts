import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openOciStore } from '#store/oci/store';
import type { RemoteStore } from '#store/store';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { type FaultProxy, startFaultProxy } from '../servers/fault-proxy.ts';
import { debianProgram } from '../set-up/debian-programs.ts';
import { noRegistry, type Registry, startRegistry } from '../set-up/registry.ts';
import { digestOfBytes, type Members, type SamplePack, samplePack } from './sample-pack.ts';

const options = { env: {}, home: '/nobody', plainHttp: false, retryPolicy: { pause: async () => {} } };
const IMAGE_TYPE = 'application/vnd.oci.image.manifest.v1+json';

describe.skipIf(noRegistry !== undefined)('openOciStore()', () => {
  const scratch = scratchFolder('oci');
  let registry: Registry;
  let proxy: FaultProxy;
  let store: RemoteStore;

  beforeAll(async () => {
    registry = await startRegistry();
    proxy = await startFaultProxy(registry.origin);
    store = openOciStore(`oci://${proxy.host}/acme/evidence`, options);
  });
  afterAll(async () => {
    store?.close();
    await proxy?.stop();
    await registry?.stop();
  });

  const packOf = (members: Members): SamplePack =>
    samplePack(mkdtempSync(join(scratch, 'pack-')), members, mkdtempSync(join(scratch, 'note-')));

  async function push(pack: SamplePack, to = store): Promise<'published' | 'present'> {
    for (const file of pack.files) if (!(await to.has(file))) await to.put(file);
    return to.publish(pack);
  }

  const imageUrl = (repository: string, tag: string): string => `${registry.origin}/v2/${repository}/manifests/${tag}`;
  const tagOf = ({ packId }: SamplePack): string => `pack-${packId.slice(7)}`;
  const rawImage = async (repository: string, tag: string): Promise<string> =>
    (await fetch(imageUrl(repository, tag), { headers: { accept: IMAGE_TYPE } })).text();
  const putImage = async (repository: string, tag: string, body: string): Promise<number> =>
    (await fetch(imageUrl(repository, tag), { method: 'PUT', body, headers: { 'content-type': IMAGE_TYPE } })).status;

  it('sends nothing of a pack that is there', async () => {
    const pack = packOf({ 'a.csv': 'a', 'reports/b.json': '{}' });
    expect(await push(pack)).toBe('published');
    proxy.clear();
    expect(await push(pack)).toBe('present');
    expect(proxy.requests.map(({ method }) => method)).toEqual(['HEAD', 'HEAD', 'GET']);
  });

  it('writes the image manifest last', async () => {
    const pack = packOf({ a: 'last of all' });
    proxy.clear();
    await push(pack);
    const written = proxy.requests.filter(({ method }) => method === 'PUT').map(({ path }) => path.replace(/\?.*/, ''));
    expect(written.at(-1)).toBe(`/v2/acme/evidence/manifests/${tagOf(pack)}`);
    expect(written).toHaveLength(3);
  });

  it('sends 66 MiB in chunks and gets them back', async () => {
    const bytes = randomBytes(66 << 20);
    const pack = packOf({ 'large.bin': bytes });
    proxy.clear();
    await push(pack);
    const chunks = proxy.requests.filter(({ method }) => method === 'PATCH').map(({ headers }) => headers['content-range']);
    expect(chunks).toEqual([`0-${(64 << 20) - 1}`, `${64 << 20}-${(66 << 20) - 1}`]);
    const file = join(scratch, 'large.back');
    expect(await store.get({ digest: digestOfBytes(bytes), file })).toBe(bytes.length);
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  it('lists packs, and no other tags', async () => {
    const other = openOciStore(`oci://${proxy.host}/acme/listed`, options);
    const packs = Array.from({ length: 5 }, (_, number) => packOf({ a: `listed ${number}` }));
    for (const pack of packs) await push(pack, other);
    const image = await rawImage('acme/listed', tagOf(packs[0] as SamplePack));
    for (const tag of ['latest', `pack-${'A'.repeat(64)}`, `pack-${'a'.repeat(63)}`]) {
      expect(await putImage('acme/listed', tag, image)).toBe(201);
    }
    expect(await other.list()).toEqual(packs.map(({ packId }) => packId).sort());
    other.close();
  });

  it('lists nothing where nobody has pushed', async () => {
    const other = openOciStore(`oci://${proxy.host}/nobody/was/here`, options);
    expect(await other.list()).toEqual([]);
    other.close();
  });

  it('gives the same image manifest for the same pack, whoever pushes it', async () => {
    const pack = packOf({ b: 'same', a: 'same too', 'c/ö "quoted"': '' });
    const other = openOciStore(`oci://${registry.host}/elsewhere`, options);
    await push(pack);
    await push(pack, other);
    other.close();
    const image = await rawImage('elsewhere', tagOf(pack));
    expect(image).toBe(await rawImage('acme/evidence', tagOf(pack)));
    const config = createHash('sha256').update(pack.manifest).digest('hex');
    expect(JSON.parse(image)).toEqual({
      schemaVersion: 2,
      mediaType: IMAGE_TYPE,
      artifactType: 'application/vnd.custody.pack.v0',
      annotations: { 'vnd.custody.pack.id': pack.packId },
      config: { mediaType: 'application/vnd.custody.pack.manifest.v0+json', digest: `sha256:${config}`, size: pack.manifest.length },
      layers: pack.blobs.map(({ digest, size, path }) => ({
        mediaType: 'application/vnd.custody.pack.member.v0',
        digest,
        size,
        annotations: { 'org.opencontainers.image.title': path },
      })),
    });
  });

  it('never replaces a tag that holds something else, and does not take it for the pack', async () => {
    const [pack, stranger] = [packOf({ a: 'mine' }), packOf({ a: 'theirs' })];
    await push(stranger);
    const image = await rawImage('acme/evidence', tagOf(stranger));
    expect(await putImage('acme/evidence', tagOf(pack), image)).toBe(201);
    await expect(push(pack)).toRefuse('E_BAD_PACK', { pack_id: pack.packId, store: store.url });
    await expect(store.manifest(pack.packId)).toRefuse('E_BAD_PACK', {}, 'another pack');
    expect(await rawImage('acme/evidence', tagOf(pack))).toBe(image);
  });

  it('refuses an image manifest beyond 4 MiB without asking the registry, which would refuse it at the end', async () => {
    const pack = packOf({ a: 'a' });
    proxy.clear();
    const blobs = Array.from({ length: 20_000 }, (_, number) => ({
      ...(pack.blobs[0] as SamplePack['blobs'][0]),
      path: `member ${number}`,
    }));
    const tooLong = expect.objectContaining({ code: 'E_IO', message: expect.stringContaining('at most 4194304 bytes') });
    expect(() => store.requireFits?.({ ...pack, blobs })).toThrow(tooLong);
    await expect(store.publish({ ...pack, blobs })).rejects.toThrow(tooLong);
    expect(proxy.requests).toEqual([]);
  });
});

const skopeo = await debianProgram('skopeo');

describe.skipIf(noRegistry !== undefined || typeof skopeo === 'string')('skopeo', () => {
  const scratch = scratchFolder('skopeo');
  let registry: Registry;

  beforeAll(async () => {
    registry = await startRegistry();
  });
  afterAll(() => registry?.stop());

  function run(...words: readonly string[]): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
    if (typeof skopeo === 'string') throw new Error(skopeo);
    const env = { ...process.env, ...skopeo.env, HOME: scratch, XDG_RUNTIME_DIR: scratch };
    const { status, stdout, stderr } = spawnSync(skopeo.path, words, { env, encoding: 'utf8', timeout: 240_000 });
    return { status, stdout, stderr };
  }

  it('reads and copies what was pushed, member for member', async () => {
    mkdirSync(join(scratch, 'pack'));
    const pack = samplePack(join(scratch, 'pack'), { 'nov.lock.json': '{}', empty: '', 'sub/dec.csv': 'a,b\n', twin: 'a,b\n' });
    const store = openOciStore(registry.url, options);
    for (const file of pack.files) await store.put(file);
    await store.publish(pack);
    store.close();
    const reference = `docker://${registry.host}/evidence:pack-${pack.packId.slice(7)}`;

    const raw = run('inspect', '--raw', '--tls-verify=false', reference);
    expect(raw).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(raw.stdout).layers).toHaveLength(4);

    const target = join(scratch, 'copied');
    expect(run('--insecure-policy', 'copy', '--src-tls-verify=false', reference, `dir:${target}`)).toMatchObject({ status: 0 });
    expect(readFileSync(join(target, 'manifest.json'), 'utf8')).toBe(raw.stdout);
    for (const { digest, file } of pack.files) expect(readFileSync(join(target, digest.slice(7))).equals(readFileSync(file))).toBe(true);
    const digests = readdirSync(target).filter((name) => /^[0-9a-f]{64}$/.test(name));
    for (const name of digests) expect(digestOfBytes(readFileSync(join(target, name)))).toBe(`sha256:${name}`);
    expect(readFileSync(join(target, digestOfBytes(pack.manifest).slice(7))).equals(pack.manifest)).toBe(true);

    const listed = run('list-tags', '--tls-verify=false', `docker://${registry.host}/evidence`);
    expect(JSON.parse(listed.stdout).Tags).toEqual([`pack-${pack.packId.slice(7)}`]);
  });
});
