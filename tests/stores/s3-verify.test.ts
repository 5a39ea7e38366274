/** `lock verify --root s3://…`: how strongly each object was checked, and never more than was done. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { compareUtf8 } from '#core/bytes/order';
import { runInProcess } from '../faults/run-in-process.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { startFaultProxy } from '../servers/fault-proxy.ts';
import type { StartedS3 } from '../set-up/s3rver.ts';
import { startStrictS3 } from '../set-up/strict-s3.ts';
import { putFolder, putObject } from './object-tree.ts';
import { requestsOf } from './s3-fixture.ts';

const scratch = scratchFolder('s3-verify');
let server: StartedS3;
let count = 0;
let at: string;

beforeAll(async () => {
  server = await startStrictS3();
  mkdirSync(join(scratch, 'data/sub'), { recursive: true });
  for (const name of ['a', 'b', 'sub/c']) writeFileSync(join(scratch, 'data', name), `file ${name}`);
  await run('lock --scan data -o d.json');
});
beforeEach(async () => {
  at = `evidence/run-${count++}`;
  await putFolder(server, at, join(scratch, 'data'));
});
afterAll(() => server.stop());

const run = (line: string) => runInProcess(scratch, line, server.env);

interface Report {
  readonly outcome: string;
  readonly members: {
    readonly failures: readonly { reason: string; path: string }[];
    readonly strength: object;
    readonly verified: number;
  };
}

async function verify(options = ''): Promise<Report> {
  const { out } = await run(`lock verify d.json --root s3://${at} --json ${options}`);
  return JSON.parse(out) as Report;
}

it('reads every object by default, and says so', async () => {
  expect(await verify()).toMatchObject({ outcome: 'VERIFY_OK', members: { strength: { read: 3 }, verified: 3, root: `s3://${at}` } });
});

it('accepts the SHA-256 that the store states, if that is strong enough, and reads nothing', async () => {
  const before = requestsOf(server).length;
  const report = await verify('--strength store-checksum');
  expect(report).toMatchObject({ outcome: 'VERIFY_OK', members: { strength: { read: 0, 'store-checksum': 3 }, verified: 0 } });
  expect(
    requestsOf(server)
      .slice(before)
      .some((line) => line.startsWith(`GET /${at}/`)),
  ).toBe(false);
});

it('accepts sizes from the list alone only if that is enough', async () => {
  await putObject(server, `${at}/a`, Buffer.from('FILE a'));
  expect(await verify('--strength size-only')).toMatchObject({
    outcome: 'VERIFY_OK',
    members: { strength: { 'size-only': 3 }, verified: 0 },
  });
  for (const strength of ['cached', 'etag-unchanged', 'store-checksum', 'read'])
    expect(await verify(`--strength ${strength}`)).toMatchObject({ outcome: 'VERIFY_FAILED', members: { failed: 1 } });
});

it('reports objects that are missing, other, of another size, or in addition', async () => {
  await putObject(server, `${at}/a`, Buffer.from('FILE a'));
  await putObject(server, `${at}/b`, Buffer.from('longer than before'));
  await putObject(server, `${at}/extra`, Buffer.from('x'));
  const found = async (options: string) => (await verify(options)).members.failures.map(({ reason, path }) => `${reason} ${path}`);
  expect(await found('')).toEqual(['HASH_MISMATCH a', 'SIZE_MISMATCH b']);
  expect(await found('--closed')).toEqual(['HASH_MISMATCH a', 'SIZE_MISMATCH b', 'EXTRA extra']);
  expect(await found("--closed --only 'sub/**'")).toEqual([]);
  at = 'evidence/none';
  expect(await found('')).toEqual(['MISSING a', 'MISSING b', 'MISSING sub/c']);
});

it.each(['--content', '--confined', '--no-follow'])('refuses %s, which needs a folder', async (option) => {
  const { exit, err } = await run(`lock verify d.json --root s3://${at} ${option}`);
  expect([exit, err]).toEqual([2, expect.stringContaining('needs a folder as --root')]);
});

it('a receipt shows which objects are unchanged, and the others are checked more strongly', async () => {
  await run(`lock --scan s3://${at} --receipt d.receipt -o s.json --force --created 2026-01-15T10:30:00Z`);
  const judge = async (options: string) => {
    const before = requestsOf(server).length;
    const { out, err } = await run(`lock verify s.json --root s3://${at} --json ${options}`);
    return { ...(JSON.parse(out) as Report), err, asked: requestsOf(server).length - before };
  };
  const unchanged = '--receipt d.receipt --strength etag-unchanged';
  expect(await judge(unchanged)).toMatchObject({ outcome: 'VERIFY_OK', asked: 1, members: { strength: { read: 0, 'etag-unchanged': 3 } } });
  expect(await judge('--receipt d.receipt')).toMatchObject({ members: { strength: { read: 3 } } });
  await putObject(server, `${at}/a`, Buffer.from('FILE a'));
  expect(await judge(unchanged)).toMatchObject({ outcome: 'VERIFY_FAILED', members: { failed: 1, strength: { 'etag-unchanged': 2 } } });
  expect(await judge('--receipt d.receipt --strength size-only')).toMatchObject({
    outcome: 'VERIFY_FAILED',
    members: { failed: 1, strength: { read: 0, 'etag-unchanged': 2 } },
  });
  await putObject(server, `${at}/a`, Buffer.from('file a'));
  await run('head -2 d.receipt > cut; lock --scan data -o other.json --note x --force');
  for (const [file, reason] of [
    ['cut', 'expected 3 members, found 1'],
    ['nowhere', 'No such file or directory'],
    ['s.json', 'the first line is not the head'],
  ] as const) {
    const judged = await judge(`--receipt ${file} --strength etag-unchanged`);
    expect(judged).toMatchObject({ outcome: 'VERIFY_OK', members: { strength: { read: 0, 'store-checksum': 3 } } });
    expect(judged.err).toContain(`the receipt ${file} is not used: ${reason}`);
  }
  expect((await run(`lock verify other.json --root s3://${at} --receipt d.receipt`)).err).toContain('it is about another lock');
});

it('a receipt is about one place: the same ETag elsewhere may be that of another object', async () => {
  await run(`lock --scan s3://${at} --receipt d.receipt -o s.json --force --created 2026-01-15T10:30:00Z`);
  const unchanged = '--receipt d.receipt --strength etag-unchanged --json';
  expect((await run(`lock verify s.json --root S3://${at}/ ${unchanged}`)).out).toContain('"etag-unchanged":3');
  await putFolder(server, `${at}-copy`, join(scratch, 'data'));
  const { exit, out, err } = await run(`lock verify s.json --root s3://${at}-copy ${unchanged}`);
  expect([exit, JSON.parse(out).members.strength]).toEqual([0, { read: 0, 'store-checksum': 3 }]);
  expect(err).toContain(`the receipt d.receipt is not used: it is about s3://${at}`);
});

it('a receipt has no ETag of an object whose answer had none: its bytes may be those of another version', async () => {
  const proxy = await startFaultProxy(server.env['AWS_ENDPOINT_URL_S3'] as string);
  onTestFinished(() => proxy.stop());
  proxy.inject({ kind: 'headers', headers: { etag: null }, when: ({ path }) => path.endsWith('/a') });
  const through = { ...server.env, AWS_ENDPOINT_URL_S3: proxy.origin };
  await runInProcess(scratch, `lock --scan s3://${at} --receipt d.receipt -o s.json --force --created 2026-01-15T10:30:00Z`, through);
  const { out } = await run(`lock verify s.json --root s3://${at} --receipt d.receipt --strength etag-unchanged --json`);
  expect(JSON.parse(out).members.strength).toEqual({ read: 0, 'store-checksum': 1, 'etag-unchanged': 2 });
});

it('a receipt replaces nothing but a receipt, and needs a scan or objects', async () => {
  const { exit, out } = await run(`lock --scan s3://${at} --receipt data/a`);
  expect([exit, out]).toEqual([2, expect.stringContaining('"code":"E_EXISTS"')]);
  for (const line of [
    'lock data/a --receipt r',
    `lock --scan s3://${at} --shard 0/2 -o p --receipt r`,
    'lock verify d.json --root data --receipt r',
  ])
    expect((await run(line)).err).toContain('--receipt needs');
});

it('reads only the objects of a sample, and says what that proves', async () => {
  const before = requestsOf(server).length;
  const report = await verify('--sample 2 --seed s');
  const read = requestsOf(server)
    .slice(before)
    .filter((line) => line.startsWith(`GET /${at}/`));
  const { paths } = (report.members as unknown as { sample: { paths: readonly string[] } }).sample;
  expect(report).toMatchObject({
    outcome: 'VERIFY_PARTIAL',
    members: { verified: 2, not_selected: 1, sample: { drawn: 2, population: 3 } },
  });
  // They are read at the same time, and arrive in any order.
  expect(read.map((line) => line.slice(`GET /${at}/`.length).split(' ')[0] as string).sort(compareUtf8)).toEqual(paths);
  const left = ['a', 'b', 'sub/c'].find((path) => !paths.includes(path)) as string;
  await putObject(server, `${at}/${left}`, Buffer.from('another'));
  expect(await verify('--sample 2 --seed s')).toMatchObject({ outcome: 'VERIFY_PARTIAL' });
  expect(await verify('--sample 100% --seed s')).toMatchObject({
    outcome: 'VERIFY_FAILED',
    members: { sample: { intact_at_least: null } },
  });
  await putObject(server, `${at}/${paths[0]}`, Buffer.from('another'));
  expect(await verify('--sample 2 --seed s')).toMatchObject({ outcome: 'VERIFY_FAILED', members: { failed: 1, not_selected: 1 } });
  expect((await run(`custody verify d.json --root s3://${at} --sample 1 --json`)).exit).toBe(1);
});

it('custody verify gives the same verdict, and names the URL', async () => {
  const verdict = async () => {
    const { exit, out } = await run(`custody verify d.json --root s3://${at} --json`);
    return [exit, JSON.parse(out)] as const;
  };
  expect(await verdict()).toEqual([0, expect.objectContaining({ outcome: 'OK', root: { how: 'option', path: `s3://${at}` } })]);
  await putObject(server, `${at}/a`, Buffer.from('FILE a'));
  expect(await verdict()).toEqual([1, expect.objectContaining({ outcome: 'FAILED' })]);
});

it('opens no connection for a lock that does not match its own hash', async () => {
  await run('sed s/file/FILE/ d.json > e.json; sed -i \'s/"size":6/"size":7/\' e.json');
  const before = requestsOf(server).length;
  expect((await run(`lock verify e.json --root s3://${at}`)).exit).toBe(1);
  expect(requestsOf(server)).toHaveLength(before);
});
