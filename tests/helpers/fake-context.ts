/** A run context in memory: the words that were typed, and the output. The clock does not advance unless it is given ticks. */
import { tmpdir } from 'node:os';
import type { RunContext } from '#cli/run-context';

export interface FakeContext extends RunContext {
  /** The output so far. */
  out(): string;
  err(): string;
}

export interface FakeOptions extends Partial<Omit<RunContext, 'stdin' | 'stdout' | 'stderr'>> {
  readonly stdin?: string;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export function fakeContext(line: string, options: FakeOptions = {}): FakeContext {
  const [program = 'custody', ...argv] = line.split(' ').filter((word) => word !== '');
  const { stdin = '', isTTY = false, columns = 80, ...rest } = options;
  const input = Buffer.from(stdin);
  let at = 0;
  const written = { out: [] as Uint8Array[], err: [] as Uint8Array[] };
  const terminal = (into: Uint8Array[]) => ({ isTTY, columns, write: (bytes: Uint8Array) => void into.push(Uint8Array.from(bytes)) });
  return {
    program,
    argv,
    env: {},
    cwd: tmpdir(),
    now: () => new Date('2026-01-15T10:30:00Z'),
    stdin: {
      read(into) {
        const count = input.copy(into, 0, at);
        at += count;
        return count;
      },
    },
    stdout: terminal(written.out),
    stderr: terminal(written.err),
    ...rest,
    out: () => Buffer.concat(written.out).toString(),
    err: () => Buffer.concat(written.err).toString(),
  };
}
