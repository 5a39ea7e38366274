/** `stack vc keygen`: a private key in a file of its own, and the DID to be told to others. */
import { makeKey } from '#verbs/stack-vc';
import type { Finished, Invocation } from '../command.ts';
import { finishWith, requiredFile } from './credential-file.ts';

export function run(invocation: Invocation): Finished {
  invocation.record.params = { subcommand: 'vc keygen' };
  const file = requiredFile(invocation, '--out', 'KEY');
  const did = makeKey(file, { sync: !invocation.has('--no-sync') });
  invocation.record.params = { subcommand: 'vc keygen', did };
  return finishWith(invocation, did, { did, key: file.given });
}
