/** The commands that are about who says so: `custody sign`, `custody timestamp` and `custody policy`. */
import type { Command } from '../command.ts';
import { argument, command, connects, exits, flag, option, reads, writes } from '../define.ts';
import { signerOptions } from '../key/signer-options.ts';
import { created, json, networkOptions, noSync } from '../options.ts';
import { formOptions } from './sign-form.ts';
import { tsaRootOption } from './signature-options.ts';

const policyDigest = option('--policy-digest DIGEST', 'string', 'The policy must be the one with this digest, sha256:HEX of its bytes');

export const policyOptions = [
  option(
    '--policy FILE',
    'file_path',
    'Judge the signatures by this policy, or list of signers of OpenSSH (default: custody.policy.yaml in the working folder, if it is not in a folder that is judged)',
  ),
  policyDigest,
  option('--require TEXT', 'string', 'Stricter than the policy: who has to have signed besides, such as "2 of [reviewer, auditor]"'),
  option('--not-before TIME', 'timestamp', 'Stricter than the policy: signatures made before TIME do not count'),
  option('--not-after TIME', 'timestamp', 'Stricter than the policy: signatures made at TIME or later do not count'),
  option('--max-age AGE', 'string', 'Stricter than the policy: signatures older than AGE, such as 30d, do not count'),
  flag('--require-timestamp', 'Stricter than the policy: signatures without a trusted timestamp do not count'),
  option('--algorithms LIST', 'string', 'Stricter than the policy: only signatures by these count, such as ed25519,ecdsa-p256'),
];

const policyArgument = argument('[POLICY]', 'file_path', 'The policy (default: custody.policy.yaml)');

export const signCommands: readonly Command[] = [
  command({
    words: ['sign'],
    summary: 'Sign evidence of any kind, or any other file: a seal is added beside it, in NAME.seals.jsonl',
    arguments: [argument('[PATH...]', 'file_path', 'What is signed: files, packs, snapshots')],
    options: [
      ...signerOptions,
      option('--role ROLE', 'string', 'As which you sign, such as producer; the policy says whose role it is'),
      option('--note TEXT', 'string', 'A note that is signed too'),
      option('--all-in DIR', 'dir_path', 'Sign all evidence in DIR instead of PATHs'),
      ...formOptions,
      created,
      noSync,
      json,
    ],
    exits: exits('SIGNED'),
    schema: 'sign.v0.json',
    effects: writes,
    examples: [
      'sign december.lock.json --role producer',
      'sign --all-in evidence --key release.pem',
      'sign december.lock.json --format oms --key p256.pem',
    ],
    load: () => import('./sign.ts'),
  }),
  command({
    words: ['timestamp'],
    summary: 'Ask a timestamp authority (RFC 3161) to prove that the seals of documents exist now; a file without seals gets NAME.tsr',
    arguments: [argument('PATH...', 'file_path', 'Documents with seals beside them, or any files')],
    options: [
      option('--tsa URL', 'string', 'The authority', { required: true }),
      tsaRootOption,
      option('--policy-oid OID', 'string', 'The policy by which the authority has to work, such as 1.2.3.4.1'),
      flag('--again', 'Add another timestamp to seals that have one'),
      json,
      noSync,
      ...networkOptions,
    ],
    exits: exits('TIMESTAMPED or UNCHANGED'),
    schema: 'timestamp.v0.json',
    effects: connects(writes),
    examples: ['timestamp december.lock.json --tsa https://tsa.example.org --tsa-root tsa-root.pem'],
    load: () => import('./timestamp.ts'),
  }),
  command({
    words: ['policy', 'check'],
    summary: 'Check that a policy can be read, that its names exist and that its rules can be met',
    arguments: [policyArgument],
    options: [policyDigest, json],
    exits: exits('OK'),
    schema: 'policy-check.v0.json',
    effects: reads,
    examples: ['policy check', 'policy check release.policy.yaml --json'],
    load: async () => ({ run: (await import('./policy.ts')).check }),
  }),
  command({
    words: ['policy', 'explain'],
    summary: 'Say in sentences who may sign what by a policy, and how many have to',
    arguments: [policyArgument],
    options: [policyDigest, json],
    exits: exits('EXPLAINED'),
    schema: 'policy-check.v0.json',
    effects: reads,
    examples: ['policy explain', 'policy explain release.policy.yaml'],
    load: async () => ({ run: (await import('./policy.ts')).explain }),
  }),
  command({
    words: ['policy', 'init'],
    summary: 'Write a policy to start from, with the public keys that are named, or with your own; replaces no file',
    arguments: [
      argument(
        '[NAME=KEYFILE...]',
        'string',
        'A signer and the file of a public key; NAME:ROLE=KEYFILE also states the role (default: the keys of custody key list that are files; without any, a template that trusts nobody)',
      ),
    ],
    options: [
      option('--output FILE', 'file_path', 'Write it to FILE (default: custody.policy.yaml)', { short: '-o' }),
      option('--require TEXT', 'string', 'What each kind of evidence needs (default: "1 of" all roles)'),
      json,
    ],
    exits: exits('CREATED, or TEMPLATE: it trusts nobody yet'),
    schema: 'policy-check.v0.json',
    effects: writes,
    examples: ['policy init alice:producer=alice.pub bob:reviewer=bob.pub --require "2 of [producer, reviewer]"'],
    load: async () => ({ run: (await import('./policy.ts')).init }),
  }),
];
