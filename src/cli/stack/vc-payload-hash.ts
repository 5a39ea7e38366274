/** `stack vc payload-hash`: what is pinned of a credential, whoever signs it. */
import { payloadHashOf } from '#stack/ops/credentials';
import type { Finished, Invocation } from '../command.ts';
import { credentialArgument, finishWith } from './credential-file.ts';

export function run(invocation: Invocation): Finished {
  invocation.record.params = { subcommand: 'vc payload-hash' };
  const file = credentialArgument(invocation);
  const digest = payloadHashOf(file);
  return finishWith(invocation, digest, { file: file.given, payload_sha256: digest });
}
