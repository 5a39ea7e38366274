/** `custody serve` as a process: it says where it is, ends when it is asked to, and writes nothing. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { bin, environment, refusalIn, start } from '../faults/program.ts';
import { runInProcess } from '../faults/run-in-process.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';

const scratch = scratchFolder('serve-process');

beforeAll(async () => {
  mkdirSync(join(scratch, 'data'));
  writeFileSync(join(scratch, 'data/a.csv'), 'id\n1\n');
  await runInProcess(scratch, 'lock --scan data --created 2026-01-15T10:30:00Z -o d.lock.json --no-witness');
});

async function served(...words: readonly string[]) {
  const child = spawn(join(bin, 'custody'), ['serve', ...words], {
    cwd: scratch,
    env: environment(scratch, {}),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let err = '';
  child.stderr.on('data', (bytes: Buffer) => {
    err += bytes.toString();
  });
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, url: line.toString().trim(), ended, said: () => err };
}

it.each(['SIGINT', 'SIGTERM'] as const)('ends cleanly by %s, also while a client is connected, and has written nothing', async (signal) => {
  const before = readdirSync(scratch, { recursive: true, encoding: 'utf8' }).sort();
  const { child, url, ended, said } = await served('.');
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  expect((await fetch(`${url}api/evidence`)).status).toBe(200);
  const client = connect(Number(new URL(url).port), '127.0.0.1')
    .on('error', () => {})
    .resume();
  await once(client, 'connect');
  child.kill(signal);
  expect(await ended).toEqual([0, null]);
  expect(said()).toBe('custody: serving ., read-only and not verified; Ctrl-C ends it\n');
  expect(readdirSync(scratch, { recursive: true, encoding: 'utf8' }).sort()).toEqual(before);
});

it('refuses an absent store, and an address that is not of this machine', async () => {
  const store = refusalIn((await runInProcess(scratch, 'custody serve file:nowhere')).out);
  expect(store.message).toBe('cannot read the store file:nowhere — No such file or directory');
  const address = refusalIn((await runInProcess(scratch, 'custody serve data --host 203.0.113.1 --port 8080')).out);
  expect(address.message).toBe('cannot listen on port 8080 of 203.0.113.1: Not an address of this machine');
});

it('refuses a port that another program uses', async () => {
  const { url } = await served('.');
  const { port } = new URL(url);
  const { exit, out } = await start(scratch, ['custody', 'serve', '.', '--port', port]).ended;
  expect(exit).toBe(2);
  expect(refusalIn(out)).toMatchObject({ code: 'E_IO', message: expect.stringContaining('Address already in use') });
});

it('warns where others than this machine can reach it, and answers to addresses alone', async () => {
  const { url, child, ended, said } = await served('.', '--host', '0.0.0.0');
  const { port } = new URL(url);
  const statusFor = async (host: string): Promise<string> => {
    const client = connect(Number(port), '127.0.0.1');
    client.write(`GET /api/evidence HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
    let text = '';
    for await (const bytes of client) text += bytes;
    return text.slice(9, 12);
  };
  expect(await Promise.all(['192.0.2.7', 'localhost', 'evil.example'].map(statusFor))).toEqual(['200', '200', '421']);
  child.kill('SIGINT');
  await ended;
  expect(said()).toContain('custody: warning: everybody who can reach 0.0.0.0 can read what is served: there is no password and no TLS\n');
});
