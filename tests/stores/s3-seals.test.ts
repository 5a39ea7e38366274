/** Seals in a bucket whose server does not let us list, breaks off, or sends something else: the pack is there in any case. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { runInProcess } from '../faults/run-in-process.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { type FaultProxy, type Passing, startFaultProxy } from '../servers/fault-proxy.ts';
import type { StartedS3 } from '../set-up/s3rver.ts';
import { startStrictS3 } from '../set-up/strict-s3.ts';
import { makeSeal } from '../sign/seals.ts';
import { type SamplePack, samplePack } from './sample-pack.ts';

const scratch = scratchFolder('s3-seals');
const DENIED = { kind: 'status', status: 403, body: '<Error><Code>AccessDenied</Code></Error>' } as const;
const STORE = 's3://evidence/packs';
let server: StartedS3;
let proxy: FaultProxy;
let pack: SamplePack;

beforeAll(async () => {
  server = await startStrictS3({});
  proxy = await startFaultProxy(server.env['AWS_ENDPOINT_URL_S3'] as string);
  pack = samplePack(join(scratch, 'december'), { a: 'signed' });
  const lines = ['one', 'two'].map((note) => makeSeal({ bytes: pack.manifest, kind: 'pack', id: pack.packId, note }));
  writeFileSync(join(scratch, 'december.seals.jsonl'), `${lines.join('\n')}\n`);
});
afterEach(() => proxy.clear());
afterAll(async () => {
  await proxy.stop();
  await server.stop();
});

const run = async (line: string) => {
  const { exit, out, err } = await runInProcess(scratch, line, { ...server.env, AWS_ENDPOINT_URL_S3: proxy.origin, CUSTODY_STORE: STORE });
  return { exit, err, ...(JSON.parse(out) as { seals?: object; not_checked?: readonly object[]; outcome: string }) };
};
const onList = ({ path }: Passing): boolean => path.includes('list-type=2');
const onSeal = ({ path, method }: Passing): boolean => method === 'GET' && path.includes('.seals/') && !path.includes('list-type=2');

it('keys that may not list push seals, and adding them again changes nothing', async () => {
  proxy.inject({ ...DENIED, when: onList });
  expect(await run('pack push december --json')).toMatchObject({ exit: 0, seals: { carried: 2, present: 0 } });
  expect(await run('pack push december --json')).toMatchObject({ exit: 0, seals: { carried: 0, present: 2 } });
});

it('keys that may not list pull the pack without its seals, and that is said', async () => {
  proxy.inject({ ...DENIED, when: onList });
  const pulled = await run(`pack pull ${pack.packId} --out denied --json`);
  expect(pulled).toMatchObject({ exit: 0, seals: { carried: 0, left_out: [], error: expect.stringContaining('AccessDenied') } });
  expect(pulled.err).toContain('could not be read, and stay behind');
  expect(existsSync(join(scratch, 'denied.seals.jsonl'))).toBe(false);
  const judged = await run(`custody verify ${STORE}@${pack.packId} --json`);
  expect(judged.not_checked).toContainEqual({ what: 'its seals', reason: expect.stringContaining('AccessDenied') });
});

it('a server that sends other bytes for a seal gives the pack and the seals that are right', async () => {
  proxy.inject({ kind: 'flip-response', at: 20, times: 1, when: onSeal });
  const pulled = await run(`pack pull ${pack.packId} --out flipped --json`);
  expect(pulled).toMatchObject({ exit: 0, seals: { carried: 1, left_out: [{ code: 'DAMAGED_SEAL' }] } });
  expect(readFileSync(join(scratch, 'flipped.seals.jsonl'), 'utf8').trimEnd().split('\n')).toHaveLength(1);
});

it('a server that drops the connection is asked again, and one that never sends the seals still gives the pack', async () => {
  proxy.inject({ kind: 'drop-response', after: 10, times: 1, when: onSeal });
  expect(await run(`pack pull ${pack.packId} --out again --json`)).toMatchObject({ exit: 0, seals: { carried: 2 } });
  proxy.inject({ kind: 'status', status: 403, body: '<Error><Code>AccessDenied</Code></Error>', when: onSeal });
  expect(await run(`pack pull ${pack.packId} --out never --json`)).toMatchObject({
    exit: 0,
    seals: { carried: 0, error: expect.any(String) },
  });
  expect(existsSync(join(scratch, 'never', 'manifest.json'))).toBe(true);
});
