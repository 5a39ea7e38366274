/** A run that is ended while it waits for a server: what it had begun to write is gone, one line says so, and it ends by the signal. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { scratchFolder } from '../../helpers/scratch-folder.ts';
import { type FaultProxy, startFaultProxy } from '../../servers/fault-proxy.ts';
import type { StartedS3 } from '../../set-up/s3rver.ts';
import { startStrictS3 } from '../../set-up/strict-s3.ts';
import { pause, start } from '../program.ts';
import { runInProcess } from '../run-in-process.ts';

const scratch = scratchFolder('interrupted');
const STORE = 's3://evidence/packs';
let server: StartedS3;
let proxy: FaultProxy;
let packId = '';

beforeAll(async () => {
  server = await startStrictS3({});
  proxy = await startFaultProxy(server.env['AWS_ENDPOINT_URL_S3'] as string);
  mkdirSync(join(scratch, 'data'));
  writeFileSync(join(scratch, 'data/large'), 'a file that is kept in the store');
  writeFileSync(join(scratch, 'data/small'), 'a member');
  const sealed = await runInProcess(
    scratch,
    `pack seal data --by-reference 20 --store ${STORE} --output p; pack push p --store ${STORE}`,
    env(),
  );
  expect(sealed).toMatchObject({ exit: 0 });
  packId = /sha256:[0-9a-f]{64}/.exec(sealed.out)?.[0] ?? '';
});
beforeEach(() => proxy.clear());
afterAll(async () => {
  await proxy.stop();
  await server.stop();
});

const env = (): Record<string, string> => ({ ...server.env, AWS_ENDPOINT_URL_S3: proxy.origin });

const commands: Readonly<Record<string, () => [string, ...string[]]>> = {
  'pack pull': () => ['pack', 'pull', packId, '--store', STORE, '--out', 'out/new'],
  'pack fetch': () => ['pack', 'fetch', 'p', '--store', STORE, '--out', 'out/new'],
};

it.each(Object.keys(commands).flatMap((name) => (['SIGINT', 'SIGTERM'] as const).map((signal) => [name, signal] as const)))(
  '%s, %s',
  async (name, signal) => {
    mkdirSync(join(scratch, 'out'), { recursive: true });
    const isBlob = ({ path }: { readonly path: string }): boolean => path.includes('/blobs/');
    proxy.inject({ kind: 'delay', ms: 60_000, when: isBlob });
    const run = start(scratch, [...(commands[name] as () => [string, ...string[]])(), '--no-witness'], env());
    while (!proxy.requests.some(isBlob)) await pause(5);
    expect(readdirSync(join(scratch, 'out'))).toHaveLength(1);
    run.kill(signal);
    expect(await run.ended).toMatchObject({ exit: null, out: '', err: 'pack: interrupted; nothing was written\n' });
    expect(readdirSync(join(scratch, 'out'))).toEqual([]);
  },
);
