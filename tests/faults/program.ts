/**
 * The built program in real processes, for tests of what goes wrong around it.
 *
 *     const folder = scratchFolder();
 *     sh(folder, 'lock --scan data > d.lock.json')   { exit: 0, out: '', err: '' }
 *
 * A line that takes longer than four minutes is killed with all it started, and fails its test. The ledger is in the folder.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, vi } from 'vitest';

export const isLinux = process.platform === 'linux';
export const bin = fileURLToPath(new URL('../../bin', import.meta.url));

const SLOWLY = fileURLToPath(new URL('slowly.sh', import.meta.url));
const executables = new Set(readdirSync(bin));

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Ended {
  readonly exit: number | null;
  readonly out: string;
  /** Standard error but for the lines that say what was made. */
  readonly err: string;
  /** Those lines. */
  readonly made: string;
}

const MADE = /^\w+: (?:created|replaced|updated|published|fetched|signed) [^\n]*\n/gm;

export function withoutMade(err: string): Pick<Ended, 'err' | 'made'> {
  return { err: err.replaceAll(MADE, ''), made: (err.match(MADE) ?? []).join('') };
}

export interface Running {
  readonly pid: number;
  readonly ended: Promise<Ended>;
  kill(signal: NodeJS.Signals): void;
}

const LIMIT_S = 240;
/** For a test or its preparation, where other work keeps the machine busy. */
const PATIENCE_MS = 300_000;
const TIMED_OUT = 124;
/** What is there keeps through a restart: no disk in memory. */
const REAL_DISK = '/var/tmp';

/** Where temporary files go, in memory if possible (helpers/surroundings.ts); `disk` asks for a real disk. */
export function scratchFolder(kind: 'memory' | 'disk' = 'memory'): string {
  const place = realpathSync(kind === 'disk' ? REAL_DISK : tmpdir());
  const folder = mkdtempSync(join(place, 'faults-'));
  vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS });
  afterAll(() => {
    spawnSync('chmod', ['-R', 'u+rwX', folder]);
    spawnSync('rm', ['-rf', folder]);
  });
  return folder;
}

export function sh(folder: string, script: string, env: Environment = {}): Ended {
  const words = ['-k', '1', String(LIMIT_S), 'bash', '-c', script];
  const { status, stdout, stderr } = spawnSync('timeout', words, {
    cwd: folder,
    env: environment(folder, env),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status === TIMED_OUT) throw new Error(`took longer than ${LIMIT_S} s: ${script}\n${stderr}`);
  return { exit: status, out: stdout, ...withoutMade(stderr) };
}

/** The line as one that lasts: its processes stand still most of the time. It has no `'`. */
export function slowly(line: string): string {
  return `bash ${SLOWLY} '${line}'`;
}

/** A program, beside the test; ended by the test, or after four minutes. */
export function start(folder: string, [program, ...words]: readonly [string, ...string[]], env: Environment = {}): Running {
  const path = executables.has(program) ? join(bin, program) : program;
  const child = spawn(path, words, { cwd: folder, env: environment(folder, env), stdio: ['ignore', 'pipe', 'pipe'] });
  const guard = setTimeout(() => child.kill('SIGKILL'), LIMIT_S * 1000);
  const ended = gather(child).finally(() => clearTimeout(guard));
  return { pid: child.pid as number, ended, kill: (signal) => void child.kill(signal) };
}

async function gather(child: ChildProcess): Promise<Ended> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on('data', (bytes: Buffer) => out.push(bytes));
  child.stderr?.on('data', (bytes: Buffer) => err.push(bytes));
  const [exit] = (await once(child, 'close')) as [number | null];
  return { exit, out: Buffer.concat(out).toString(), ...withoutMade(Buffer.concat(err).toString()) };
}

export function environment<T extends Environment>(folder: string, env: T) {
  return { PATH: `${bin}:${process.env['PATH']}`, HOME: folder, SOURCE_DATE_EPOCH: '1768473000', ...env };
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface PrintedRefusal {
  readonly code: string;
  readonly message: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** The refusal in the envelope that a program printed. */
export function refusalIn(out: string): PrintedRefusal {
  return JSON.parse(out).refusal;
}
