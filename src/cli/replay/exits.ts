/** The exits of the document. */
import type { Outcome } from '#replay/result';
import type { Finished } from '../command.ts';

const EXITS: Readonly<Record<Outcome, number>> = {
  REPLAY_OK: 0,
  REPLAY_MISMATCH: 2,
  REPLAY_WRITE_BLOCKED: 3,
  REPLAY_INVALID: 4,
  REFUSAL: 5,
};

export function finishedAs(outcome: Outcome): Finished {
  return { exit: EXITS[outcome], outcome };
}
