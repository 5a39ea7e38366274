/**
 * A refusal: the tool could not judge. It has a code from the table of the room that threw it, the evidence, and a next command.
 *
 *     throw new Refusal('E_EMPTY', 'no input records — run vacuum first', {}, 'vacuum . | hashbytes | lock');
 */
import type { JsonObject } from './json/value.ts';

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;
  readonly detail: JsonObject;
  readonly nextCommand: string | null;
  /** The reason lies outside of the input and may pass, as a full disk does. A task of an array job is then tried again. */
  readonly mayPass: boolean;

  constructor(code: string, message: string, detail: JsonObject = {}, nextCommand: string | null = null, mayPass = false) {
    super(message);
    this.code = code;
    this.detail = detail;
    this.nextCommand = nextCommand;
    this.mayPass = mayPass;
  }
}

/**
 * What a `next_command` does when it is run (M1): it only reads and prints, it repeats the refused command, or it writes to a name that is
 * free. Nothing else is ever suggested: to overwrite, delete, trust, accept a difference, sign or drop a protection is for a person to
 * decide.
 */
export type NextClass = 'looks' | 'repeats' | 'writes new';

/** One row of the refusal table of a room. `operator.json` and the documentation are generated from these rows. */
export interface RefusalRow {
  readonly code: string;
  readonly message: string;
  /** What the caller should do: run the named tool first, fix the input, retry, or ask a person. */
  readonly action: 'run_upstream' | 'fix_input' | 'retry' | 'escalate';
  readonly tool?: string;
  /** The classes that its commands may have. If the list is empty, the command is always null. */
  readonly next: readonly NextClass[];
}

/** `{ upstream: 'vacuum' }`: run that tool first. */
export function row(
  code: string,
  message: string,
  action: Exclude<RefusalRow['action'], 'run_upstream'> | { readonly upstream: string },
  ...next: readonly NextClass[]
): RefusalRow {
  if (typeof action === 'string') return { code, message, action, next };
  return { code, message, action: 'run_upstream', next, tool: action.upstream };
}

/** The envelope of C1. `version` is the document version of the tool that refuses. */
export function refusalEnvelope(version: string, refusal: Refusal): JsonObject {
  return {
    version,
    outcome: 'REFUSAL',
    refusal: {
      code: refusal.code,
      message: refusal.message,
      detail: refusal.detail,
      next_command: refusal.nextCommand,
    },
  };
}
