/** `chain update`: pins chains anew, and says what changes. */
import type { Finished, Invocation } from '../command.ts';
import { lockAsked } from './locking.ts';

export function run(invocation: Invocation): Finished {
  return lockAsked(invocation, true);
}
