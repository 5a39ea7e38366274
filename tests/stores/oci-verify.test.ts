/** `lock verify --root oci://…`: members as blobs of a registry, by their digests or by the titles of an image. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runInProcess } from '../faults/run-in-process.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { type FaultProxy, startFaultProxy } from '../servers/fault-proxy.ts';
import { noRegistry, type Registry, startRegistry } from '../set-up/registry.ts';

const IMAGE_TYPE = 'application/vnd.oci.image.manifest.v1+json';
const sha256 = (bytes: string | Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

describe.skipIf(noRegistry !== undefined)('lock verify --root oci://', () => {
  const scratch = scratchFolder('oci-verify');
  let registry: Registry;
  let proxy: FaultProxy;
  let root: string;

  beforeAll(async () => {
    registry = await startRegistry();
    proxy = await startFaultProxy(registry.origin);
    root = `oci://${proxy.host}/acme/evidence`;
    mkdirSync(join(scratch, 'data/sub'), { recursive: true });
    for (const name of ['a', 'b', 'sub/c']) writeFileSync(join(scratch, 'data', name), `file ${name}`);
    await run('lock --scan data -o d.json; lock --scan data --algorithm blake3 -o b3.json; pack seal data -o pack');
    await run(`pack push pack --store ${root}`);
  });
  beforeEach(() => proxy.clear());
  afterAll(async () => {
    await proxy?.stop();
    await registry?.stop();
  });

  const run = (line: string) => runInProcess(scratch, line, { HOME: scratch });
  async function verify(options = '', { lock = 'd.json', at = root } = {}) {
    const { out, exit } = await run(`lock verify ${lock} --root ${at} --json ${options}`);
    return { exit, ...(JSON.parse(out) as { members: { failures: { reason: string; path: string }[] } }) };
  }
  const found = async (options = '', at = root) =>
    (await verify(options, { at })).members.failures.map(({ reason, path }) => `${reason} ${path}`);

  /** The file in which the registry keeps the blob of a member. */
  function blobFile(name: string): string {
    const hex = sha256(readFileSync(join(scratch, 'data', name))).slice(7);
    return join(registry.folder, 'docker/registry/v2/blobs/sha256', hex.slice(0, 2), hex, 'data');
  }

  async function putImage(tag: string, layers: readonly object[], more: object = {}): Promise<string> {
    const config = { mediaType: 'application/vnd.oci.empty.v1+json', digest: sha256('file a'), size: 6 };
    const body = JSON.stringify({ schemaVersion: 2, mediaType: IMAGE_TYPE, config, layers, ...more });
    const url = `${registry.origin}/v2/acme/evidence/manifests/${tag}`;
    const { status } = await fetch(url, { method: 'PUT', body, headers: { 'content-type': IMAGE_TYPE } });
    expect(status).toBe(201);
    return sha256(body);
  }
  const layer = (title: string, bytes: string) => ({
    mediaType: 'application/octet-stream',
    digest: sha256(bytes),
    size: bytes.length,
    annotations: { 'org.opencontainers.image.title': title },
  });

  it('reads the blob of each pinned digest', async () => {
    expect(await verify()).toMatchObject({ exit: 0, outcome: 'VERIFY_OK', members: { root, verified: 3, strength: { read: 3 } } });
    expect((await run(`custody verify d.json --root ${root}`)).exit).toBe(0);
  });

  it('a registry has no checksum of its own: store-checksum reads, and size-only asks for each length', async () => {
    expect(await verify('--strength store-checksum')).toMatchObject({ members: { strength: { read: 3 } } });
    proxy.clear();
    expect(await verify('--strength size-only')).toMatchObject({
      exit: 0,
      members: { verified: 0, strength: { read: 0, 'size-only': 3 } },
    });
    expect(proxy.requests.filter(({ path }) => path.includes('/blobs/')).every(({ method }) => method === 'HEAD')).toBe(true);
  });

  it('finds blobs whose bytes were changed, cut or removed on the disk of the registry', async () => {
    const file = blobFile('a');
    writeFileSync(file, 'FILE a');
    expect(await found('--strength size-only')).toEqual([]);
    expect(await found()).toEqual(['HASH_MISMATCH a']);
    truncateSync(file, 3);
    expect(await found()).toEqual(['SIZE_MISMATCH a']);
    expect(await found('--strength size-only')).toEqual(['SIZE_MISMATCH a']);
    renameSync(file, `${file}.away`);
    expect(await found()).toEqual(['MISSING a']);
    expect(await found('--strength size-only')).toEqual(['MISSING a']);
    const { exit, out } = await run(`custody verify d.json --root ${root} --json`);
    expect([exit, JSON.parse(out)]).toEqual([1, expect.objectContaining({ outcome: 'FAILED' })]);
    expect(out).toContain(`"next_command":"lock verify d.json --root ${root}"`);
    rmSync(`${file}.away`);
    writeFileSync(file, 'file a');
    expect(await found()).toEqual([]);
  });

  it('in another repository all are missing, and a registry that is not there is refused', async () => {
    expect(await found('', `oci://${proxy.host}/other`)).toEqual(['MISSING a', 'MISSING b', 'MISSING sub/c']);
    proxy.inject({ kind: 'status', status: 503, headers: { 'retry-after': '0' } });
    const { exit, out } = await run(`lock verify d.json --root ${root}`);
    expect([exit, out]).toEqual([2, expect.stringContaining('"code":"E_IO"')]);
  });

  it('a lock with other hashes needs an image', async () => {
    expect(await verify('', { lock: 'b3.json' })).toMatchObject({
      exit: 1,
      outcome: 'VERIFY_PARTIAL',
      members: { verified: 0, skipped: 3 },
    });
    await putImage('b3', [layer('a', 'file a'), layer('b', 'file b'), layer('sub/c', 'file sub/c')]);
    expect(await verify('', { lock: 'b3.json', at: `${root}:b3` })).toMatchObject({ exit: 0, members: { verified: 3 } });
  });

  it('compares the titles of an image, and names its digest', async () => {
    const digest = await putImage('v1', [layer('sub/c', 'file sub/c'), layer('a', 'file a'), layer('b', 'file b')]);
    expect(await verify('--closed', { at: `${root}:v1` })).toMatchObject({
      exit: 0,
      members: { root: `${root}:v1@${digest}`, verified: 3 },
    });
    expect(await verify('', { at: `${root}@${digest}` })).toMatchObject({ exit: 0, members: { root: `${root}@${digest}` } });
    // b and a are exchanged, sub/c is gone, and there is one more.
    await putImage('v2', [
      layer('a', 'file b'),
      layer('b', 'file a'),
      layer('extra', 'file a'),
      { ...layer('', 'file a'), annotations: {} },
    ]);
    proxy.clear();
    const other = ['HASH_MISMATCH a', 'HASH_MISMATCH b', 'EXTRA extra', 'MISSING sub/c'];
    expect(await found('--closed', `${root}:v2`)).toEqual(other);
    expect(await found('--closed --strength size-only', `${root}:v2`)).toEqual(other);
    expect(proxy.requests.some(({ path }) => path.includes('/blobs/'))).toBe(false);
  });

  it('the parts of all shards are the verdict of one machine, and a tag that was moved between two tasks is refused', async () => {
    await putImage('parts', [layer('a', 'file b'), layer('b', 'file b'), layer('extra', 'file a')]);
    const part = (at: string, index: number) =>
      run(`lock verify d.json --root ${at} --shard ${index}/3 --created 2026-02-01T02:00:00Z --output part-${index}`);
    for (const at of [root, `${root}:parts`]) {
      const single = await run(`custody verify d.json --root ${at} --json`);
      for (const index of [0, 1, 2]) expect(await part(at, index)).toMatchObject({ exit: 0 });
      const merged = await run('custody verdict merge part-0 part-1 part-2 --json');
      expect([merged.exit, merged.out]).toEqual([single.exit, single.out]);
    }
    await putImage('parts', [layer('a', 'file a'), layer('b', 'file b')]);
    await part(`${root}:parts`, 2);
    const { exit, out } = await run('custody verdict merge part-0 part-1 part-2');
    expect([exit, out]).toEqual([2, expect.stringContaining('they differ in root')]);
    proxy.inject({ kind: 'status', status: 503, headers: { 'retry-after': '0' } });
    for (const at of [root, `${root}:parts`]) expect(await part(at, 0)).toMatchObject({ exit: 75 });
  });

  it('a title that is no safe path is never a member', async () => {
    await putImage('odd', [layer('../a', 'file a'), layer('/b', 'file b'), layer('sub/../a', 'file a'), layer('a', 'file a')]);
    expect(await found('--closed', `${root}:odd`)).toEqual(['EXTRA ../a', 'EXTRA /b', 'MISSING b', 'EXTRA sub/../a', 'MISSING sub/c']);
  });

  it.each<readonly [string, readonly object[], object]>([
    ['two layers of the same title', [layer('a', 'file a'), layer('a', 'file b')], {}],
    ['no layer has a title', [{ ...layer('', 'file a'), annotations: {} }], {}],
  ])('an image with %s is refused', async (message, layers, more) => {
    await putImage('bad', layers, more);
    const { exit, out } = await run(`lock verify d.json --root ${root}:bad`);
    expect([exit, out]).toEqual([2, expect.stringContaining(message)]);
  });

  it.each([
    ['a body that is no image', 'all is well'],
    ['an index', '{"mediaType":"application/vnd.oci.image.index.v1+json","manifests":[]}'],
    ['a layer without a digest', '{"layers":[{"annotations":{"org.opencontainers.image.title":"a"},"size":6}]}'],
    ['a digest that leads elsewhere', '{"layers":[{"digest":"sha256:../../other/blobs/sha256:00","size":6}]}'],
    ['a size that is no count', '{"layers":[{"digest":"sha256:00000000000000000000000000000000","size":-1}]}'],
  ])('%s is refused', async (_, body) => {
    proxy.inject({ kind: 'status', status: 200, body, when: ({ path }) => path.includes('/manifests/') });
    const { exit, out } = await run(`lock verify d.json --root ${root}:any`);
    expect([exit, out]).toEqual([2, expect.stringContaining('expected an image of files')]);
  });

  it('other bytes under the digest of an image are refused, and a tag that does not exist', async () => {
    const digest = await putImage('v3', [layer('a', 'file a')]);
    proxy.inject({ kind: 'status', status: 200, body: '{"layers":[]}', when: ({ path }) => path.includes('/manifests/') });
    expect((await run(`lock verify d.json --root ${root}@${digest}`)).out).toContain('sent other bytes than');
    proxy.clear();
    expect(await run(`lock verify d.json --root ${root}:none`)).toMatchObject({ exit: 2, out: expect.stringContaining('HTTP 404') });
  });

  it('blobs are read in spite of failures that pass, and never accepted because of those that do not', async () => {
    const onBlob = ({ path }: { path: string }): boolean => path.includes('/blobs/');
    proxy.inject({ kind: 'drop-response', after: 2, times: 1, when: onBlob });
    proxy.inject({ kind: 'flip-response', at: 0, times: 1, when: onBlob });
    proxy.inject({ kind: 'status', status: 503, headers: { 'retry-after': '0' }, times: 1, when: onBlob });
    expect(await verify('--jobs 1')).toMatchObject({ exit: 0, members: { verified: 3 } });
    proxy.inject({ kind: 'status', status: 503, headers: { 'retry-after': '0' }, when: onBlob });
    expect(await verify()).toMatchObject({ exit: 1, outcome: 'VERIFY_PARTIAL', members: { verified: 0, skipped: 3 } });
    proxy.clear();
    proxy.inject({ kind: 'flip-response', at: 0, when: onBlob });
    expect(await found()).toEqual(['HASH_MISMATCH a', 'HASH_MISMATCH b', 'HASH_MISMATCH sub/c']);
    proxy.clear();
    proxy.inject({ kind: 'status', status: 200, body: 'longer than it', headers: { 'content-length': '14' }, when: onBlob });
    expect(await found()).toEqual(['SIZE_MISMATCH a', 'SIZE_MISMATCH b', 'SIZE_MISMATCH sub/c']);
    proxy.clear();
    proxy.inject({ kind: 'status', status: 200, body: 'x'.repeat(1 << 20), headers: { 'transfer-encoding': 'chunked' }, when: onBlob });
    expect(await verify()).toMatchObject({ outcome: 'VERIFY_PARTIAL', members: { verified: 0, skipped: 3 } });
    proxy.clear();
    proxy.inject({ kind: 'status', status: 403, when: onBlob });
    expect(await run(`lock verify d.json --root ${root} --jobs 1`)).toMatchObject({ exit: 2 });
  });

  it('reads only a sample', async () => {
    expect(await verify('--sample 1 --seed s')).toMatchObject({
      exit: 1,
      outcome: 'VERIFY_PARTIAL',
      members: { verified: 1, not_selected: 2 },
    });
    expect(proxy.requests.filter(({ path }) => path.includes('/blobs/'))).toHaveLength(1);
  });

  it.each([
    ['--closed', '', '--closed needs names'],
    ['--receipt r', '', '--receipt needs s3://'],
    ['--content', '', 'needs a folder as --root'],
    ['', ':tag:more', 'found another tag or digest'],
    ['', '@sha256:00', 'found another tag or digest'],
    ['', '?x=1', 'found a query or a fragment'],
  ])('refuses %s%s', async (option, more, message) => {
    const { exit, out, err } = await run(`lock verify d.json --root '${root}${more}' ${option}`);
    expect([exit, out + err]).toEqual([2, expect.stringContaining(message)]);
  });

  it('never shows a password in the URL', async () => {
    const { exit, out, err } = await run('lock verify d.json --root oci://me:secret@127.0.0.1:1/none');
    expect([exit, `${out}${err}`.includes('secret')]).toEqual([2, false]);
    const part = await run('lock verify d.json --root oci://me:secret@127.0.0.1:1/none --shard 0/2 --created 2026-02-01T02:00:00Z -o none');
    expect([part.exit, `${part.out}${part.err}`.includes('secret'), existsSync(join(scratch, 'none'))]).toEqual([2, false, false]);
    expect(readdirSync(scratch).length).toBeGreaterThan(0);
  });
});
