/** `chain trust remove`: trusts a key no longer; says which files are gone. */
import { untrustKey } from '#chain/ops/keys';
import type { Finished, Invocation } from '../command.ts';
import { finishWith, keysResult } from './key-result.ts';
import { spacesOf } from './spaces.ts';

export function run(invocation: Invocation): Finished {
  const [fingerprint] = invocation.args as [string];
  invocation.record.params = { subcommand: 'trust remove', fingerprint };
  return finishWith(invocation, keysResult(untrustKey(spacesOf(invocation), fingerprint, { sync: true }), 'removed'));
}
