/**
 * A command as data: its words, options and arguments, from which come parsing, help, `--describe` and completions.
 * The code behind it is loaded only when it runs.
 */
import type { JsonObject } from '#core/json/value';
import type { ByteSink } from '#core/ports';
import type { Refusal, RefusalRow } from '#core/refusal';
import type { Made } from './announce.ts';
import type { Paint } from './output.ts';
import type { World } from './world.ts';

export interface Option {
  /** With its dashes: `--dataset-id`. */
  readonly flag: string;
  readonly short?: string;
  /** A second name, `--fingerprint` for `--fp`. */
  readonly alias?: string;
  /** The placeholder of its value, `ID`; a switch has none. */
  readonly value?: string;
  readonly type: 'flag' | 'string' | 'integer' | 'file_path' | 'dir_path' | 'timestamp' | 'glob' | 'choice';
  readonly choices?: readonly string[];
  readonly repeatable?: boolean;
  /** The command cannot do without it; in words where only mostly: `unless --list`. */
  readonly required?: true | string;
  readonly help: string;
}

export interface Argument {
  readonly name: string;
  readonly type: 'file_path' | 'dir_path' | 'string';
  readonly required: boolean;
  readonly variadic?: boolean;
  readonly choices?: readonly string[];
  readonly help: string;
}

export interface Command {
  /** The words that select it under its tool: `[]` is the tool's main job, `['verify']` is `lock verify`. */
  readonly words: readonly string[];
  readonly summary: string;
  readonly arguments: readonly Argument[];
  readonly options: readonly Option[];
  /** Exit code to outcome, as `operator.json` and the help show it. */
  readonly exits: Readonly<Record<string, { meaning: string; domain: 'positive' | 'negative' | 'error' }>>;
  /** File name under `schemas/` of what the command prints, as JSON where it can: `--schema` prints it, `--describe` names it. */
  readonly schema: string;
  /** The document version that a refusal's envelope carries. */
  readonly version: string;
  /** What stands on standard output in place of a refusal's envelope, where the specification gives the command one form for all endings. */
  readonly formatRefusal?: (refusal: Refusal, record: Pick<Invocation['record'], 'params'>) => Promise<Uint8Array>;
  /** What the command touches, for `capabilities`. */
  readonly effects: readonly (
    | 'reads files'
    | 'writes files'
    | 'opens connections'
    | 'runs programs'
    | 'appends to the ledger'
    | 'reads the ledger'
  )[];
  readonly examples: readonly string[];
  readonly load: () => Promise<{ run(invocation: Invocation): Finished | Promise<Finished> }>;
}

export interface Tool {
  /** As in `tool_versions` and in the ledger: `lock`, `hash`, `vacuum`, `witness`. */
  readonly name: string;
  /** The executable: `lock`, `hashbytes`, `vacuum`; null for tools reached only through `custody`. */
  readonly binary: string | null;
  readonly description: string;
  readonly outputMode: 'artifact' | 'stream' | 'report' | 'mixed';
  readonly outputSchema: string;
  readonly jsonFlag: string | null;
  /** How a refusal's envelope is written: canonical, canonical and a newline, or in C1's key order and a newline, on one line or indented. */
  readonly envelope: 'canonical' | 'canonical-line' | 'ordered-line' | 'pretty-line';
  /** Where the specification has other exits than 2 for a mistake on the line and for a bug. */
  readonly ownExits?: { readonly mistake: number; readonly bug: number };
  readonly formats: readonly string[];
  readonly streaming: boolean;
  readonly upstream: readonly string[];
  readonly downstream: readonly string[];
  readonly commands: readonly Command[];
  readonly refusals: () => Promise<readonly RefusalRow[]>;
}

/** How the words on the line are read, once they passed the table. */
export interface Invocation {
  readonly world: World;
  readonly tool: Tool;
  readonly command: Command;
  readonly args: readonly string[];
  /** Those of them that stand after `--`. */
  readonly afterDashes: readonly string[];
  readonly has: (flag: string) => boolean;
  readonly value: (flag: string) => string | undefined;
  readonly values: (flag: string) => readonly string[];
  /** A whole number of at least `min`; anything else is a usage error. */
  readonly integer: (flag: string, min: number) => number | undefined;
  /** An absolute path for a path typed on the line, as the system takes it (M2). */
  readonly resolve: (path: string) => string;
  /** What the ledger will say of this run; a command fills it in as soon as it knows, so that a refusal is witnessed too. */
  readonly record: { inputs: WitnessInput[]; params: JsonObject };
  /**
   * Standard output, hashed on the way for the ledger. A reader that goes away, or a full disk, does not stop a run whose output only tells what
   * was done; one whose output is its product throws.
   */
  readonly stdout: ByteSink;
  /** What was made, for the case that standard output, which says it, is lost. */
  readonly made: Made[];
  /** Adds to the hash of the output what goes to a file instead of standard output. */
  readonly observe: (bytes: Uint8Array) => void;
  /** A line on standard error, `lock: …`. */
  readonly say: (line: string) => void;
  /** Colours for standard output, or none. */
  readonly paint: Paint;
}

export interface WitnessInput {
  readonly path: string;
  readonly hash: string | null;
  readonly bytes: number | null;
}

export interface Finished {
  readonly exit: number;
  /** Absent for queries, which leave no record. */
  readonly outcome?: string;
}

/** `lock-verify.v0` for `lock-verify.v0.json`. */
export function schemaName({ schema }: Pick<Command, 'schema'>): string {
  return schema.replace(/\.json$/, '');
}

/** A mistake on the command line: usage on stderr, exit 2 unless the tool has its own, no envelope, no record. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
