/** A policy or a list of signers in which anything was changed is read, or refused; nothing else comes out. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Refusal } from '#core/refusal';
import { sshLineOf } from '#keys/ssh-key';
import { parsePolicyBytes } from '#sign/ops/policy-file';
import { explainPolicy, policyWarnings } from '#sign/policy/explain';
import { judgePolicy } from '#sign/policy/judge';
import { runs } from '../helpers/trials.ts';
import { A, B } from '../sign/seals.ts';

const LIST = `# who may sign\nalice@example.com,a?ice namespaces="file,lock@*",valid-before="20300101Z" ${sshLineOf(A.key)} alice\n"bob b" cert-authority ${sshLineOf(B.key)}\n`;
const POLICY = `version: policy.v0
signers:
  - name: alice
    key: ${sshLineOf(A.key)}
    roles: [producer]
    namespaces: [file]
  - name: mini
    key: RWQBAgMEBQYHCNdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea
    roles: [reviewer]
  - { name: ci, root: root.json, identity: ci@example.com, roles: [builder] }
rules:
  - { kind: lock, require: "1 of [producer, builder]", max_age: 30d, algorithms: [ed25519] }
timestamp_authorities: [{ root: tsa.pem }]
`;

const change = fc.record({
  at: fc.nat(),
  remove: fc.nat({ max: 40 }),
  put: fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('"', '*', '\n', ': ', 'AAAA', '\0')),
});

function changed(text: string, changes: readonly { readonly at: number; readonly remove: number; readonly put: string }[]): Uint8Array {
  let now = text;
  for (const { at, remove, put } of changes) {
    const from = at % (now.length + 1);
    now = now.slice(0, from) + put + now.slice(from + remove);
  }
  return Buffer.from(now);
}

function read(bytes: Uint8Array): string {
  try {
    const { policy } = parsePolicyBytes({ given: 'p', path: '/p' }, bytes, { digest: null });
    for (const _ of explainPolicy(policy)) continue;
    policyWarnings(policy);
    const source = { path: 'p', digest: 'sha256:00' };
    const { state } = judgePolicy(policy, { document: { kind: 'lock', path: 'a' }, signatures: [], at: 0, source }).policy;
    return state;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

it.each([
  ['a list of signers', LIST],
  ['a policy', POLICY],
])('%s', (_, text) => {
  expect(read(Buffer.from(text))).toBe('not_met');
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
      // Nobody signed: whatever the text says now, it may ask for nothing only if it says so.
      const bytes = changed(text, changes);
      expect(['not_met', 'no_rule', 'E_BAD_POLICY']).toContain(read(bytes));
    }),
    runs(3000),
  );
});
