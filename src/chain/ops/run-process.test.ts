import { closeSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { isRunning } from '../../../tests/is-running.ts';
import { type Program, runProcess } from './run-process.ts';

/** No signals are caught in these tests. */
const signals = { handTo: () => undefined, release: () => undefined };

interface Result {
  readonly exit: number;
  readonly out: Buffer;
  readonly err: string;
}

async function runShell(
  script: string,
  options: Partial<Program> & { readonly input?: Uint8Array; readonly lock?: number } = {},
): Promise<Result> {
  const { input = new Uint8Array(), lock = null, ...rest } = options;
  const [out, err] = [[] as Uint8Array[], [] as Uint8Array[]];
  let at = 0;
  const stdin = {
    read(into: Uint8Array) {
      const chunk = input.subarray(at, at + into.length);
      into.set(chunk);
      at += chunk.length;
      return chunk.length;
    },
  };
  const streams = { stdin, stdout: { write: (b: Uint8Array) => void out.push(b) }, stderr: { write: (b: Uint8Array) => void err.push(b) } };
  const env = { PATH: '/usr/bin:/bin' };
  const program = { program: 'sh', args: ['-c', script], env, cwd: tmpdir(), timeoutSeconds: null, ...rest };
  const exit = await runProcess(program, { streams, signals, lock });
  return { exit, out: Buffer.concat(out), err: Buffer.concat(err).toString() };
}

/** Seconds, enough for a program to start on a busy machine. */
const LONG_ENOUGH = 2;

/** The process that adopts an orphan may take a while to notice its end. */
async function ended(pid: number): Promise<void> {
  while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
}

it.each([0, 1, 2, 77, 255])('runProcess() gives back the exit code %i', async (code) => {
  expect((await runShell(`exit ${code}`)).exit).toBe(code);
});

it('runProcess() passes the lock on to the program and to every process it starts', async () => {
  const lock = openSync('/dev/null', 'r');
  const told = await runShell('readlink /proc/self/fd/3; sh -c "readlink /proc/self/fd/3"', { lock });
  closeSync(lock);
  expect(told.out.toString()).toBe('/dev/null\n/dev/null\n');
  expect((await runShell('readlink /proc/self/fd/3')).exit).toBe(1);
});

it.each([
  ['TERM', 143],
  ['KILL', 137],
  ['INT', 130],
])('runProcess() gives 128 and the number of SIG%s', async (signal, code) => {
  expect((await runShell(`kill -${signal} $$`)).exit).toBe(code);
});

it('runProcess() passes every byte through, in and out', async () => {
  const input = Buffer.alloc(3 << 20, 'any\0\xff bytes\r\n', 'latin1');
  const { exit, out, err } = await runShell('cat; echo done >&2', { input });
  expect([exit, out.equals(input), err]).toEqual([0, true, 'done\n']);
});

it('runProcess() ignores that a program does not read its input', async () => {
  expect((await runShell('exit 3', { input: Buffer.alloc(1 << 20) })).exit).toBe(3);
});

it('runProcess() uses no shell: arguments and environment arrive unchanged', async () => {
  const words = ['$HOME', '*', '"', "'", ';exit', '', 'a b\n'];
  const { out } = await runShell('', { program: 'printf', args: ['<%s>', ...words] });
  expect(out.toString()).toBe(words.map((word) => `<${word}>`).join(''));
  expect((await runShell('', { program: 'env', args: [], env: { PATH: '/usr/bin:/bin', A: ' b ' } })).out.toString()).toBe(
    'PATH=/usr/bin:/bin\nA= b \n',
  );
});

it.each([
  ['a program that is not there', { program: 'no-such-program' }, 'ENOENT'],
  ['a file that cannot be executed', { program: '/etc/passwd' }, 'EACCES'],
  ['a folder that is not there', { cwd: '/no/such/folder' }, 'ENOENT'],
  ['words that are too long', { args: ['-c', 'true', 'x'.repeat(1 << 22)] }, 'E2BIG'],
])('runProcess() throws what the system says of %s', async (_, options, code) => {
  await expect(runShell('true', options)).rejects.toMatchObject({ code });
});

it('runProcess() ends a program after its time limit, with all processes it started, and returns 124', async () => {
  const { exit, out } = await runShell('sleep 99 & echo $!; wait', { timeoutSeconds: LONG_ENOUGH });
  expect(exit).toBe(124);
  await ended(Number(out.toString()));
});

it('runProcess() ends even a program that ignores SIGTERM, and processes that outlive it, and returns 124', async () => {
  const deaf = `trap '' TERM; sh -c 'trap "" TERM; while :; do sleep 0.1; done' & echo $!; while :; do sleep 0.1; done`;
  const { exit, out } = await runShell(deaf, { timeoutSeconds: LONG_ENOUGH });
  expect(exit).toBe(124);
  await ended(Number(out.toString()));
});

it('runProcess() lets a program clean up after its time limit', async () => {
  const { exit, out } = await runShell(`trap 'echo cleaned; exit 0' TERM; while :; do sleep 0.05; done`, { timeoutSeconds: LONG_ENOUGH });
  expect([exit, out.toString()]).toEqual([124, 'cleaned\n']);
});

it('runProcess() does not signal a program that ends in time', async () => {
  expect((await runShell('exit 5', { timeoutSeconds: 60 })).exit).toBe(5);
});

it('runProcess() passes on signals when the program runs, to its own group', async () => {
  let deliver: (signal: NodeJS.Signals) => void = () => undefined;
  const handTo = (receive: typeof deliver): void => {
    deliver = receive;
  };
  const out: Uint8Array[] = [];
  const stdout = { write: (bytes: Uint8Array) => (out.push(bytes), deliver('SIGTERM')) };
  const streams = { stdin: { read: () => 0 }, stdout, stderr: { write: () => undefined } };
  const program = { program: 'sh', args: ['-c', 'echo ready; sleep 99'], env: {}, cwd: '/', timeoutSeconds: null };
  expect(await runProcess(program, { streams, signals: { handTo, release: () => undefined } })).toBe(143);
  // No process is left to receive it.
  deliver('SIGTERM');
});

it('runProcess() throws what a sink throws, after the program has ended', async () => {
  const stdout = {
    write: () => {
      throw new Error('full');
    },
  };
  const streams = { stdin: { read: () => 0 }, stdout, stderr: { write: () => undefined } };
  const program = { program: 'yes', args: [], env: {}, cwd: '/', timeoutSeconds: null };
  await expect(runProcess(program, { streams, signals })).rejects.toThrow('full');
});
