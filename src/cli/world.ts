/**
 * Everything a run may see of the outside, handed in by `main` or by a test. No command touches `process`.
 */
import type { ByteSink, ByteSource } from '#core/ports';
import type { Refusal } from '#core/refusal';

export interface World {
  /** The name the program was started under: `custody`, `lock`, `vacuum`, `hashbytes`. */
  readonly program: string;
  /** The words after the program's name. */
  readonly argv: readonly string[];
  /** Why the words cannot be believed: one of them was no text. No command is run then. */
  readonly inexact?: Refusal | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute; every relative path on the command line is resolved against it. */
  readonly cwd: string;
  readonly now: () => Date;
  readonly stdin: ByteSource;
  /** Standard input is a terminal, where somebody would have to type it. */
  readonly isInputTTY?: boolean;
  readonly stdout: Terminal;
  readonly stderr: Terminal;
  /** Whether a stream is a pipe, such as between two tools. */
  readonly isPiped?: (stream: 'stdin' | 'stdout') => boolean;
  /** Set where the three are this process's own, so that a program started from it can have them; else what it writes is passed on. */
  readonly stdio?: 'inherit';
  /** Where it is there: Ctrl-C has what is unfinished cleared away, and this text said. */
  readonly onInterrupt?: (text: string) => void;
}

export interface Terminal extends ByteSink {
  readonly isTTY: boolean;
  readonly columns: number;
}

/** Thrown by a sink whose reader has gone away; the run ends quietly. */
export class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe';
}

/** Thrown by a sink that cannot take the output, a full disk behind a redirect; `cause` is what the system said. */
export class UnwritableOutput extends Error {
  override readonly name = 'UnwritableOutput';
}
