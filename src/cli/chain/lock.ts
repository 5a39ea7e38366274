/** `chain lock`: pins chains; a lock of other content is refused. */
import type { Finished, Invocation } from '../command.ts';
import { lockAsked } from './locking.ts';

export function run(invocation: Invocation): Finished {
  return lockAsked(invocation, false);
}
