/** `custody timestamp` and `custody verify`, with a real authority of `openssl ts`. */

import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { timestamp, verifyTimestamp } from '../../src/index.ts';
import { runTool } from '../helpers/run-tool.ts';
import { startTimestampAuthority, type TimestampAuthority } from '../servers/timestamp-authority.ts';
import { A, B, makeSeal } from './seals.ts';

const started = await startTimestampAuthority();
const why = typeof started === 'string' ? ` (skipped: ${started})` : '';
const top = mkdtempSync(join(tmpdir(), 'custody-timestamp-'));
let count = 0;
let folder = top;

beforeEach(() => {
  folder = join(top, String(count++));
  mkdirSync(folder);
  writeFileSync(join(folder, 'data.txt'), 'hello\n');
});

afterAll(async () => {
  if (typeof started !== 'string') await started.stop();
  rmSync(top, { recursive: true, force: true });
});

interface Ran {
  readonly exit: number;
  readonly out: string;
  readonly error: string;
}

async function custody(...argv: readonly string[]): Promise<Ran> {
  const { exit, stdout, stderr } = await runTool('custody', [...argv, '--no-witness'], { cwd: folder, env: { HOME: folder } });
  return { exit, out: Buffer.from(stdout).toString(), error: Buffer.from(stderr).toString() };
}

async function refused(...argv: readonly string[]): Promise<{ readonly code: string; readonly message: string }> {
  const { exit, out } = await custody(...argv, '--json');
  expect(exit, out).toBe(2);
  return (JSON.parse(out) as { refusal: { code: string; message: string } }).refusal;
}

const path = (name: string): string => join(folder, name);
const lines = (): string[] => readFileSync(path('data.txt.seals.jsonl'), 'utf8').trimEnd().split('\n');
const sealed = (): void =>
  writeFileSync(path('data.txt.seals.jsonl'), [A, B].map((by) => `${makeSeal({ bytes: 'hello\n', by })}\n`).join(''));

interface Line {
  readonly signatures: [{ timestamps?: string[] }];
}

function changed(line: string, change: (timestamps: string[]) => string[]): string {
  const parsed = JSON.parse(line) as Line;
  parsed.signatures[0].timestamps = change(parsed.signatures[0].timestamps ?? []);
  return JSON.stringify(parsed);
}

describe.skipIf(typeof started === 'string')(`custody timestamp${why}`, () => {
  const authority = started as TimestampAuthority;
  const stamp = (...more: readonly string[]): Promise<Ran> => custody('timestamp', 'data.txt', '--tsa', authority.url, ...more);
  const judge = (...more: readonly string[]): Promise<Ran> => custody('verify', 'data.txt', ...more);
  const withRoot = ['--tsa-root', authority.root];

  it('keeps the timestamp of a file without seals beside it, for openssl too', async () => {
    expect((await stamp(...withRoot)).out).toMatch(
      /^data\.txt\.tsr 20\S+Z \(give or take 1 s\) by CN=test TSA, trusted by CN=test root\n$/,
    );
    expect(authority.openssl('ts', '-verify', '-in', path('data.txt.tsr'), '-data', path('data.txt'), '-CAfile', authority.root)).toContain(
      'Verification: OK',
    );
    const signature = ['--signature', 'data.txt.tsr'];
    expect(await judge(...signature, ...withRoot)).toMatchObject({ exit: 0 });
    expect(await judge(...signature)).toMatchObject({ exit: 1, out: expect.stringContaining('UNKNOWN_AUTHORITY') });
    expect(await judge(...signature, ...withRoot, '--nonce', '0102')).toMatchObject({
      exit: 1,
      out: expect.stringContaining('OTHER_TIMESTAMP'),
    });
    expect(await judge(...signature, ...withRoot, '--at', '2020-01-01T00:00:00Z')).toMatchObject({
      exit: 1,
      out: expect.stringContaining('TIMESTAMP_IN_FUTURE'),
    });
    const nonce = /Nonce: (0x[0-9A-F]+)/.exec(authority.openssl('ts', '-reply', '-in', path('data.txt.tsr'), '-text'))?.[1] ?? '';
    expect(await judge(...signature, ...withRoot, '--nonce', nonce)).toMatchObject({ exit: 0 });
    expect(await judge(...withRoot)).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/CN=test TSA, trusted: at 20\S+Z at the latest/),
    });
    expect(await judge()).toMatchObject({ exit: 1, out: expect.stringContaining('claimed time') });
    writeFileSync(path('data.txt'), 'hellO\n');
    expect(await judge(...withRoot)).toMatchObject({ exit: 1, out: expect.stringContaining('TIMESTAMP_OF_OTHER_BYTES') });
    expect(await judge(...signature, ...withRoot)).toMatchObject({ exit: 1, out: expect.stringContaining('TIMESTAMP_OF_OTHER_BYTES') });
  });

  it('judges the token alone as it judges the answer, and refuses what is no root', async () => {
    await stamp();
    authority.openssl('ts', '-reply', '-in', path('data.txt.tsr'), '-token_out', '-out', path('token'));
    expect(await judge('--signature', 'token', ...withRoot)).toMatchObject({ exit: 0 });
    expect(await judge('--signature', 'token', ...withRoot, '--tsa-root', authority.certificate)).toMatchObject({ exit: 0 });
    expect((await judge('--signature', 'token', '--tsa-root', authority.certificate)).out).toContain('expected the certificate of a root');
    expect(await judge('--signature', 'token', '--tsa-root', 'data.txt')).toMatchObject({
      exit: 2,
      out: expect.stringContaining('E_BAD_TRUST'),
    });
    expect(await judge('--signature', 'token', '--nonce', 'xyz')).toMatchObject({
      exit: 2,
      error: expect.stringContaining('--nonce needs hex digits'),
    });
  });

  it('never replaces a timestamp, and refuses a folder without seals', async () => {
    await stamp();
    const before = readFileSync(path('data.txt.tsr'));
    expect(await refused('timestamp', 'data.txt', '--tsa', authority.url)).toMatchObject({ code: 'E_EXISTS' });
    expect(readFileSync(path('data.txt.tsr'))).toEqual(before);
    mkdirSync(path('empty'));
    expect(await refused('timestamp', 'empty', '--tsa', authority.url)).toMatchObject({ code: 'E_NO_SEAL' });
    expect(await refused('timestamp', 'absent', '--tsa', authority.url)).toMatchObject({ code: 'E_IO' });
    expect(readdirSync(folder).toSorted()).toEqual(['data.txt', 'data.txt.tsr', 'empty']);
  });

  it('adds a timestamp to each seal, once, and more only if it is asked to', async () => {
    sealed();
    const first = await stamp(...withRoot, '--json');
    expect(JSON.parse(first.out)).toMatchObject({
      version: 'timestamp.v0',
      outcome: 'TIMESTAMPED',
      tsa: authority.url,
      timestamps: [{ path: 'data.txt.seals.jsonl:1', state: 'trusted' }, { path: 'data.txt.seals.jsonl:2' }],
      kept: 0,
      left: [],
    });
    const kept = lines();
    expect(await stamp()).toMatchObject({ exit: 0, out: '2 seals with a timestamp already: --again adds another\n' });
    expect(JSON.parse((await stamp('--json')).out)).toMatchObject({ outcome: 'UNCHANGED', timestamps: [], kept: 2 });
    expect(lines()).toEqual(kept);
    expect((await stamp('--again')).out).toContain('not compared with an authority that is trusted: --tsa-root names one');
    expect(lines().map((line) => (JSON.parse(line) as Line).signatures[0].timestamps?.length)).toEqual([2, 2]);
    expect(await judge(...withRoot)).toMatchObject({ out: expect.stringMatching(/signed: .*at 20\S+Z at the latest/) });
  });

  it('shows the time as claimed where nobody trusts the authority', async () => {
    sealed();
    await stamp();
    expect((await judge()).out).toMatch(/signed: .*claimed time 2026-01-15T10:30:00Z/);
    const [signature] = (
      JSON.parse((await judge(...withRoot, '--json')).out) as { signatures: { trusted_time: string; claimed_time: string }[] }
    ).signatures;
    expect(signature).toMatchObject({ claimed_time: '2026-01-15T10:30:00Z', trusted_time: expect.stringMatching(/^20/) });
  });

  it('is needed where a policy says so, by the authority that the policy names', async () => {
    sealed();
    const key = A.key.key.export({ format: 'pem', type: 'spki' }).toString().trim().replaceAll('\n', '\n      ');
    const policy = (root: string): void =>
      writeFileSync(
        path('custody.policy.yaml'),
        `version: policy.v0\nsigners:\n  - name: alice\n    key: |\n      ${key}\n    roles: [producer]\nrules:\n  - kind: any\n    require: "1 of [alice]"\n    timestamp: required\ntimestamp_authorities:\n  - root: ${root}\n`,
      );
    policy(authority.root);
    expect(await judge()).toMatchObject({ exit: 1, out: expect.stringContaining('NO_TRUSTED_TIME') });
    await stamp();
    expect(await judge()).toMatchObject({ exit: 0 });
    expect(await judge(...withRoot)).toMatchObject({ exit: 2, error: expect.stringContaining('expected either --tsa-root or the policy') });
    policy('data.txt');
    expect(await judge()).toMatchObject({ exit: 2, out: expect.stringContaining('timestamp_authorities') });
    expect(await refused('policy', 'check')).toMatchObject({ code: 'E_BAD_POLICY' });
  });

  it('finds a token that was changed, taken from another seal or made for another file', async () => {
    sealed();
    await stamp();
    const [first = '', second = ''] = lines();
    const [[one = ''], [two = '']] = [first, second].map((line) => (JSON.parse(line) as Line).signatures[0].timestamps ?? []) as [
      string[],
      string[],
    ];
    const write = (...all: readonly string[]): void => writeFileSync(path('data.txt.seals.jsonl'), all.map((line) => `${line}\n`).join(''));
    write(
      changed(first, () => [two]),
      second,
    );
    expect(await judge(...withRoot)).toMatchObject({ exit: 1, out: expect.stringContaining('TIMESTAMP_OF_OTHER_BYTES') });
    for (let at = 0; at < one.length; at += 97) {
      const bytes = Buffer.from(one, 'base64');
      const where = Math.min(bytes.length - 1, Math.floor((at * 3) / 4));
      bytes[where] = (bytes[where] as number) ^ 4;
      write(
        changed(first, () => [bytes.toString('base64')]),
        second,
      );
      expect((await judge(...withRoot)).exit, `byte ${where}`).toBe(1);
    }
    write(first, second);
    expect((await judge(...withRoot)).out).toContain('at the latest');
  });

  it('loses nothing where several ask at once, and leaves lines of others as they are', async () => {
    sealed();
    const foreign = '{"payloadType":"x", "payload":"","signatures":[{"sig":""}]}';
    writeFileSync(path('data.txt.seals.jsonl'), `${lines().join('\n')}\n${foreign}\n`);
    const all = await Promise.all([stamp('--again'), stamp('--again'), stamp('--again')]);
    expect(all.map(({ exit }) => exit)).toEqual([0, 0, 0]);
    expect(all[0]?.out).toContain('data.txt.seals.jsonl:3 was written by another program, and is left as it is');
    expect(
      lines()
        .slice(0, 2)
        .map((line) => (JSON.parse(line) as Line).signatures[0].timestamps?.length),
    ).toEqual([3, 3]);
    expect(lines()[2]).toBe(foreign);
    writeFileSync(path('data.txt.seals.jsonl'), `${foreign}\n`);
    expect(await refused('timestamp', 'data.txt', '--tsa', authority.url)).toMatchObject({ code: 'E_NO_SEAL' });
  });

  it('is the same through the library', async () => {
    const pem = readFileSync(authority.root, 'utf8');
    const file = path('data.txt');
    const { stamped } = await timestamp(file, { tsa: authority.url, tsaRoots: [pem] });
    expect(stamped).toMatchObject([{ path: `${file}.tsr`, judged: { state: 'trusted' } }]);
    const reply = readFileSync(`${file}.tsr`);
    expect(verifyTimestamp(reply, readFileSync(file), { tsaRoots: [pem] })).toMatchObject({ state: 'trusted', fault: null });
    expect(verifyTimestamp(reply, readFileSync(file))).toMatchObject({ state: 'unknown_signer' });
    expect(verifyTimestamp(reply, Buffer.from('x'), { tsaRoots: [pem] }).fault?.code).toBe('TIMESTAMP_OF_OTHER_BYTES');
    expect(verifyTimestamp(reply, readFileSync(file), { at: '2020-01-01T00:00:00Z' }).fault?.code).toBe('TIMESTAMP_IN_FUTURE');
    expect(() => verifyTimestamp(reply, reply, { tsaRoots: ['x'] })).toThrow(RangeError);
    await expect(timestamp(file, { tsa: 'tsa' })).rejects.toThrow(RangeError);
    await expect(timestamp(file, { tsa: authority.url })).toRefuse('E_EXISTS');
  });

  it('keeps nothing that the authority rejects, that is no timestamp, or that another authority made', async () => {
    expect(await refused('timestamp', 'data.txt', '--tsa', authority.url, '--policy-oid', '1.2.3.4.9')).toMatchObject({
      code: 'E_TSA_REFUSED',
    });
    const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end('no'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://user:secret@127.0.0.1:${(server.address() as AddressInfo).port}/?token=secret`;
    const answer = await refused('timestamp', 'data.txt', '--tsa', url);
    server.closeAllConnections();
    server.close();
    expect(answer).toMatchObject({ code: 'E_TSA_ANSWER' });
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(await refused('timestamp', 'data.txt', '--tsa', authority.url, '--tsa-root', 'absent')).toMatchObject({ code: 'E_IO' });
    expect(readdirSync(folder)).toEqual(['data.txt']);
    for (const argv of [['--tsa', 'ftp://a'], ['--tsa', 'a b'], ['--tsa', authority.url, '--policy-oid', 'mine'], []])
      expect(await custody('timestamp', 'data.txt', ...argv)).toMatchObject({ exit: 2, out: '' });
  });
});
