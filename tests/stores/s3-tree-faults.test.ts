/** Scans of objects while things go wrong on the way: retried, a skip or a refusal, never a shorter tree or other bytes, never without an end. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import { runInProcess } from '../faults/run-in-process.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { type Fault, type FaultProxy, type Passing, startFaultProxy } from '../servers/fault-proxy.ts';
import { body, endless, startHostile } from '../servers/hostile.ts';
import type { StartedS3 } from '../set-up/s3rver.ts';
import { startStrictS3 } from '../set-up/strict-s3.ts';
import { listed, openTree, putObject } from './object-tree.ts';
import { digestOf } from './s3-fixture.ts';

const scratch = scratchFolder('s3-task');
let server: StartedS3;
let proxy: FaultProxy;
let through: Pick<StartedS3, 'env'>;
const names = ['a', 'b', 'c', 'd', 'e'];
const long = Buffer.alloc((18 << 20) + 1, 'long ');

beforeAll(async () => {
  server = await startStrictS3({ pageSize: 2 });
  proxy = await startFaultProxy(server.env['AWS_ENDPOINT_URL_S3'] as string);
  through = { env: { ...server.env, AWS_ENDPOINT_URL_S3: proxy.origin } };
  for (const name of names) await putObject(server, `evidence/tree/${name}`, Buffer.from(`object ${name}`));
  await putObject(server, 'evidence/long/long.bin', long);
});
afterEach(() => proxy.clear());
afterAll(async () => {
  await proxy.stop();
  await server.stop();
});

const onList = ({ path }: Passing): boolean => path.includes('list-type=2');
const onObject = (request: Passing): boolean => !onList(request);
const slowDown = '<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Reduce your rate</Message></Error>';

const passing: readonly (readonly [string, Fault])[] = [
  ['503 SlowDown', { kind: 'status', status: 503, body: slowDown, times: 3 }],
  ['an error in an answer with status 200', { kind: 'status', status: 200, body: slowDown, times: 2, when: onList }],
  ['bodies that are cut', { kind: 'drop-response', after: 3, times: 3 }],
  ['answers that are lost', { kind: 'lose-response', times: 2 }],
  ['a length that is too large', { kind: 'lie', by: 4, times: 1, when: onList }],
];

it.each(passing)('a tree is listed and read in spite of %s', async (_, fault) => {
  const tree = openTree(through, 's3://evidence/tree');
  proxy.inject(fault);
  const objects = await listed(tree);
  expect(objects.map(({ name }) => name)).toEqual(names);
  proxy.inject({ ...fault, when: onObject });
  for (const object of fault.when === undefined ? objects : []) {
    const hex = digestOf(Buffer.from(`object ${object.name}`)).slice('sha256:'.length);
    expect(await tree.read(object, 'sha256')).toEqual({ kind: 'read', hex, size: 8 });
  }
});

it.each<readonly [string, Fault, object]>([
  ['always 500', { kind: 'status', status: 500, when: onObject }, { kind: 'unreadable', error: expect.stringContaining('5 attempts') }],
  ['forbidden', { kind: 'status', status: 403, body: '<Error><Code>AccessDenied</Code></Error>', when: onObject }, { kind: 'unreadable' }],
  ['replaced since', { kind: 'status', status: 412, when: onObject }, { kind: 'changed' }],
  ['longer than listed', { kind: 'lie', by: 5, when: onObject }, { kind: 'changed', size: 13 }],
])('an object that is %s is not read', async (_, fault, found) => {
  const tree = openTree(through, 's3://evidence/tree');
  const [object] = (await listed(tree)) as [never];
  proxy.inject(fault);
  expect(await tree.read(object, 'sha256')).toMatchObject(found);
});

it('credentials that are no longer valid end the run', async () => {
  const tree = openTree(through, 's3://evidence/tree');
  const [object] = (await listed(tree)) as [never];
  proxy.inject({ kind: 'status', status: 403, body: '<Error><Code>ExpiredToken</Code></Error>', when: onObject });
  await expect(tree.read(object, 'sha256')).toRefuse('E_IO', { kind: 'auth', s3_code: 'ExpiredToken' });
});

it('a task is told to try again where the store fails for a reason that may pass, and not where it lets nobody in', async () => {
  const task = 'lock --scan s3://evidence/tree --shard 0/2 --created 2026-01-15T10:30:00Z -o part';
  proxy.inject({ kind: 'status', status: 503, body: slowDown, headers: { 'retry-after': '0' } });
  expect(await runInProcess(scratch, task, through.env)).toMatchObject({ exit: 75, out: expect.stringContaining('5 attempts') });
  expect(existsSync(join(scratch, 'part'))).toBe(false);
  proxy.clear();
  proxy.inject({ kind: 'status', status: 403, body: '<Error><Code>InvalidAccessKeyId</Code></Error>' });
  expect((await runInProcess(scratch, task, through.env)).exit).toBe(2);
  proxy.clear();
  expect((await runInProcess(scratch, task, through.env)).exit).toBe(0);
});

it('an outage ends the run instead of five attempts for each object', async () => {
  const tree = openTree(through, 's3://evidence/tree');
  const [object] = (await listed(tree)) as [never];
  proxy.clear();
  proxy.inject({ kind: 'status', status: 503, body: slowDown });
  const read = async (): Promise<void> => {
    for (let time = 0; time < 1000; time++) await tree.read(object, 'sha256');
  };
  await expect(read).toRefuse('E_IO', { kind: 'outage', store: 's3://evidence/tree' });
  expect(proxy.requests.length).toBeLessThan(100);
});

it('a range that is cut is continued behind its last byte, and one that cannot be read ends the object', async () => {
  const tree = openTree(through, 's3://evidence/long');
  const [object] = (await listed(tree)) as [never];
  const ends = ({ headers }: Passing): boolean => headers.range?.endsWith('-16777215') === true;
  proxy.inject({ kind: 'drop-response', after: 1_000_000, times: 3, when: ends });
  expect(await tree.read(object, 'sha256')).toMatchObject({ kind: 'read', hex: digestOf(long).slice('sha256:'.length) });
  const starts = proxy.requests.filter(ends).map(({ headers }) => Number(/\d+/.exec(headers.range as string)?.[0]));
  expect(starts).toHaveLength(4);
  expect(starts.every((start, index) => index === 0 || start > (starts[index - 1] as number))).toBe(true);
  expect(new Set(proxy.requests.filter(ends).map(({ headers }) => headers['if-match'])).size).toBe(1);
  proxy.clear();
  proxy.inject({ kind: 'drop-response', after: 1000, when: ends });
  expect(await tree.read(object, 'sha256')).toMatchObject({ kind: 'unreadable', error: expect.stringContaining('5 attempts') });
  proxy.clear();
  expect(await tree.read(object, 'sha256')).toMatchObject({ kind: 'read' });
});

it('a long object that is replaced between two ranges, or between two attempts for one, is changed', async () => {
  const tree = openTree(through, 's3://evidence/long');
  const [object] = (await listed(tree)) as [never];
  const ends = ({ headers }: Passing): boolean => headers.range?.endsWith('-16777215') === true;
  for (const isCut of [false, true]) {
    let isReplaced: Promise<void> | undefined;
    if (isCut) proxy.inject({ kind: 'drop-response', after: 1_000_000, times: 1, when: ends });
    proxy.inject({
      kind: 'delay',
      ms: 1000,
      when: (request) => {
        if (ends(request)) isReplaced ??= putObject(server, 'evidence/long/long.bin', Buffer.from('another object'));
        return ends(request);
      },
    });
    expect(await tree.read(object, 'sha256')).toMatchObject({ kind: 'changed' });
    await isReplaced;
    proxy.clear();
    await putObject(server, 'evidence/long/long.bin', long);
  }
});

it('a long object whose answers do not say of which version they are is read whole, so that two are never mixed', async () => {
  const careless = await startStrictS3({ lacksConditions: true });
  const between = await startFaultProxy(careless.env['AWS_ENDPOINT_URL_S3'] as string);
  onTestFinished(async () => {
    await between.stop();
    await careless.stop();
  });
  await putObject(careless, 'evidence/long/long.bin', long);
  const other = Buffer.alloc(long.length, 'other');
  between.inject({ kind: 'headers', headers: { etag: null }, when: onObject });
  const tree = openTree({ env: { ...careless.env, AWS_ENDPOINT_URL_S3: between.origin } }, 's3://evidence/long');
  const [object] = (await listed(tree)) as [never];
  await putObject(careless, 'evidence/long/long.bin', other);
  expect(await tree.read(object, 'sha256')).toMatchObject({ kind: 'read', hex: digestOf(other).slice('sha256:'.length) });
  expect(between.requests.filter(onObject).map(({ headers }) => headers.range)).toEqual(['bytes=0-8388607', undefined]);
});

it.each([
  ['no base64', '?'.repeat(44)],
  ['too short', 'AAAA'],
  ['of parts', `${'A'.repeat(43)}=-3`],
])('a checksum that is %s states nothing', async (_, checksum) => {
  const tree = openTree(through, 's3://evidence/tree');
  const [object] = (await listed(tree)) as [never];
  proxy.inject({ kind: 'headers', headers: { 'x-amz-checksum-sha256': checksum, 'x-amz-checksum-type': 'FULL_OBJECT' } });
  expect(await tree.stated(object)).toEqual({ kind: 'stated', sha256: null });
});

const page = (keys: readonly string[], rest: string): string =>
  `<ListBucketResult><KeyCount>${keys.length}</KeyCount>${rest}${keys
    .map((key) => `<Contents><Key>tree/${key}</Key><Size>1</Size></Contents>`)
    .join('')}</ListBucketResult>`;
const END = '<IsTruncated>false</IsTruncated>';
const more = (token: string): string => `<IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken>`;

it.each<readonly [string, readonly string[]]>([
  ['a key twice on a page', [page(['a', 'a'], END)]],
  ['a key on two pages', [page(['a', 'b'], more('1')), page(['b', 'c'], END)]],
  ['keys in another order', [page(['b', 'a'], END)]],
  ['a page again and again', [page(['a'], more('1')), page(['a'], more('2'))]],
  ['the same token again', [page(['a'], more('1')), page(['b'], more('1'))]],
  ['fewer keys than it says', [page(['a'], END).replace('>1</KeyCount>', '>2</KeyCount>')]],
  ['nothing about its end', [page(['a'], '')]],
  ['no next token', [page(['a'], '<IsTruncated>true</IsTruncated>')]],
  ['keys of another folder', [page(['a'], END).replace('tree/a', 'other/a')]],
  ['no size', [page(['a'], END).replace('<Size>1</Size>', '')]],
  ['no XML', ['all is well']],
])('a list with %s is refused', async (_, pages) => {
  for (const [index, answer] of pages.entries())
    proxy.inject({ kind: 'status', status: 200, body: answer, when: ({ path }) => path.includes('continuation-token') === index > 0 });
  await expect(listed(openTree(through, 's3://evidence/tree'))).toRefuse('E_IO', { kind: 'decode' });
});

it('a task is not told to try again where the store lists in another order, as directory buckets do', async () => {
  proxy.inject({ kind: 'status', status: 200, body: page(['b', 'a'], END), when: onList });
  const { exit, out } = await runInProcess(
    scratch,
    'lock --scan s3://evidence/tree --shard 0/2 --created 2026-01-15T10:30:00Z -o part',
    through.env,
  );
  expect([exit, out]).toEqual([2, expect.stringContaining('is not in byte order')]);
});

it('every key is in one range, by its bytes, although the server ignores where to start', async () => {
  const keys = ['', '-', 'a', 'a%F0', 'a%F0%9F%98%80', 'a%FF', 'b'];
  const answer = page(keys, END).replace('<KeyCount>', '<EncodingType>url</EncodingType><KeyCount>');
  proxy.inject({ kind: 'status', status: 200, body: answer, when: onList });
  const found: (readonly string[])[] = [];
  for (const [after, last] of [
    [null, '!'],
    ['!', 'a'],
    ['a', 'a\u{1f600}'],
    ['a\u{1f600}', null],
  ] as const)
    found.push((await listed(openTree(through, 's3://evidence/tree'), { after, through: last })).map(({ name }) => name));
  expect(found).toEqual([[''], ['-', 'a'], ['a\ufffd', 'a\u{1f600}'], ['a\ufffd', 'b']]);
});

it.each(['&quot;\u{fffd}&quot;', '\u{20ac}', 'W/&quot;a&quot;'])('an ETag that cannot be a condition is none: %s', async (etag) => {
  const answer = page(['a'], END).replace('<Size>1<', `<ETag>${etag}</ETag><Size>8<`);
  proxy.inject({ kind: 'status', status: 200, body: answer, when: onList });
  const tree = openTree(through, 's3://evidence/tree');
  const [object] = (await listed(tree)) as [never];
  expect(object).toMatchObject({ etag: null });
  expect(await tree.read(object, 'sha256')).toMatchObject({ kind: 'read', size: 8 });
});

it('a list of empty pages without an end is refused', async () => {
  let token = 0;
  for (let times = 0; times < 1100; times++)
    proxy.inject({ kind: 'status', status: 200, body: page([], more(String(token++))), times: 1, when: onList });
  await expect(listed(openTree(through, 's3://evidence/tree'))).toRefuse('E_IO', {}, 'the list goes on without an end');
});

/** The answer of a server that does not know `encoding-type=url`. */
const unescapedList = (...keys: readonly Uint8Array[]): Buffer =>
  Buffer.concat([
    Buffer.from('<ListBucketResult><IsTruncated>false</IsTruncated>'),
    ...keys.flatMap((key) => [Buffer.from('<Contents><Key>'), key, Buffer.from('</Key><Size>3</Size></Contents>')]),
    Buffer.from('</ListBucketResult>'),
  ]);

it('a name that the list does not escape is read as the bytes that it has', async () => {
  const [bad, twin, control] = [Buffer.from('tree/x\xff', 'latin1'), Buffer.from('tree/x\u{fffd}'), Buffer.from('tree/c\u{1}')];
  const hostile = await startHostile([
    [/list-type/, body(unescapedList(control, twin, bad))],
    [/./, body('abc')],
  ]);
  onTestFinished(() => hostile.stop());
  const tree = openTree({ env: { ...server.env, AWS_ENDPOINT_URL_S3: hostile.origin } }, 's3://evidence/tree');
  const objects = await listed(tree);
  expect(objects.map(({ name, nameBytes }) => [name, nameBytes === null ? null : Buffer.from(nameBytes).toString('latin1')])).toEqual([
    ['c\u{1}', null],
    ['x\u{fffd}', null],
    ['x\u{fffd}', 'x\xff'],
  ]);
  await tree.read(objects[0] as never, 'sha256');
  expect(hostile.requests.at(-1)).toBe('GET /evidence/tree/c%01');
});

it('an object whose body does not end is not read on beyond its length', { timeout: 20_000 }, async () => {
  const hostile = await startHostile([
    [/list-type/, body(page(['a'], END))],
    [/./, endless],
  ]);
  onTestFinished(() => hostile.stop());
  const tree = openTree({ env: { ...server.env, AWS_ENDPOINT_URL_S3: hostile.origin } }, 's3://evidence/tree');
  const [object] = (await listed(tree)) as [never];
  expect(await tree.read(object, 'sha256')).toEqual({ kind: 'changed', size: null });
  expect(hostile.written()).toBeLessThan(64 << 20);
});
