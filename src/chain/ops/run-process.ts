/**
 * Runs a program to its end, without a shell: arguments are passed unchanged. Standard input, output and error are inherited, or passed through as
 * bytes; the exit code is that of the program.
 *
 *     await runProcess({ program: 'python3', args: ['scraper.py'], env, cwd, timeoutSeconds: 60 }, { streams: 'inherit', signals })
 *       0…255    as the program ended
 *       128 + n  it was ended by signal n
 *       124      its time was over: its process group got SIGTERM, and after 5 seconds SIGKILL
 *
 * The program runs in its own session and process group, so that the time limit reaches all processes it started, and a signal reaches it once:
 * Ctrl-C is passed on from here too. It has no controlling terminal: it can read a terminal on standard input, but cannot open `/dev/tty`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import type { ByteSink, ByteSource } from '#core/ports';
import { endGroup, type Started, signalGroup } from '#threads/process-group';
import type { CaughtSignals } from './catch-signals.ts';

export interface Program {
  /** A path, or a name that is searched in the `PATH` of `env`. */
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly timeoutSeconds: number | null;
}

export type Streams = 'inherit' | { readonly stdin: ByteSource; readonly stdout: ByteSink; readonly stderr: ByteSink };

export interface ProcessOptions {
  readonly streams: Streams;
  /** Signals that would end this process are passed on to the program. */
  readonly signals: CaughtSignals;
  /** A lock that the program and all processes it starts hold too, as descriptor 3; optional. */
  readonly lock?: number | null;
}

const TIMED_OUT = 124;
const KILLED = 128;
const CHUNK = 1 << 16;

/** Throws the system's error if the program cannot be started. */
export async function runProcess(
  { program, args, env, cwd, timeoutSeconds }: Program,
  { streams, signals, lock = null }: ProcessOptions,
): Promise<number> {
  const each = streams === 'inherit' ? 'inherit' : 'pipe';
  const stdio = [each, each, each, ...(lock === null ? [] : [lock])] as const;
  const child = spawn(program, args, { cwd, env, stdio: [...stdio], detached: true });
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  // If the start fails, this promise is rejected with the same error, which is reported by the start.
  ended.catch(() => undefined);
  await once(child, 'spawn');
  signals.handTo((signal) => void (isOver(child) || signalGroup(groupOf(child), signal)));
  const passed = Promise.allSettled(streams === 'inherit' ? [] : passThrough(child, streams));
  const limit = limitTime(child, timeoutSeconds);
  const [code, signal] = await ended;
  const isTimedOut = await limit.settle();
  const failed = (await passed).find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  if (isTimedOut) return TIMED_OUT;
  return signal === null ? (code as number) : KILLED + constants.signals[signal];
}

/** `settle` is called when the program has ended. It returns whether the time limit ended it, and waits until the processes it started are gone. */
function limitTime(child: ChildProcess, seconds: number | null): { settle(): Promise<boolean> } {
  let ending: Promise<void> | undefined;
  const end = (): void => {
    ending = endGroup(groupOf(child));
  };
  const timer = seconds === null ? undefined : setTimeout(end, seconds * 1000);
  return {
    async settle() {
      clearTimeout(timer);
      await ending;
      return ending !== undefined;
    },
  };
}

/** Checked before signalling, because the pid may belong to another process by now. */
function isOver({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function groupOf({ pid }: ChildProcess): Started {
  return { pid: pid as number, isGroup: true };
}

function passThrough(child: ChildProcess, { stdin, stdout, stderr }: Exclude<Streams, 'inherit'>): readonly Promise<void>[] {
  // A program that does not read all of its input is not an error.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(readAll(stdin));
  return [drain(child.stdout as Readable, stdout), drain(child.stderr as Readable, stderr)];
}

async function drain(from: Readable, into: ByteSink): Promise<void> {
  for await (const bytes of from) into.write(bytes as Uint8Array);
}

function readAll(source: ByteSource): Uint8Array {
  const chunks: Uint8Array[] = [];
  for (;;) {
    const chunk = new Uint8Array(CHUNK);
    const count = source.read(chunk);
    if (count === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, count));
  }
}
