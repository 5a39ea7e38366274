/** `stack vc keygen`: a private key in a file of its own, and the DID to be told to others. */
import { makeKey } from '#stack/ops/credentials';
import { announce } from '../announce.ts';
import type { Finished, Invocation } from '../command.ts';
import { finishWith, requiredFile } from './credential-file.ts';

export function run(invocation: Invocation): Finished {
  invocation.record.params = { subcommand: 'vc keygen' };
  const file = requiredFile(invocation, '--out', 'KEY');
  const did = makeKey(file, { sync: !invocation.has('--no-sync') });
  invocation.record.params = { subcommand: 'vc keygen', did };
  const finished = finishWith(invocation, did, { did, key: file.given });
  // What goes to standard output is the DID alone, to be told to others.
  announce(invocation, { place: file.given, id: did });
  return finished;
}
