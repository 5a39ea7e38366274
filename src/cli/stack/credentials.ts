/** The `stack vc` commands: the files that they use, and their output. */

import { digestOf } from '#core/digest';
import type { JsonObject } from '#core/json/value';
import { newHasher } from '#hashing/hashers';
import type { ProofType } from '#stack/credential/create-proof';
import { DATA_INTEGRITY } from '#stack/credential/proof';
import { credentialLines, credentialOutcome, credentialReport, VC_VERSION } from '#stack/credential/verify-credential';
import { makeKey, type NamedFile, payloadHashOf, signCredentialFile, verifyCredentialFile } from '#stack/ops/credentials';
import { type Announcement, announce, announceIfNotPrinted } from '../announce.ts';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { createdAt } from '../created.ts';
import { escapeControls } from '../output.ts';
import { show } from '../show.ts';
import { presentTime, requestedInstant } from './evidence-options.ts';

/** The credential named as the argument. After reading, it is an input of the run. */
function credentialArgument(invocation: Invocation): NamedFile {
  const given = invocation.args[0] as string;
  const { inputs } = invocation.record;
  const at = inputs.push({ path: given, hash: null, bytes: null }) - 1;
  return {
    ...fileAt(invocation, given),
    onRead: (bytes) => {
      inputs[at] = { path: given, hash: digestOf(newHasher, 'blake3', [bytes]), bytes: bytes.length };
    },
  };
}

/** The file of an option that the command requires. */
function requiredFile(invocation: Invocation, flag: string, placeholder: string): NamedFile {
  const given = invocation.value(flag);
  if (given === undefined || given === '') throw new UsageError(`${invocation.command.words.join(' ')} needs ${flag} ${placeholder}`);
  return fileAt(invocation, given);
}

function fileAt({ resolve }: Invocation, given: string): NamedFile {
  return { given, path: resolve(given) };
}

/** Prints a line for people, or with `--json` a `stack-vc.v0`. */
function finishWith(invocation: Invocation, line: string, fields: JsonObject, made: readonly Announcement[] = []): Finished {
  const outcome = 'STACK_OK';
  show(invocation, { document: () => ({ version: VC_VERSION, outcome, ...fields }), lines: () => [escapeControls(line)] });
  announceIfNotPrinted(invocation, made);
  return { exit: 0, outcome };
}

/** `stack vc keygen`: creates a private key in a file, and prints the DID, which is public. */
export function keygen(invocation: Invocation): Finished {
  invocation.record.params = { subcommand: 'vc keygen' };
  const file = requiredFile(invocation, '--out', 'KEY');
  const did = makeKey(file, { sync: !invocation.has('--no-sync') });
  invocation.record.params = { subcommand: 'vc keygen', did };
  const finished = finishWith(invocation, did, { did, key: file.given });
  // Only the DID, which is public, goes to standard output.
  announce(invocation, { place: file.given, id: did });
  return finished;
}

/** `stack vc payload-hash`: the hash of a credential that a lock pins; it does not depend on the signatures. */
export function payloadHash(invocation: Invocation): Finished {
  invocation.record.params = { subcommand: 'vc payload-hash' };
  const file = credentialArgument(invocation);
  const digest = payloadHashOf(file);
  return finishWith(invocation, digest, { file: file.given, payload_sha256: digest });
}

/** `stack vc sign`: adds one proof to a credential, in place or in another file. */
export function sign(invocation: Invocation): Finished {
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

/** `stack vc verify`: checks every proof of a credential, which must include its issuer's, and its dates. */
export function verify(invocation: Invocation): Finished {
  invocation.record.params = { subcommand: 'vc verify', at: invocation.value('--at') ?? null };
  const at = requestedInstant(invocation, 'or now') ?? presentTime(invocation);
  const verdict = verifyCredentialFile(credentialArgument(invocation), { at });
  const outcome = credentialOutcome(verdict);
  const { good, bad } = invocation.paint;
  const paint = verdict.isValid ? good : bad;
  const [head, ...rest] = credentialLines(verdict).map(escapeControls);
  show(invocation, { document: () => credentialReport(verdict), lines: () => [paint(head as string), ...rest] });
  return { exit: verdict.isValid ? 0 : 1, outcome };
}
