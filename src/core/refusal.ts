/**
 * A refusal: the tool could not judge. It carries a code from the table of the room that threw it, the evidence, and the way out.
 *
 *     throw new Refusal('E_EMPTY', 'no input records — run vacuum first', {}, 'vacuum . | hashbytes | lock');
 */
import type { JsonObject } from './json/value.ts';

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;
  readonly detail: JsonObject;
  readonly nextCommand: string | null;

  constructor(code: string, message: string, detail: JsonObject = {}, nextCommand: string | null = null) {
    super(message);
    this.code = code;
    this.detail = detail;
    this.nextCommand = nextCommand;
  }
}

/**
 * What a `next_command` does when it is run (M1): it only reads and prints, it asks the refused question again, or it writes to a name that is
 * free. Nothing else is ever proposed: what overwrites, deletes, trusts, accepts a difference, signs or drops a protection is for a person to decide.
 */
export type NextClass = 'looks' | 'repeats' | 'writes new';

/** One row of a room's refusal table; `operator.json` and the documentation are made from these rows. */
export interface RefusalRow {
  readonly code: string;
  readonly message: string;
  /** What a caller does about it: run the named tool first, retry, or hand it to a person. */
  readonly action: 'run_upstream' | 'fix_input' | 'retry' | 'escalate';
  readonly tool?: string;
  /** What its commands may be; where there is none, the command is always null. */
  readonly next: readonly NextClass[];
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
