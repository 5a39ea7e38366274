/** `custody policy check|explain|init`: what a policy says, and one to start from. */

import { counted } from '#core/count-text';
import { type LoadedPolicy, readPolicy } from '#sign/ops/policy-file';
import { initPolicy, type NewSigner } from '#sign/ops/policy-init';
import { policyCheckDocument } from '#sign/policy/check';
import { explainPolicy, policyWarnings } from '#sign/policy/explain';
import { POLICY_NAME } from '#sign/policy/template';
import { announceIfNotPrinted } from '../announce.ts';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { escapeControls } from '../output.ts';
import { show } from '../show.ts';
import { pinnedDigest } from './policy-options.ts';

export function check(invocation: Invocation): Finished {
  const loaded = readNamed(invocation, 'policy check');
  loaded.authorities();
  const { signers, rules } = loaded.policy;
  for (const warning of policyWarnings(loaded.policy)) invocation.say(escapeControls(`warning: ${warning}`));
  return finish(invocation, loaded, 'OK', () => [
    `OK ${loaded.given} — ${counted(signers.length, 'signer')}, ${counted(rules.length, 'rule')}`,
    `  ${loaded.digest}`,
  ]);
}

export function explain(invocation: Invocation): Finished {
  const loaded = readNamed(invocation, 'policy explain');
  return finish(invocation, loaded, 'EXPLAINED', () => [`${loaded.given} ${loaded.digest}`, ...explainPolicy(loaded.policy)]);
}

const SIGNER = /^([^:=]+)(?::([^:=]+))?=(.+)$/s;

export function init(invocation: Invocation): Finished {
  const { args, value, resolve, record } = invocation;
  const given = value('--output') ?? POLICY_NAME;
  record.params = { subcommand: 'policy init', output: given };
  if (args.length === 0) throw new UsageError('expected at least one signer, such as alice:producer=alice.pub');
  const signers = args.map((text): NewSigner => {
    const [, name, role = 'signer', file] = SIGNER.exec(text) ?? [];
    if (name === undefined || file === undefined) throw new UsageError(`expected NAME=KEYFILE or NAME:ROLE=KEYFILE, found '${text}'`);
    return { name, role, file: { given: file, path: resolve(file) } };
  });
  const loaded = initPolicy({ given, path: resolve(given) }, signers, value('--require') ?? null);
  announceIfNotPrinted(invocation, [{ place: given, id: loaded.digest }]);
  return finish(invocation, loaded, 'CREATED', () => [`${given} ${loaded.digest}`]);
}

function readNamed(invocation: Invocation, subcommand: string): LoadedPolicy {
  const { args, resolve, record } = invocation;
  const [given = POLICY_NAME] = args;
  record.params = { subcommand, policy: given };
  const loaded = readPolicy({ given, path: resolve(given) }, { digest: pinnedDigest(invocation) });
  record.inputs = [{ path: given, hash: loaded.digest, bytes: null }];
  return loaded;
}

function finish(
  invocation: Invocation,
  loaded: LoadedPolicy,
  outcome: 'OK' | 'EXPLAINED' | 'CREATED',
  lines: () => readonly string[],
): Finished {
  const { given: path, digest, policy } = loaded;
  show(invocation, { document: () => policyCheckDocument({ path, digest, policy }, outcome), lines: () => lines().map(escapeControls) });
  return { exit: 0, outcome };
}
