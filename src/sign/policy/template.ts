/**
 * The text of a policy to start from.
 *
 *     policyTemplate([{ name: 'alice', role: 'producer', key: 'ssh-ed25519 AAAA…' }], '1 of [producer]')
 */
/** The file that is used if none is named. */
export const POLICY_NAME = 'custody.policy.yaml';

export interface TemplateSigner {
  readonly name: string;
  readonly role: string;
  /** One line of OpenSSH. */
  readonly key: string;
}

export function policyTemplate(signers: readonly TemplateSigner[], require: string): string {
  const lines = signers.flatMap(({ name, role, key }) => [`  - name: ${name}`, `    key: ${key}`, `    roles: [${role}]`]);
  return [
    '# Who may sign what, and how many have to. custody policy explain says it in sentences.',
    'version: policy.v0',
    'signers:',
    ...lines,
    'rules:',
    '  # A kind is lock, pack, chain-lock, snapshot, stack-lock, ledger, records, policy, file, or any for all of them.',
    '  - kind: any',
    `    require: "${require}"`,
    '',
  ].join('\n');
}
