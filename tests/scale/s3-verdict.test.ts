/** `lock verify --root s3://… --shard I/N`: the parts of all shards together are the verdict of one machine, byte for byte. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runInProcess } from '../faults/run-in-process.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { type FaultProxy, startFaultProxy } from '../servers/fault-proxy.ts';
import type { StartedS3 } from '../set-up/s3rver.ts';
import { startStrictS3 } from '../set-up/strict-s3.ts';
import { putObject } from '../stores/object-tree.ts';

const scratch = scratchFolder('s3-verdict');
const whole = 's3://evidence/whole';
const damaged = 's3://evidence/damaged';
const members = Array.from({ length: 20 }, (_, number) => `d${number % 3}/\u{e9} ${number}.csv`);
const [changed, longer, missing, closedOff, ...intact] = members as [string, string, string, string, ...string[]];
let server: StartedS3;
let proxy: FaultProxy;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  server = await startStrictS3({ pageSize: 7, buckets: ['evidence', 'other'] });
  proxy = await startFaultProxy(server.env['AWS_ENDPOINT_URL_S3'] as string);
  env = { ...server.env, AWS_ENDPOINT_URL_S3: proxy.origin };
  const put = (place: string, name: string, text = `object ${name}`) => putObject(server, `${place}/${name}`, Buffer.from(text));
  for (const place of ['evidence/whole', 'other/whole']) {
    for (const name of members) await put(place, name);
    await put(place, 'C:x');
  }
  for (const name of [closedOff, ...intact, 'C:x', 'D:y', 'd1/extra', 'extra']) await put('evidence/damaged', name);
  await put('evidence/damaged', changed, `OBJECT ${changed}`);
  await put('evidence/damaged', longer, `object ${longer} and more`);
  await run(`lock --scan ${whole} --created 2026-01-15T10:30:00Z -o d.json`);
});
afterEach(() => proxy.clear());
afterAll(async () => {
  await proxy.stop();
  await server.stop();
});

const run = (line: string, more: Readonly<Record<string, string>> = {}) => runInProcess(scratch, line, { ...env, ...more });
const task = (root: string, shard: string, part: string, options = '') =>
  run(`lock verify d.json --root ${root} --shard ${shard} --created 2026-02-01T02:00:00Z --output ${part} ${options}`);

/** The names of all parts. */
async function parts(root: string, count: number, options = ''): Promise<string> {
  rmSync(join(scratch, 'parts'), { recursive: true, force: true });
  mkdirSync(join(scratch, 'parts'));
  const names = Array.from({ length: count }, (_, index) => `parts/${index}`);
  for (const [index, name] of names.entries()) expect(await task(root, `${index}/${count}`, name, options)).toMatchObject({ exit: 0 });
  return names.join(' ');
}

/** One object may not be read. */
function forbid(): void {
  const body = '<Error><Code>AccessDenied</Code></Error>';
  proxy.inject({
    kind: 'status',
    status: 403,
    body,
    when: ({ path }) => !path.includes('?') && decodeURIComponent(path).includes(closedOff),
  });
}

describe.each([1, 3, 8])('of %i shards', (count) => {
  it.each([whole, damaged])('the merged verdict on %s is that of one machine', async (root) => {
    if (root === damaged) forbid();
    const single = await run(`custody verify d.json --root ${root} --json`);
    expect(JSON.parse(single.out)).toMatchObject({ outcome: root === damaged ? 'FAILED' : 'OK', coverage: { expected: members.length } });
    const merged = await run(`custody verdict merge ${await parts(root, count)} --json`);
    expect([merged.exit, merged.out]).toEqual([single.exit, single.out]);
  });

  it.each(['--closed', "--only 'd1/**'", "--closed --only 'd1/**'"])('the report has the bytes of lock verify %s', async (options) => {
    forbid();
    const single = await run(`lock verify d.json --root ${damaged} --json ${options}`);
    const merged = await run(`custody verdict merge ${await parts(damaged, count, options)} --json`);
    expect(merged).toMatchObject({ exit: 1, out: expect.stringContaining(`"report":${single.out}`) });
  });

  it('each object is read once, and only a member of the right size is', async () => {
    const before = proxy.requests.length;
    await parts(damaged, count, '--closed');
    const read = proxy.requests
      .slice(before)
      .flatMap(({ path }) => /^\/evidence\/damaged\/(.+)$/.exec(decodeURIComponent(path))?.[1] ?? []);
    expect(read.sort()).toEqual([changed, closedOff, ...intact].sort());
  });
});

it('a task lists only the range of its shard', async () => {
  for (let index = 0; index < 6; index++) {
    const before = proxy.requests.length;
    await task(damaged, `${index}/6`, 'part', '--closed');
    const lists = proxy.requests.slice(before).filter(({ path }) => path.includes('list-type=2'));
    // All 26 objects are on four pages of seven; a range of three or four members is on one, and the next may be requested.
    expect(lists.length).toBeLessThanOrEqual(2);
    expect(lists[0]?.path.includes('start-after')).toBe(index > 0);
  }
});

it('more shards than members are the whole too', async () => {
  const merged = await run(`custody verdict merge ${await parts(damaged, 30, '--closed')} --json`);
  const { report } = JSON.parse(merged.out) as { report: unknown };
  expect(report).toEqual(JSON.parse((await run(`lock verify d.json --root ${damaged} --closed --json`)).out));
});

it('a lock without members is divided by hash, so that no object is an extra of two shards', async () => {
  await run(`lock --scan s3://evidence/whole --include 'C:*' --created 2026-01-15T10:30:00Z -o skips.json`);
  const tasks = [0, 1, 2].map(
    (index) => `lock verify skips.json --root ${damaged} --closed --shard ${index}/3 --created 2026-02-01T02:00:00Z -o skips-${index}`,
  );
  await run(tasks.join('; '));
  const merged = await run('custody verdict merge skips-0 skips-1 skips-2 --json');
  const single = await run(`lock verify skips.json --root ${damaged} --closed --json`);
  expect(merged.out).toContain(`"report":${single.out}`);
});

it('each kind of finding is there, in exactly one part', async () => {
  forbid();
  const merged = await run(`custody verdict merge ${await parts(damaged, 3, '--closed')} --json`);
  const { findings } = JSON.parse(merged.out) as { findings: readonly { code: string; path: string }[] };
  expect(findings.map(({ code, path }) => `${code} ${path}`).sort()).toEqual(
    [
      `HASH_MISMATCH ${changed}`,
      `SIZE_MISMATCH ${longer}`,
      `MISSING ${missing}`,
      `IO_ERROR ${closedOff}`,
      'SKIPPED_PRESENT C:x',
      'EXTRA D:y',
      'EXTRA d1/extra',
      'EXTRA extra',
    ].sort(),
  );
});

it('what concerns the whole lock is judged by the merge', async () => {
  const all = await parts(whole, 3);
  const other = `--expect sha256:${'0'.repeat(64)}`;
  for (const option of ['--strict', other]) {
    const single = await run(`lock verify d.json --root ${whole} --json ${option}`);
    const merged = await run(`custody verdict merge ${all} --json ${option}`);
    expect(merged).toMatchObject({ exit: 1, out: expect.stringContaining(`"report":${single.out}`) });
  }
});

it('a missing part, one of another bucket, and a selection of nothing are refused', async () => {
  await parts(whole, 3);
  const refusal = async (line: string) => {
    const { exit, out } = await run(line);
    return { exit, ...(JSON.parse(out) as { refusal: object }) };
  };
  expect(await refusal('custody verdict merge parts/0 parts/2')).toMatchObject({
    exit: 2,
    refusal: { code: 'E_PARTS_MISSING', detail: { missing: [[1, 1]] } },
  });
  await task('s3://other/whole', '1/3', 'parts/other');
  expect(await refusal('custody verdict merge parts/0 parts/other parts/2')).toMatchObject({
    exit: 2,
    refusal: { code: 'E_PARTS_DIFFER', detail: { path: 'parts/other', fields: ['root'] } },
  });
  expect(await refusal(`custody verdict merge ${await parts(whole, 3, '--only nothing')}`)).toMatchObject({
    exit: 2,
    refusal: { code: 'E_NO_MATCH' },
  });
});

it('the same place gives the same part, however it is typed and whoever tells the shard', async () => {
  await task(whole, '1/3', 'typed');
  await task('S3://evidence/whole/', '1/3', 'other');
  await run(`lock verify d.json --root ${whole} --shard auto/3 --created 2026-02-01T02:00:00Z --output told`, {
    JOB_COMPLETION_INDEX: '1',
  });
  const [typed, other, told] = ['typed', 'other', 'told'].map((name) => readFileSync(join(scratch, name), 'utf8'));
  expect([other, told]).toEqual([typed, typed]);
  expect(JSON.parse(typed?.split('\n')[0] as string)).toMatchObject({ root: { given: whole, path: whole } });
});

it.each([
  ['--strength size-only', '--strength does not go with --shard: it needs the whole lock'],
  ['--sample 1', '--sample does not go with --shard: it needs the whole lock'],
  ['--receipt r', '--receipt does not go with --shard: it needs the whole lock'],
  ['--strict', '--strict does not go with --shard: it belongs to custody verdict merge'],
  ['--no-follow', '--no-follow needs a folder as --root'],
  ['--confined', '--confined needs a folder as --root'],
])('%s is refused', async (option, message) => {
  expect(await task(whole, '0/2', 'none', option)).toMatchObject({ exit: 2, err: expect.stringContaining(message) });
});

it('a task is told to try again where the store is too busy, and not where nobody is let in or the lock was edited', async () => {
  proxy.inject({ kind: 'status', status: 503, headers: { 'retry-after': '0' } });
  expect(await task(whole, '0/2', 'none')).toMatchObject({ exit: 75 });
  proxy.clear();
  proxy.inject({ kind: 'status', status: 403, body: '<Error><Code>InvalidAccessKeyId</Code></Error>' });
  expect(await task(whole, '0/2', 'none')).toMatchObject({ exit: 2 });
  proxy.clear();
  const before = proxy.requests.length;
  await run('sed s/object/OBJECT/ d.json > e.json; sed -i \'s/"size":[0-9]*/"size":7/\' e.json');
  const edited = await run(`lock verify e.json --root ${whole} --shard 0/2 --created 2026-02-01T02:00:00Z --output none`);
  expect(edited).toMatchObject({ exit: 2, out: expect.stringContaining('E_TAMPERED') });
  expect([existsSync(join(scratch, 'none')), proxy.requests.length - before]).toEqual([false, 0]);
});

it('a task is told to try again where nobody listens', async () => {
  const nobody = await startFaultProxy(proxy.origin);
  await nobody.stop();
  const { exit } = await run(`lock verify d.json --root ${whole} --shard 0/2 --created 2026-02-01T02:00:00Z --output none`, {
    AWS_ENDPOINT_URL_S3: nobody.origin,
  });
  expect([exit, existsSync(join(scratch, 'none'))]).toEqual([75, false]);
});
