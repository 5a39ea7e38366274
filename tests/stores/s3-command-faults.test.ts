/** The commands over objects while the store fails: what was not read is never OK, and no run is without an end. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { runInProcess } from '../faults/run-in-process.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { type FaultProxy, type Passing, startFaultProxy } from '../servers/fault-proxy.ts';
import type { StartedS3 } from '../set-up/s3rver.ts';
import { startStrictS3 } from '../set-up/strict-s3.ts';
import { putFolder, putObject } from './object-tree.ts';

const scratch = scratchFolder('s3-command-faults');
const ROOT = 's3://evidence/tree';
/** A failure that may pass is repeated at once. */
const slowDown = {
  kind: 'status',
  status: 503,
  headers: { 'retry-after': '0' },
  body: '<Error><Code>SlowDown</Code></Error>',
} as const;
const long = Buffer.alloc((18 << 20) + 1, 'long ');
let server: StartedS3;
let proxy: FaultProxy;

beforeAll(async () => {
  server = await startStrictS3({ pageSize: 2 });
  proxy = await startFaultProxy(server.env['AWS_ENDPOINT_URL_S3'] as string);
  mkdirSync(join(scratch, 'data'));
  for (const name of ['a', 'b', 'c']) writeFileSync(join(scratch, 'data', name), `object ${name}`);
  writeFileSync(join(scratch, 'data/long.bin'), long);
  await putFolder(server, 'evidence/tree', join(scratch, 'data'));
  await run('lock --scan data -o d.json --created 2026-01-15T10:30:00Z');
});
afterEach(() => proxy.clear());
afterAll(async () => {
  await proxy.stop();
  await server.stop();
});

const run = (line: string) => runInProcess(scratch, line, { ...server.env, AWS_ENDPOINT_URL_S3: proxy.origin });
const onList = ({ path }: Passing): boolean => path.includes('list-type=2');
const onObject = (name: string) => (request: Passing) => !onList(request) && request.path.includes(`/tree/${name}`);
const verify = async () => {
  const { exit, out } = await run(`lock verify d.json --root ${ROOT} --json --jobs 2`);
  return { exit, ...(JSON.parse(out) as object) };
};
const scan = (name: string) => run(`lock --scan ${ROOT} -o ${name} --created 2026-01-15T10:30:00Z --jobs 2; cmp d.json ${name}`);

it('SlowDown that passes costs only time', async () => {
  proxy.inject({ ...slowDown, times: 4 });
  expect(await verify()).toMatchObject({ exit: 0, members: { verified: 4 } });
  proxy.inject({ ...slowDown, times: 4 });
  expect((await scan('slow.json')).exit).toBe(0);
});

it('an object that never comes is a skip, of the lock and of the verdict', async () => {
  proxy.inject({ ...slowDown, when: onObject('b') });
  expect(await verify()).toMatchObject({ exit: 1, outcome: 'VERIFY_PARTIAL', members: { verified: 3, skips: [{ path: 'b' }] } });
  expect(await run(`lock --scan ${ROOT} -o partial.json --jobs 2`)).toMatchObject({ exit: 1 });
  expect((await run(`lock --scan ${ROOT} --strict -o strict.json --jobs 2`)).exit).toBe(2);
});

it('a key that is listed twice is refused', async () => {
  const body =
    '<ListBucketResult><KeyCount>2</KeyCount><IsTruncated>false</IsTruncated><Contents><Key>tree/a</Key><Size>8</Size></Contents><Contents><Key>tree/a</Key><Size>8</Size></Contents></ListBucketResult>';
  proxy.inject({ kind: 'status', status: 200, body, when: onList });
  for (const line of [
    `lock verify d.json --root ${ROOT}`,
    `lock --scan ${ROOT} -o twice.json`,
    `vacuum ${ROOT}`,
    `custody verify d.json --root ${ROOT}`,
  ]) {
    const { exit, out } = await run(line);
    expect([line, exit, out]).toEqual([line, 2, expect.stringContaining('names an object twice')]);
  }
});

it('an object that is replaced between two ranges is never verified', async () => {
  const isSecond = (request: Passing): boolean => request.headers.range?.startsWith('bytes=8388608-') === true;
  proxy.inject({ kind: 'status', status: 412, when: isSecond });
  expect(await verify()).toMatchObject({ exit: 1, outcome: 'VERIFY_PARTIAL', members: { verified: 3, skips: [{ path: 'long.bin' }] } });
  expect(await run(`lock --scan ${ROOT} -o replaced.json`)).toMatchObject({ exit: 1 });
  proxy.clear();
  await putObject(server, 'evidence/tree/long.bin', Buffer.concat([long.subarray(1), Buffer.from('x')]));
  expect(await verify()).toMatchObject({
    exit: 1,
    outcome: 'VERIFY_FAILED',
    members: { failures: [{ path: 'long.bin', reason: 'HASH_MISMATCH' }] },
  });
});
