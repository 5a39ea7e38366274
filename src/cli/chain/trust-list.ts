/** `chain trust list`: the keys that are trusted, in byte order of their files. */
import { trustedList } from '#chain/ops/keys';
import type { Finished, Invocation } from '../command.ts';
import { finishWith, keysResult } from './key-result.ts';
import { spacesOf } from './spaces.ts';

export function run(invocation: Invocation): Finished {
  invocation.record.params = { subcommand: 'trust list' };
  const { keys, warnings } = trustedList(spacesOf(invocation));
  return finishWith(invocation, { ...keysResult(keys), warnings });
}
