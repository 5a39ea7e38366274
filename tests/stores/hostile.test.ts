/** Stores that never come to an end, or answer with more than a machine holds: refused, with nothing left, and soon. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { run } from '#cli/run';
import type { Digest } from '#core/digest';
import { imageOf } from '#store/oci/image';
import { fakeContext } from '../helpers/fake-context.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { type Answerer, body, endless, type Hostile, startHostile } from '../servers/hostile.ts';
import { digestOfBytes, samplePack } from './sample-pack.ts';

const cwd = scratchFolder('hostile');
mkdirSync(join(cwd, 'home'));
const sample = samplePack(join(cwd, 'pack'), { 'a.csv': 'loan,balance\n1,100\n' });
const config = { digest: digestOfBytes(sample.manifest), size: sample.manifest.length };
const image = imageOf(sample, config) as Uint8Array;
const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

let server: Hostile | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

async function pack(line: string, env: Record<string, string> = {}) {
  const context = fakeContext(`pack ${line}`, { cwd, env: { ...env, HOME: join(cwd, 'home') } });
  const exit = await run(context);
  return { exit, refusal: JSON.parse(context.out()).refusal };
}

const started = async (...answers: readonly (readonly [RegExp, Answerer])[]): Promise<Hostile> => {
  server = await startHostile(answers);
  return server;
};

const member = (sample.blobs[0] as { digest: Digest }).digest;
const ofMember = new RegExp(member);
const ofConfig = new RegExp(config.digest);

it('pack pull takes no more of a layer than its descriptor says', async () => {
  const { host, written } = await started([/manifests/, body(image)], [ofConfig, body(sample.manifest)], [ofMember, endless]);
  const { exit, refusal } = await pack(`pull ${sample.packId} --store oci://${host}/evidence --out endless`);
  expect([exit, refusal.code]).toEqual([2, 'E_BAD_PACK']);
  expect(refusal.message).toContain('more than the 19 bytes that were announced');
  expect(existsSync(join(cwd, 'endless'))).toBe(false);
  expect(written()).toBeLessThan(64 << 20);
});

it.each([
  ['a manifest', /manifests/, endless],
  ['a config', ofConfig, endless],
])('pack pull takes no more of %s than it may have', async (_, path, answer) => {
  const { host } = await started([path, answer], [/manifests/, body(image)]);
  const { exit, refusal } = await pack(`pull ${sample.packId} --store oci://${host}/evidence --out endless`);
  expect([exit, refusal.code]).toEqual([2, 'E_IO']);
  expect(refusal.message).toMatch(/the answer is longer than \d+ bytes/);
});

it('pack pull takes no more of an object than HEAD says', async () => {
  const asHead: Answerer = (request, response, count) =>
    request.method === 'HEAD' ? response.writeHead(200, { 'content-length': '19' }).end() : endless(request, response, count);
  const { origin } = await started([/packs\//, body(sample.manifest)], [/blobs\//, asHead]);
  const line = `pull ${sample.packId} --store s3://evidence --out endless`;
  const { exit, refusal } = await pack(line, { ...keys, AWS_ENDPOINT_URL_S3: origin });
  expect([exit, refusal.code]).toEqual([2, 'E_BAD_PACK']);
  expect(existsSync(join(cwd, 'endless'))).toBe(false);
});

it('pack pull refuses an object that claims to be larger than the disk', async () => {
  const huge: Answerer = (_request, response) => void response.writeHead(200, { 'content-length': '900000000000000' }).write('x');
  const { origin } = await started([/packs\//, body(sample.manifest)], [/blobs\//, huge]);
  const { exit, refusal } = await pack(`pull ${sample.packId} --store s3://evidence --out endless`, {
    ...keys,
    AWS_ENDPOINT_URL_S3: origin,
  });
  expect([exit, refusal.code]).toEqual([2, 'E_IO']);
  expect(refusal.message).toContain('No space left on device');
  expect(refusal.next_command).toBe('df -h .');
});

const bomb = `{"name":"x","tags":[${'{},'.repeat(10_000_000)}{}]}`;

it('pack list refuses a list of more values than may be held', async () => {
  const { host } = await started([/tags/, body(bomb)]);
  const { exit, refusal } = await pack(`list --store oci://${host}/evidence`);
  expect([exit, refusal.code, refusal.detail.kind]).toEqual([2, 'E_IO', 'decode']);
});

it('pack list refuses an endless list of tags', async () => {
  const { host } = await started([/tags/, endless]);
  expect((await pack(`list --store oci://${host}/evidence`)).refusal.message).toMatch(/the answer is longer than \d+ bytes/);
});

const page = (token: string): string =>
  `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken></ListBucketResult>`;

it('pack list follows ever new pages of a bucket no further than two thousand', async () => {
  const next: Answerer = (request, response, count) => body(page(String(count)))(request, response, count);
  const { origin, requests } = await started([/list-type/, next]);
  const { refusal } = await pack('list --store s3://evidence', { ...keys, AWS_ENDPOINT_URL_S3: origin });
  expect(refusal.message).toContain('more than 2000 pages');
  expect(requests).toHaveLength(2_000);
});

it('pack list refuses a page that comes again', async () => {
  const { origin, requests } = await started([/list-type/, body(page('again'))]);
  const { refusal } = await pack('list --store s3://evidence', { ...keys, AWS_ENDPOINT_URL_S3: origin });
  expect(refusal.message).toContain('the list goes on without an end');
  expect(requests).toHaveLength(2);
});

it.each(['s3://evidence/../other', 's3://evidence/a/./b', 's3://evidence//a', 's3://evidence/a/..'])(
  'pack list asks nothing of %s, which a URL would take for another place',
  async (url) => {
    const { origin, requests } = await started([/./, body('')]);
    const { exit, refusal } = await pack(`list --store ${url}`, { ...keys, AWS_ENDPOINT_URL_S3: origin });
    expect([exit, refusal.code, requests]).toEqual([2, 'E_IO', []]);
  },
);

it('pack push asks a registry nothing for a pack whose image manifest it could not take', async () => {
  const { host, requests } = await started([/./, body('')]);
  const deep = Array.from({ length: 12 }, () => 'x'.repeat(240)).join('/');
  const many = Object.fromEntries(Array.from({ length: 1_400 }, (_, at) => [`${deep}/${at}`, 'same']));
  samplePack(join(cwd, 'many'), many);
  const { exit, refusal } = await pack(`push many --store oci://${host}/evidence`);
  expect([exit, refusal.code]).toEqual([2, 'E_IO']);
  expect(refusal.message).toContain('at most 4194304 bytes');
  expect(requests).toEqual([]);
});

const part = `${'a'.repeat(64)}-0000000000000000-0000000000000020-${'b'.repeat(16)}`;
const listed = `<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>ledgers/${part}</Key><Size>32</Size></Contents></ListBucketResult>`;
const document = { mediaType: 'application/vnd.custody.document.v0', digest: `sha256:${'c'.repeat(64)}`, size: 64 };
const documentImage = JSON.stringify({ schemaVersion: 2, mediaType: 'application/vnd.oci.image.manifest.v1+json', config: document });
const tagged = JSON.stringify({ tags: [`ledger-${part}`, 'tag-2025-12'] });

it.each([
  [
    'a part in a bucket',
    [
      [/list-type/, body(listed)],
      [/ledgers/, endless],
    ],
    's3://evidence',
  ],
  [
    'the image of a part',
    [
      [/tags/, body(tagged)],
      [/manifests/, endless],
    ],
    null,
  ],
  [
    'a part in a registry',
    [
      [/tags/, body(tagged)],
      [/manifests/, body(documentImage)],
      [/blobs/, endless],
    ],
    null,
  ],
] as const)('witness pull takes no more of %s than it may have', async (_, answers, url) => {
  const { host, origin, written } = await started(...answers);
  const out = join(cwd, 'endless.jsonl');
  const env = { ...keys, AWS_ENDPOINT_URL_S3: origin, HOME: join(cwd, 'home') };
  const context = fakeContext(`custody witness pull --store ${url ?? `oci://${host}/evidence`} --out ${out}`, { cwd, env });
  expect(await run(context)).toBe(2);
  expect(JSON.parse(context.out()).refusal.code).toMatch(/^E_(IO|BAD_STORE|BAD_PACK)$/);
  expect(existsSync(out)).toBe(false);
  expect(written()).toBeLessThan(512 << 20);
});
