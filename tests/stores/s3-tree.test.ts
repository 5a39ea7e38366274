/** Objects scanned where they are: the same records and the same lock as from the same files on a disk. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInProcess } from '../faults/run-in-process.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import type { StartedS3 } from '../set-up/s3rver.ts';
import { startStrictS3 } from '../set-up/strict-s3.ts';
import { listed, openTree, putFolder, putObject } from './object-tree.ts';
import { digestOf, requestsOf } from './s3-fixture.ts';

const scratch = scratchFolder('s3-tree');
const epoch = { SOURCE_DATE_EPOCH: '1768473000' };
let server: StartedS3;

beforeAll(async () => {
  server = await startStrictS3();
  mkdirSync(join(scratch, 'data/sub/tmp'), { recursive: true });
  mkdirSync(join(scratch, 'data/\u00fcn\u00ef'));
  for (const [name, text] of [
    ['a b+c%41.txt', 'odd'],
    ['empty', ''],
    ['sub-x', 'before the folder, in byte order'],
    ['sub/a.csv', 'a\n'],
    ['sub/tmp/b.csv', 'b\n'],
    ['\u00fcn\u00ef/\u{1f600}.csv', 'smile\n'],
    ['\u00fcn\u00ef/\u{ff5e}.csv', 'sorts before it in bytes\n'],
  ] as const)
    writeFileSync(join(scratch, 'data', name), text);
  writeFileSync(join(scratch, 'data/long.bin'), Buffer.alloc((20 << 20) + 7, 'not one page alike '));
  await putFolder(server, 'evidence/2025', join(scratch, 'data'));
});
afterAll(() => server.stop());

const run = (line: string, env: Readonly<Record<string, string>> = {}) => runInProcess(scratch, line, { ...server.env, ...epoch, ...env });

describe.each([
  ['all', ''],
  ['filtered', "--include '**/*.csv' --exclude sub/tmp"],
  ['blake3', '--algorithm blake3'],
])('lock --scan of %s objects', (_, options) => {
  it('gives the bytes that the same files on a disk give', async () => {
    const onDisk = await run(`lock --scan data ${options}`);
    expect(await run(`lock --scan s3://evidence/2025/ ${options}`)).toEqual(onDisk);
    expect(onDisk.exit).toBe(0);
  });
});

it('vacuum | hashbytes | lock gives the same lock as lock --scan, and records that differ only in where they are', async () => {
  expect((await run('vacuum s3://evidence/2025 | hashbytes | lock')).out).toBe((await run('lock --scan data')).out);
  const records = async (root: string) =>
    (await run(`vacuum ${root} | hashbytes`)).out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const [objects, files] = [await records('s3://evidence/2025'), await records('data')];
  const same = ({ path: _path, root: _root, mtime: _mtime, etag: _etag, ...rest }: Record<string, unknown>) => rest;
  expect(objects.map(same)).toEqual(files.map(same));
  expect(objects[0]).toMatchObject({ path: 's3://evidence/2025/a b+c%41.txt', root: 's3://evidence/2025', etag: expect.any(String) });
});

it('hashbytes takes files and objects from one stream', async () => {
  const { out } = await run('vacuum s3://evidence/2025/sub > objects; vacuum data/sub > files; cat files objects files | hashbytes');
  const hashes = out
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { bytes_hash: string }).bytes_hash);
  const [a, b] = ['a\n', 'b\n'].map((text) => digestOf(Buffer.from(text)));
  expect(hashes).toEqual([a, b, a, b, a, b]);
});

it('the shards of a scan are the whole', async () => {
  const parts = [0, 1, 2].map((index) => `lock --scan s3://evidence/2025 --shard ${index}/3 -o part-${index}`);
  await run(`${parts.join('; ')}; lock merge part-0 part-1 part-2 -o merged.json`);
  expect(readFileSync(join(scratch, 'merged.json'), 'utf8')).toBe((await run('lock --scan data')).out);
});

it('the ranges of a plan are the whole', async () => {
  await run('lock --scan data -o whole.json; lock plan whole.json --parts 3 -o plan.json');
  const parts = [0, 1, 2].map((index) => `lock --scan s3://evidence/2025 --plan plan.json --shard ${index}/3 -o range-${index}`);
  await run(`${parts.join('; ')}; lock merge range-0 range-1 range-2 -o ranges.json`);
  expect(readFileSync(join(scratch, 'ranges.json'), 'utf8')).toBe((await run('lock --scan data')).out);
});

it('each range is listed alone', async () => {
  const names = Array.from({ length: 30 }, (_, number) => `f${String(number).padStart(2, '0')}`);
  for (const name of names) await putObject(server, `evidence/ranges/${name}`, Buffer.from(name));
  const bounds = [null, 'f09', 'f19x', null];
  for (const [index, after] of bounds.slice(0, -1).entries()) {
    const range = { after, through: bounds[index + 1] as string | null };
    const before = requestsOf(server).length;
    const found = (await listed(openTree(server, 's3://evidence/ranges'), range)).map(({ name }) => name);
    expect(found).toEqual(names.slice(index * 10, index * 10 + 10));
    // Ten keys are on four pages of three.
    expect(requestsOf(server).length - before).toBeLessThanOrEqual(5);
  }
});

it('vacuum takes the URL of a store alone', async () => {
  expect(await run('vacuum data s3://evidence/2025')).toMatchObject({
    exit: 2,
    err: expect.stringContaining('expected no other ROOT beside the URL of a store'),
  });
});

it('lock --scan refuses a prefix without objects and a bucket that does not exist', async () => {
  expect(await run('lock --scan s3://evidence/none')).toMatchObject({ exit: 2, out: expect.stringContaining('"code":"E_EMPTY"') });
  expect(await run('lock --scan s3://nowhere/x')).toMatchObject({ exit: 2, out: expect.stringContaining('"s3_code":"NoSuchBucket"') });
});

it('an object that was replaced or removed after it was listed is a skip', async () => {
  const tree = openTree(server, 's3://evidence/moving');
  for (const name of ['a', 'b']) await putObject(server, `evidence/moving/${name}`, Buffer.from('first'));
  const [a, b] = (await listed(tree)) as [never, never];
  await putObject(server, 'evidence/moving/a', Buffer.from('other'));
  expect(await tree.read(a, 'sha256')).toEqual({ kind: 'changed', size: null });
  expect(await tree.read(b, 'sha256')).toMatchObject({ kind: 'read', size: 5 });
  expect(await tree.read({ name: 'c', size: 1, etag: 'x' }, 'sha256')).toEqual({ kind: 'missing' });
  const { out } = await run('vacuum s3://evidence/moving > moving.jsonl');
  expect(out).toBe('');
  await putObject(server, 'evidence/moving/a', Buffer.from('longer than before'));
  const hashed = await run('hashbytes moving.jsonl');
  expect(hashed.exit).toBe(1);
  expect(hashed.out).toContain('"error":"CHANGED_DURING_READ: size or time changed while it was read"');
  expect(hashed.out).toContain(digestOf(Buffer.from('first')));
});

it.each(['\u{fffd}', 'a\nb', '\0', ''])('a record whose ETag no object can have is a skip: %j', async (etag) => {
  await putObject(server, 'evidence/etags/a', Buffer.from('a'));
  await run('vacuum s3://evidence/etags > etags.jsonl');
  const record = JSON.parse(readFileSync(join(scratch, 'etags.jsonl'), 'utf8'));
  writeFileSync(join(scratch, 'other.jsonl'), `${JSON.stringify({ ...record, etag })}\n`);
  const { exit, out } = await run('hashbytes other.jsonl');
  expect([exit, out]).toEqual([1, expect.stringContaining('CHANGED_DURING_READ')]);
});

it('a long object is read in ranges, each under the condition of its ETag', async () => {
  const asked = requestsOf(server).length;
  const tree = openTree(server, 's3://evidence/2025');
  const long = (await listed(tree)).find(({ name }) => name === 'long.bin');
  if (long === undefined) throw new Error('it is not listed');
  const whole = digestOf(readFileSync(join(scratch, 'data/long.bin')));
  expect(await tree.read(long, 'sha256')).toEqual({ kind: 'read', hex: whole.slice('sha256:'.length), size: long.size });
  const ranges = requestsOf(server)
    .slice(asked)
    .filter((line) => line.endsWith('long.bin 206'));
  expect(ranges).toHaveLength(3);
});

it('a server that ignores ranges and conditions is read whole, and its ETags are compared', async () => {
  const careless = await startStrictS3({ lacksRanges: true, lacksConditions: true });
  try {
    const bytes = readFileSync(join(scratch, 'data/long.bin'));
    await putObject(careless, 'evidence/x/long.bin', bytes);
    const tree = openTree(careless, 's3://evidence/x');
    const [long] = (await listed(tree)) as [never];
    expect(await tree.read(long, 'sha256')).toMatchObject({ kind: 'read', hex: digestOf(bytes).slice('sha256:'.length) });
    await putObject(careless, 'evidence/x/long.bin', bytes.fill('z'));
    expect(await tree.read(long, 'sha256')).toEqual({ kind: 'changed', size: null });
  } finally {
    await careless.stop();
  }
});

it('the ledger records the URL without a password', async () => {
  await run('lock --scan s3://me:hunter2@evidence/2025');
  expect(readFileSync(join(scratch, '.epistemic/witness.jsonl'), 'utf8')).not.toContain('hunter2');
});
