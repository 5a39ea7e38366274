/** One run as its command sees it: the line it was given, the world, and the draft of its ledger record. */
import type { Hasher } from '#core/ports';
import { encodeUtf8 } from '#core/utf8';
import { joinPath } from '#io/join-path';
import type { Line } from './args.ts';
import { type Command, type Invocation, type Tool, UsageError, type WitnessInput } from './command.ts';
import { paintFor } from './output.ts';
import type { World } from './world.ts';

export interface Started {
  readonly world: World;
  readonly tool: Tool;
  readonly command: Command;
  readonly line: Line;
  /** Absent when no record will be written. */
  readonly outputHash: OutputHash | undefined;
}

/** BLAKE3 over the payload: what goes to standard output, or to a file in its place. */
export interface OutputHash {
  hasher: Hasher;
  hasObserved: boolean;
}

export function createInvocation({ world, tool, command, line, outputHash }: Started): Invocation {
  const { args, afterDashes, flags } = line;
  const has = (flag: string): boolean => flags.has(flag);
  const values = (flag: string): readonly string[] => flags.get(flag) ?? [];
  return {
    world,
    tool,
    command,
    args,
    afterDashes,
    has,
    values,
    value: (flag) => values(flag)[0],
    integer: (flag, min) => integer(flag, values(flag)[0], min),
    resolve: (path) => joinPath(world.cwd, path),
    record: { inputs: [] as WitnessInput[], params: {} },
    stdout: {
      write: (bytes) => {
        world.stdout.write(bytes);
        outputHash?.hasher.update(bytes);
      },
    },
    observe: (bytes) => {
      if (outputHash === undefined) return;
      outputHash.hasher.update(bytes);
      outputHash.hasObserved = true;
    },
    say: (text) => world.stderr.write(encodeUtf8(`${tool.name}: ${text}\n`)),
    paint: paintFor(world.stdout, { env: world.env, noColor: has('--no-color') }),
  };
}

function integer(flag: string, text: string | undefined, min: number): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min)) throw new UsageError(`${flag} needs a whole number of at least ${min}, found '${text}'`);
  return value;
}
