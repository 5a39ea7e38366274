/** `stack vc sign`: one proof more on a credential, in place or in another file. */
import type { ProofType } from '#stack/credential/create-proof';
import { DATA_INTEGRITY } from '#stack/credential/proof';
import { signCredentialFile } from '#stack/ops/credentials';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { createdAt } from '../created.ts';
import { escapeControls } from '../output.ts';
import { credentialArgument, fileAt, finishWith, requiredFile } from './credential-file.ts';

export function run(invocation: Invocation): Finished {
  const { record, value, has } = invocation;
  const type = wantedType(invocation);
  record.params = { subcommand: 'vc sign', type };
  const key = requiredFile(invocation, '--key', 'KEY');
  const created = createdAt(invocation);
  const file = credentialArgument(invocation);
  const target = fileAt(invocation, value('--out') ?? file.given);
  const signing = { key, type, created, replace: has('--replace'), target, sync: !has('--no-sync') };
  const { did, payloadSha256, warnings } = signCredentialFile(file, signing);
  record.params = { subcommand: 'vc sign', type, did };
  for (const warning of warnings) invocation.say(escapeControls(`warning: ${warning}`));
  const fields = { signed: target.given, did, type, created, payload_sha256: payloadSha256 };
  return finishWith(invocation, `signed ${target.given} ${did}`, fields, [{ how: 'signed', place: target.given, id: did }]);
}

function wantedType({ value }: Invocation): ProofType {
  const type = value('--type');
  if (value('--cryptosuite') === undefined) return (type as ProofType | undefined) ?? 'MsezEd25519Signature2025';
  if (type !== undefined) throw new UsageError('--type and --cryptosuite ask for two kinds of proof; give one');
  return DATA_INTEGRITY;
}
