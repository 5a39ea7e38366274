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
    '  # A kind is lock, pack, chain-lock, snapshot, stack-lock, ledger, records, policy, file, model, or any for all of them.',
    '  - kind: any',
    `    require: "${require}"`,
    '',
  ].join('\n');
}

/** A policy that names nobody, and that cannot be used before somebody is put in. */
export const EMPTY_POLICY = `# Who may sign what, and how many have to. This policy trusts nobody yet and cannot be used:
# put in the names, keys and roles of those who sign. custody policy check says what is missing.
version: policy.v0
signers:
  # A key is one line of OpenSSH, PEM, a key of minisign, a fingerprint SHA256:... or did:key:...
  - name: FIRST_SIGNER
    key: TO BE FILLED IN
    roles: [producer]
  - name: SECOND_SIGNER
    key: TO BE FILLED IN
    roles: [reviewer]
rules:
  # A kind is lock, pack, chain-lock, snapshot, stack-lock, ledger, records, policy, file, model, or any for all of them.
  - kind: any
    require: "2 of [producer, reviewer]"
`;
