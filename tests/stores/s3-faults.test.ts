/** The S3 store while things go wrong on the way: retried or refused, never stored wrongly, never called a success. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { refusalOf, refusalTexts } from '../helpers/to-refuse.ts';
import { type Fault, type FaultProxy, type Passing, startFaultProxy } from '../servers/fault-proxy.ts';
import { bundleProgram } from '../servers/program.ts';
import type { StartedS3 } from '../set-up/s3rver.ts';
import { STRICT_SECRET, startStrictS3 } from '../set-up/strict-s3.ts';
import { blobFile, digestOf, longBlobFile, MAX_SINGLE_PUT, openAt, samplePack, THERE } from './s3-fixture.ts';

const scratch = scratchFolder('s3-faults');
let server: StartedS3;
let proxy: FaultProxy;
let through: Pick<StartedS3, 'url' | 'env'>;
let count = 0;

beforeAll(async () => {
  server = await startStrictS3();
  proxy = await startFaultProxy(server.env['AWS_ENDPOINT_URL_S3'] as string);
});
beforeEach(() => {
  through = { url: `s3://evidence/run-${count++}`, env: { ...server.env, AWS_ENDPOINT_URL_S3: proxy.origin } };
});
afterEach(() => proxy.clear());
afterAll(async () => {
  await proxy.stop();
  await server.stop();
});

const short = blobFile(scratch, 'short', Buffer.alloc(100_000, 'some bytes '));
const long = longBlobFile(scratch, 'long', 21);
const slowDown = '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Reduce your rate</Message></Error>';

const onPut = ({ method }: Passing): boolean => method === 'PUT';
const onGet = ({ method }: Passing): boolean => method === 'GET';
const onHead = ({ method }: Passing): boolean => method === 'HEAD';
const isPart =
  (number: number) =>
  ({ path }: Passing): boolean =>
    path.includes(`partNumber=${number}&`);
const onComplete = ({ method, path }: Passing): boolean => method === 'POST' && path.includes('uploadId=');

const passing: readonly (readonly [string, Fault])[] = [
  ['500 twice', { kind: 'status', status: 500, times: 2 }],
  ['503 SlowDown', { kind: 'status', status: 503, body: slowDown, headers: { 'retry-after': '0' }, times: 2 }],
  ['429', { kind: 'status', status: 429, times: 2 }],
];

it.each<readonly [string, Fault]>([
  ...passing,
  ['the connection dropped in the middle of the body', { kind: 'drop-request', after: 50_000, times: 2, when: onPut }],
  ['a body changed on the way', { kind: 'flip-request', at: 99_999, times: 2, when: onPut }],
  ['an answer that was lost', { kind: 'lose-response', times: 1, when: onPut }],
  ['a HEAD that was cut', { kind: 'lose-response', times: 1, when: onHead }],
])('put() stores a short blob in spite of %s', async (_, fault) => {
  const store = openAt(through);
  proxy.inject(fault);
  await store.put(short);
  proxy.clear();
  expect(THERE).toContain(await store.has(short));
  const file = join(scratch, `short-${count}`);
  await store.get({ ...short, file });
  expect(digestOf(readFileSync(file))).toBe(short.digest);
});

it.each<readonly [string, Fault, number]>([
  ['500 to a part', { kind: 'status', status: 500, times: 2, when: isPart(2) }, 5 + 2],
  ['a part dropped', { kind: 'drop-request', after: 1 << 20, times: 1, when: isPart(3) }, 5 + 1],
  ['a part changed on the way', { kind: 'flip-request', at: 4_345_678, times: 1, when: isPart(4) }, 5 + 1],
  ['a lost answer to a part', { kind: 'lose-response', times: 1, when: isPart(5) }, 5 + 1],
  ['a lost answer to the completion', { kind: 'lose-response', times: 1, when: onComplete }, 5],
  ['an answer to the completion cut short', { kind: 'drop-response', after: 40, times: 1, when: onComplete }, 5],
  ['a length of the answer that is a lie', { kind: 'lie', by: 7, times: 1, when: onComplete }, 5],
])('put() stores a long blob in spite of %s, and sends only that part again', async (_, fault, parts) => {
  const store = openAt(through);
  proxy.inject(fault);
  await store.put(long);
  expect(proxy.requests.filter(({ path }) => path.includes('partNumber='))).toHaveLength(parts);
  expect(THERE).toContain(await store.has(long));
});

it.each<readonly [string, Fault, string]>([
  ['500 for ever', { kind: 'status', status: 500, body: slowDown, when: onPut }, 'HTTP 500 (Internal Server Error), SlowDown, 5 attempts'],
  ['no connection lasts', { kind: 'drop-request', after: 1000, when: onPut }, '5 attempts'],
  ['every body is changed', { kind: 'flip-request', at: 5, when: onPut }, 'XAmzContentSHA256Mismatch, 5 attempts'],
])('put() refuses in the end where %s, and nothing is there', async (_, fault, said) => {
  const store = openAt(through);
  for (const blob of [short, long]) {
    proxy.inject(fault);
    await expect(store.put(blob)).toRefuse('E_IO', {}, said);
    proxy.clear();
    expect(THERE).not.toContain(await store.has(blob));
  }
  expect(uploadsLeft()).toEqual([]);
});

const changes: readonly (readonly [string, Fault])[] = [
  ['a body changed on the way', { kind: 'flip-response', at: 77_777, when: onGet }],
  ['a body cut short', { kind: 'drop-response', after: 50_000, when: onGet }],
  ['a length that is a lie', { kind: 'lie', by: 10, when: onGet }],
  ['a length that is too small', { kind: 'lie', by: -10, when: onGet }],
];

it.each<readonly [string, Fault]>([...passing, ...changes.map(([name, fault]) => [name, { ...fault, times: 2 }] as const)])(
  'get() brings the blob in spite of %s',
  async (_, fault) => {
    const store = openAt(through);
    await store.put(short);
    proxy.inject(fault);
    const file = join(scratch, `get-${count}`);
    expect(await store.get({ ...short, file })).toBe(short.size);
    expect(digestOf(readFileSync(file))).toBe(short.digest);
  },
);

it.each(changes)('get() refuses %s each time, and leaves no file', async (_, fault) => {
  const store = openAt(through);
  await store.put(short);
  proxy.inject(fault);
  const file = join(scratch, `get-${count}`);
  const refusal = await refusalOf(store.get({ ...short, file }));
  expect(['E_IO', 'E_BAD_PACK']).toContain(refusal.code);
  expect(refusalTexts(refusal)).not.toContain(STRICT_SECRET);
  expect(existsSync(file)).toBe(false);
});

const pack = samplePack('x'.repeat(1000));

it.each<readonly [string, Fault]>([
  ...passing,
  ['a lost answer', { kind: 'lose-response', times: 1, when: onPut }],
  ['a body changed on the way', { kind: 'flip-request', at: 3, times: 1, when: onPut }],
])('publish(), manifest() and list() show the pack in spite of %s', async (_, fault) => {
  const store = openAt(through);
  proxy.inject(fault);
  expect(['published', 'present']).toContain(await store.publish(pack));
  proxy.inject({ kind: 'drop-response', after: 20, times: 2, when: onGet });
  expect(Buffer.from(await store.manifest(pack.packId))).toEqual(pack.manifest);
  proxy.inject({ kind: 'drop-response', after: 20, times: 2, when: onGet });
  expect(await store.list()).toEqual([pack.packId]);
});

it.each<readonly [string, string]>([
  ['no XML', 'all is well'],
  ['another document', '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>'],
  ['a DTD', '<!DOCTYPE x [<!ENTITY a "b">]><ListBucketResult></ListBucketResult>'],
  [
    'a list that never ends',
    '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken></ListBucketResult>',
  ],
])('list() refuses %s', async (_, body) => {
  const store = openAt(through);
  proxy.inject({ kind: 'status', status: 200, body, when: onGet });
  await expect(store.list()).toRefuse('E_IO', { kind: 'decode', status: 200 });
});

it('manifest() and list() follow no redirect to another host into an answer', async () => {
  const store = openAt(through);
  proxy.inject({ kind: 'status', status: 307, headers: { location: `${server.env['AWS_ENDPOINT_URL_S3']}/evidence/x` }, when: onGet });
  await expect(store.manifest(pack.packId)).toRefuse('E_IO', { kind: 'server' });
  await expect(store.list()).toRefuse('E_IO', { kind: 'server' });
});

it('kill -9 in the middle of an upload leaves nothing visible, and the next one succeeds', async () => {
  const program = await bundleProgram(join(import.meta.dirname, 's3-putter.ts'));
  proxy.inject({ kind: 'delay', ms: 60_000, when: isPart(3) });
  const order = { url: through.url, env: through.env, blob: long, maxSinglePut: MAX_SINGLE_PUT };
  const child = spawn(process.execPath, [program.file, JSON.stringify(order)], { stdio: ['ignore', 'inherit', 'inherit'] });
  while (!proxy.requests.some(isPart(3))) await new Promise((resolve) => setTimeout(resolve, 10));
  child.kill('SIGKILL');
  await once(child, 'exit');
  proxy.clear();
  const store = openAt(through);
  expect(THERE).not.toContain(await store.has(long));
  await store.put(long);
  const file = join(scratch, 'after-kill');
  await store.get({ ...long, file });
  expect(digestOf(readFileSync(file))).toBe(long.digest);
  program.remove();
});

/** Only whole uploads are asked for: a killed process leaves its own behind. */
function uploadsLeft(): readonly string[] {
  const folder = join(server.folder, 'uploads');
  return existsSync(folder) ? readdirSync(folder) : [];
}
