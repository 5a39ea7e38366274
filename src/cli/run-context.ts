/** Everything that a run may see of its environment, passed in by `main` or by a test. No command uses `process`. */
import type { ByteSink, ByteSource } from '#core/ports';
import type { Refusal } from '#core/refusal';
import type { AskSecret } from '#keys/passphrase';

export interface RunContext {
  /** The name the program was started under: `custody`, `lock`, `vacuum`, `hashbytes`. */
  readonly program: string;
  /** The words after the program's name. */
  readonly argv: readonly string[];
  /** The refusal if one of the words was not valid text. No command runs then. */
  readonly argumentFault?: Refusal | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute; every relative path on the command line is resolved against it. */
  readonly cwd: string;
  readonly now: () => Date;
  readonly stdin: ByteSource;
  /** Standard input is a terminal, where a person would have to type it. */
  readonly isInputTTY?: boolean;
  /** Whether standard input is the file at this absolute path. */
  readonly isInput?: (path: string) => boolean;
  readonly stdout: Terminal;
  readonly stderr: Terminal;
  /** Whether a stream is a pipe, such as between two tools. */
  readonly isPiped?: (stream: 'stdin' | 'stdout') => boolean;
  /**
   * Set where the three streams are those of this process, so that a program started by it can inherit them; else its output is passed on.
   */
  readonly stdio?: 'inherit';
  /** Asks a person at the terminal for a passphrase, which is not shown; null where there is no terminal. */
  readonly askSecret?: AskSecret;
  /** If it is set, Ctrl-C removes unfinished work and reports this text. */
  readonly onInterrupt?: (text: string) => void;
  /** Settles when the program is asked to end, for a command that runs until then. */
  readonly untilStopped?: () => Promise<void>;
}

export interface Terminal extends ByteSink {
  readonly isTTY: boolean;
  readonly columns: number;
}

/** Thrown by a sink whose reader has closed the pipe; the run ends silently. */
export class ClosedPipe extends Error {
  override readonly name = 'ClosedPipe';
}

/** Thrown by a sink that cannot be written, such as a full disk behind a redirect; `cause` is the system's error. */
export class UnwritableOutput extends Error {
  override readonly name = 'UnwritableOutput';
}
