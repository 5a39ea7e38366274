/** One run as its command sees it: the parsed line, the context, and the draft of its ledger record. */

import { encodeUtf8 } from '#core/bytes/utf8';
import type { Hasher } from '#core/ports';
import { joinPath } from '#disk/path/join-path';
import type { Line } from './args.ts';
import { type Command, type Invocation, type Tool, UsageError, type WitnessInput } from './command.ts';
import { paintFor } from './output.ts';
import { ClosedPipe, type RunContext, UnwritableOutput } from './run-context.ts';

export interface InvocationParts {
  readonly context: RunContext;
  readonly tool: Tool;
  readonly command: Command;
  readonly line: Line;
  /** Absent if no record will be written. */
  readonly outputHash: OutputHash | undefined;
  readonly output: Output;
}

/** The state of standard output during a run. */
export interface Output {
  /** The output is the product of the run: if it cannot be written, the run ends. */
  readonly isProduct: boolean;
  /** Why it can no longer be written. */
  lost?: ClosedPipe | UnwritableOutput;
}

/** BLAKE3 over the payload: what goes to standard output, or to a file instead. */
export interface OutputHash {
  hasher: Hasher;
  hasObserved: boolean;
}

export function createInvocation({ context, tool, command, line, outputHash, output }: InvocationParts): Invocation {
  const { args, afterDashes, flags } = line;
  const has = (flag: string): boolean => flags.has(flag);
  if (has('--quiet') && has('--verbose')) throw new UsageError('expected either --quiet or --verbose, found both');
  const values = (flag: string): readonly string[] => flags.get(flag) ?? [];
  const say = (text: string): void => context.stderr.write(encodeUtf8(`${tool.name}: ${text}\n`));
  return {
    context,
    tool,
    command,
    args,
    afterDashes,
    has,
    values,
    value: (flag) => values(flag)[0],
    integer: (flag, min) => integer(flag, values(flag)[0], min),
    resolve: (path) => joinPath(context.cwd, path),
    record: { inputs: [] as WitnessInput[], params: {} },
    announcements: [],
    stdout: {
      write: (bytes) => {
        writeOut(context, output, bytes);
        outputHash?.hasher.update(bytes);
      },
    },
    observe: (bytes) => {
      if (outputHash === undefined) return;
      outputHash.hasher.update(bytes);
      outputHash.hasObserved = true;
    },
    say,
    note: (text) => {
      if (!has('--quiet')) say(text);
    },
    paint: paintFor(context.stdout, { env: context.env, noColor: has('--no-color') }),
  };
}

function writeOut(context: RunContext, output: Output, bytes: Uint8Array): void {
  if (output.lost !== undefined) return;
  try {
    context.stdout.write(bytes);
  } catch (error) {
    if (!(error instanceof ClosedPipe || error instanceof UnwritableOutput) || output.isProduct) throw error;
    output.lost = error;
  }
}

function integer(flag: string, text: string | undefined, min: number): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min)) throw new UsageError(`${flag} needs a whole number of at least ${min}, found '${text}'`);
  return value;
}
