/**
 * A command as data: its words, options and arguments. Parsing, help, `--describe` and completions are generated from it. The code of a
 * command is loaded only when it runs.
 */
import type { JsonObject } from '#core/json/value';
import type { ByteSink } from '#core/ports';
import type { Refusal, RefusalRow } from '#core/refusal';
import type { Announcement } from './announce.ts';
import type { Paint } from './output.ts';
import type { RunContext } from './run-context.ts';

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
  /** The command needs this option; a text where it is needed only in some cases: `unless --list`. */
  readonly required?: true | string;
  /** The file under `schemas/` for what the command prints with this option, where that is another document. */
  readonly schema?: string;
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
  /** The words that select the command under its tool: `[]` is the tool's main command, `['verify']` is `lock verify`. */
  readonly words: readonly string[];
  readonly summary: string;
  readonly arguments: readonly Argument[];
  readonly options: readonly Option[];
  /** Exit code to outcome, as `operator.json` and the help show it. */
  readonly exits: Readonly<Record<string, { meaning: string; domain: 'positive' | 'negative' | 'error' }>>;
  /** The file under `schemas/` for what the command prints, as JSON where it can: `--schema` prints it, `--describe` names it. */
  readonly schema: string;
  /** The document version that a refusal's envelope carries. */
  readonly version: string;
  /**
   * The output on standard output instead of a refusal's envelope, where the specification defines one form for all outcomes of the
   * command.
   */
  readonly formatRefusal?: (refusal: Refusal, record: Pick<Invocation['record'], 'params'>) => Promise<Uint8Array>;
  /** What the command reads or changes, for `capabilities`. */
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
  /** The name in `tool_versions` and in the ledger: `lock`, `hash`, `vacuum`, `witness`. */
  readonly name: string;
  /** The executable: `lock`, `hashbytes`, `vacuum`; null for tools that are run only as `custody TOOL`. */
  readonly binary: string | null;
  readonly description: string;
  readonly outputMode: 'artifact' | 'stream' | 'report' | 'mixed';
  readonly outputSchema: string;
  readonly jsonFlag: string | null;
  /** The form of a refusal's envelope: canonical, canonical and a newline, or in C1's key order and a newline, on one line or indented. */
  readonly envelope: 'canonical' | 'canonical-line' | 'ordered-line' | 'pretty-line';
  /** For a tool whose specification defines exit codes other than 2 for a mistake on the line and for a bug. */
  readonly ownExits?: { readonly mistake: number; readonly bug: number };
  readonly formats: readonly string[];
  readonly streaming: boolean;
  readonly upstream: readonly string[];
  readonly downstream: readonly string[];
  readonly commands: readonly Command[];
  readonly refusals: () => Promise<readonly RefusalRow[]>;
}

/** The parsed command line, as a command sees it. */
export interface Invocation {
  readonly context: RunContext;
  readonly tool: Tool;
  readonly command: Command;
  readonly args: readonly string[];
  /** Those of `args` that follow `--`. */
  readonly afterDashes: readonly string[];
  readonly has: (flag: string) => boolean;
  readonly value: (flag: string) => string | undefined;
  readonly values: (flag: string) => readonly string[];
  /** A whole number of at least `min`; anything else is a usage error. */
  readonly integer: (flag: string, min: number) => number | undefined;
  /** The absolute path for a path on the line, as the system interprets it (M2). */
  readonly resolve: (path: string) => string;
  /** The inputs and parameters for the ledger's record. A command sets them as soon as it knows them, so that a refusal is recorded too. */
  readonly record: { inputs: WitnessInput[]; params: JsonObject };
  /**
   * Standard output, also hashed for the ledger. If its reader closes the pipe or the disk is full, a run continues where its output only
   * reports what was done; it throws where the output is the product.
   */
  readonly stdout: ByteSink;
  /** What was created, printed on standard error if standard output, which would say it, is lost. */
  readonly announcements: Announcement[];
  /** Adds bytes that are written to a file instead of standard output to the output hash. */
  readonly observe: (bytes: Uint8Array) => void;
  /** Writes a line to standard error, `lock: …`: a warning or an error, which a quiet run prints too. */
  readonly say: (line: string) => void;
  /** The same, for what is only good to know: a quiet run leaves it out. */
  readonly note: (line: string) => void;
  /** The colours for standard output, or no colours. */
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
export function schemaName({ schema }: { readonly schema: string }): string {
  return schema.replace(/\.json$/, '');
}

/** A mistake on the command line: usage on standard error, exit 2 unless the tool defines another code, no envelope, no record. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
