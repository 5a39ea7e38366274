/** `custody policy check|explain|init`: what a policy says, and one to start from. */

import { counted } from '#core/count-text';
import { type LoadedPolicy, type PolicyPlace, readPolicy } from '#sign/ops/policy-file';
import { DEFAULT_ROLE, initOwnPolicy, initPolicy, type NewSigner } from '#sign/ops/policy-init';
import { checkRoots } from '#sign/ops/policy-trust';
import { policyCheckDocument, templateDocument } from '#sign/policy/check';
import { explainPolicy, policyWarnings } from '#sign/policy/explain';
import { POLICY_NAME } from '#sign/policy/template';
import { announceIfNotPrinted } from '../announce.ts';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { escapeControls } from '../output.ts';
import { show } from '../show.ts';
import { pinnedDigest } from './policy-options.ts';

export function check(invocation: Invocation): Finished {
  const loaded = readNamed(invocation, 'policy check');
  checkRoots(loaded);
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

export async function init(invocation: Invocation): Promise<Finished> {
  const { args, value, resolve, record } = invocation;
  const given = value('--output') ?? POLICY_NAME;
  record.params = { subcommand: 'policy init', output: given };
  const target = { given, path: resolve(given) };
  if (args.length === 0) return initOwn(invocation, target);
  const signers = args.map((text): NewSigner => {
    const [, name, role = DEFAULT_ROLE, file] = SIGNER.exec(text) ?? [];
    if (name === undefined || file === undefined) throw new UsageError(`expected NAME=KEYFILE or NAME:ROLE=KEYFILE, found '${text}'`);
    return { name, role, file: { given: file, path: resolve(file) } };
  });
  const loaded = initPolicy(target, signers, value('--require') ?? null);
  announceIfNotPrinted(invocation, [{ place: given, id: loaded.digest }]);
  return finish(invocation, loaded, 'CREATED', () => [`${given} ${loaded.digest}`]);
}

/** The keys of the user who asks are named; without a key, nobody is. */
async function initOwn(invocation: Invocation, target: PolicyPlace): Promise<Finished> {
  const { given } = target;
  const { loaded, digest, warnings } = await initOwnPolicy(target, invocation.context.env, invocation.value('--require') ?? null);
  for (const warning of warnings) invocation.say(escapeControls(`warning: ${warning}`));
  announceIfNotPrinted(invocation, [{ place: given, id: digest }]);
  if (loaded !== null) {
    const names = loaded.policy.signers.map(({ name, key }) => `  trusts your key ${name} (${key?.fingerprint ?? ''})`);
    return finish(invocation, loaded, 'CREATED', () => [`${given} ${digest}`, ...names]);
  }
  const lines = [`${given} ${digest}`, '  a template that trusts nobody: custody policy check says what has to be filled in'];
  show(invocation, { document: () => templateDocument(given, digest), lines: () => lines.map(escapeControls) });
  return { exit: 0, outcome: 'TEMPLATE' };
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
