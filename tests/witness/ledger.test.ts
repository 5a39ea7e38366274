/** The ledger under real processes, real signals and a real full disk. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newHasher } from '#hashing/hashers';
import { draftRecord } from '#witness/create';
import { appendRecord } from '#witness/ops/append';
import { withLinesForward } from '#witness/ops/snapshot';
import { verify } from '#witness/verify';
import { trials } from '../helpers/trials.ts';
import { ledgerText, sampleChain, sampleFields } from './sample-ledger.ts';

let folder: string;
let writer: string;
let ledger: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'custody-ledger-'));
  chmodSync(folder, 0o755);
  writer = join(folder, 'writer.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'ledger-writer.ts')],
    outfile: writer,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    conditions: ['custody-source'],
  });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeEach(() => {
  ledger = join(mkdtempSync(join(folder, 'run-')), 'witness.jsonl');
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Native modules are found beside this package, though the writer lies elsewhere. */
const env = { ...process.env, NODE_PATH: join(import.meta.dirname, '..', '..', 'node_modules') };

function startWriter(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [writer, ledger, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

/** A process that locks the ledger, does what `then` says, and says `ready`. */
function startHolder(then: string): ChildProcess {
  const script = `const { waitForLockSync, unlock } = require('fs-native-extensions'); const { openSync, renameSync, writeSync } = require('fs');
    const fd = openSync(${JSON.stringify(ledger)}, 'a+'); waitForLockSync(fd); ${then}; console.log('ready');`;
  const child = spawn(process.execPath, ['-e', script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

const isReady = (child: ChildProcess) => once(child.stdout as NodeJS.ReadableStream, 'data');
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const judge = () => withLinesForward(ledger, (lines) => verify(lines, newHasher));

describe('appendRecord() among processes', () => {
  it('leaves one unbroken chain behind many writers at once', async () => {
    const gate = `${ledger}.gate`;
    const writers = Array.from({ length: trials(8, 64) }, () => startWriter('4', gate));
    await Promise.all(writers.map(isReady));
    writeFileSync(gate, '');
    const ends = await Promise.all(writers.map((child) => once(child, 'close')));
    expect(ends.map(([code]) => code)).toEqual(writers.map(() => 0));
    expect(judge()).toMatchObject({ lines: 4 * writers.length, intact: 4 * writers.length, findings: [] });
  });

  it('is not written where no kernel lock is available, and stays one chain among writers that have one', async () => {
    const modules = join(folder, 'modules');
    mkdirSync(modules);
    symlinkSync(join(env.NODE_PATH, '@napi-rs'), join(modules, '@napi-rs'));
    const gate = `${ledger}.gate`;
    const poor = Array.from({ length: 8 }, () =>
      spawn(process.execPath, [writer, ledger, '8', gate], { env: { ...env, NODE_PATH: modules }, stdio: ['ignore', 'pipe', 'ignore'] }),
    );
    const writers = Array.from({ length: 8 }, () => startWriter('8', gate));
    children.push(...poor);
    await Promise.all([...poor, ...writers].map(isReady));
    writeFileSync(gate, '');
    const ends = await Promise.all([...poor, ...writers].map((child) => once(child, 'close')));
    expect(ends.map(([code]) => code)).toEqual([...poor.map(() => 1), ...writers.map(() => 0)]);
    expect(judge()).toMatchObject({ lines: 64, intact: 64, findings: [] });
    expect(readdirSync(dirname(ledger)).filter((name) => name.includes('.lock'))).toEqual([]);
  });

  it('leaves nothing but torn lines where writers are killed, and chains on behind them', async () => {
    const gate = `${ledger}.gate`;
    writeFileSync(gate, '');
    const running = [0, 1].map(() => startWriter('Infinity', gate, '50000'));
    await Promise.all(running.map(isReady));
    const kills = trials(3, 12);
    for (let kill = 0; kill < kills; kill++) {
      const next = startWriter('Infinity', gate, '50000');
      await isReady(next);
      await pause(kill);
      running.shift()?.kill('SIGKILL');
      running.push(next);
      if (kill % 4 === 0)
        await once(startHolder(`writeSync(fd, '{"binary_hash":"blake3:0'); process.kill(process.pid, 'SIGKILL')`), 'close');
    }
    for (const child of running) child.kill('SIGKILL');
    await Promise.all(running.map((child) => once(child, 'close')));
    appendRecord(ledger, draftRecord(sampleFields(1), newHasher), { sync: true });

    const { lines, findings } = judge();
    const cut = readFileSync(ledger, 'utf8')
      .split('\n')
      .flatMap((line, index) => (line === '' || line.endsWith('}') ? [] : [index + 1]));
    expect(lines).toBeGreaterThan(kills);
    expect(cut.length).toBeGreaterThanOrEqual(Math.ceil(kills / 4));
    expect(findings.map(({ line, reason }) => [line, reason])).toEqual(cut.map((line) => [line, 'TORN']));
  });

  it('is seen by a reader in whole lines only, though a writer is in the midst of one', async () => {
    const [line] = sampleChain(1) as [string];
    const half = `writeSync(fd, ${JSON.stringify(line.slice(0, 99))})`;
    const rest = `writeSync(fd, ${JSON.stringify(`${line.slice(99)}\n`)})`;
    await isReady(startHolder(`${half}; setTimeout(() => { ${rest}; unlock(fd); }, 200);`));
    expect(judge()).toMatchObject({ lines: 1, findings: [] });
  });

  it('goes to the file that bears the name when it has the lock, not to one moved away meanwhile', async () => {
    writeFileSync(ledger, ledgerText(sampleChain(2)));
    const moved = `${ledger}.moved`;
    await isReady(startHolder(`setTimeout(() => { renameSync(${JSON.stringify(ledger)}, ${JSON.stringify(moved)}); unlock(fd); }, 200)`));
    appendRecord(ledger, draftRecord(sampleFields(1), newHasher), { sync: true });
    expect(readFileSync(moved, 'utf8')).toBe(ledgerText(sampleChain(2)));
    expect(judge()).toMatchObject({ lines: 1, findings: [] });
  });

  it('gives up when another process keeps the ledger for too long', async () => {
    const holder = startHolder('setInterval(() => {}, 1000)');
    await isReady(holder);
    const append = () => appendRecord(ledger, draftRecord(sampleFields(1), newHasher), { sync: true, waitMs: 50 });
    expect(append).toThrow('locked by another process for more than 0.05 s');
    holder.kill('SIGKILL');
    await once(holder, 'close');
    append();
    expect(judge()).toMatchObject({ lines: 1, findings: [] });
  });
});

describe.skipIf(process.platform === 'win32')('appendRecord() on a full disk', () => {
  /** The system refuses to let a file grow beyond 2 KiB, part of a write included. */
  const runLimited = () =>
    spawnSync('bash', ['-c', `trap '' XFSZ; ulimit -f 2; exec "$0" "$@"`, process.execPath, writer, ledger, '1'], {
      env,
      encoding: 'utf8',
    });

  it.each([3, 0])('leaves the ledger as it was, with %i bytes to spare', (spare) => {
    const before = Buffer.alloc(2048 - spare, `${ledgerText(sampleChain(2))}${'x'.repeat(3000)}`);
    before[before.length - 1] = 10;
    writeFileSync(ledger, before);
    const { status, stderr } = runLimited();
    expect(status).not.toBe(0);
    expect(stderr).toContain(spare === 0 ? 'File too large' : `only ${spare} of`);
    expect(readFileSync(ledger)).toEqual(before);
  });
});

describe.skipIf(process.platform === 'win32')('appendRecord() where it may not write', () => {
  it('never opens a pipe: who waits at its other end keeps waiting', async () => {
    spawnSync('mkfifo', [ledger]);
    const reader = spawn('cat', [ledger], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(reader);
    await once(reader, 'spawn');
    await pause(100);
    expect(() => appendRecord(ledger, draftRecord(sampleFields(1), newHasher), { sync: true })).toThrow('not a regular file');
    expect(judge).toThrow('cannot read the witness ledger');
    await pause(200);
    expect(reader.exitCode).toBeNull();
  });

  it('throws what the system says', () => {
    const locked = join(folder, 'locked');
    mkdirSync(locked, { mode: 0o555 });
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const { stderr } = spawnSync(process.execPath, [writer, join(locked, 'a', 'witness.jsonl'), '1'], { ...nobody, encoding: 'utf8' });
    expect(stderr).toContain('Permission denied');
  });
});
