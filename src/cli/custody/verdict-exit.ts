/** The exit code of a verdict: 0 only where everything was read, and is as it should be. */
import type { Outcome } from '#evidence/verdict';
import type { Finished } from '../command.ts';

const EXITS: Readonly<Record<Outcome, number>> = { OK: 0, PARTIAL: 1, FAILED: 1, REFUSED: 2 };

export function finishedBy(outcome: Outcome): Finished {
  return { exit: EXITS[outcome], outcome };
}
