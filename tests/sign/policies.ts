/** Policies and signatures for tests. */
import { expect } from 'vitest';
import { parseYaml } from '#codecs/yaml/read';
import { encodeUtf8 } from '#core/bytes/utf8';
import { parseVerifyingKey } from '#keys/public-key';
import { sshLineOf } from '#keys/ssh-key';
import { type JudgedSignature, UNKNOWN_SIGNER } from '#sign/judged';
import { type Policy, type PolicyFault, parsePolicy } from '#sign/policy/document';
import { judgePolicy } from '#sign/policy/judge';
import { compile } from '../schemas/published-schema.ts';
import { A, B, C, type TestKey } from './seals.ts';

export const AT = Date.parse('2026-02-01T00:00:00Z');
export const line = ({ key }: TestKey): string => sshLineOf(key);

export const SIGNERS = `
signers:
  - name: alice
    key: ${line(A)}
    roles: [producer]
  - name: bob
    key: ${B.key.fingerprint}
    roles: [reviewer, producer]
    not_after: 2026-06-01T00:00:00Z
  - name: carol
    key: |
${C.key.key.export({ format: 'pem', type: 'spki' }).toString().replace(/^/gm, '      ').trimEnd()}
    roles: [auditor]
`;

export function read(text: string): Policy | readonly PolicyFault[] {
  return parsePolicy(parseYaml(encodeUtf8(text)), (key) => {
    try {
      return parseVerifyingKey(key);
    } catch (error) {
      return (error as Error).message;
    }
  });
}

export function policyOf(rules: string, signers = SIGNERS): Policy {
  const text = `version: policy.v0${signers}rules:\n${rules}\n`;
  const policy = read(text);
  if (!('rules' in policy)) throw new Error(policy.map(({ at, message }) => `${at}: ${message}`).join('\n'));
  const holds = compile('policy.v0.json');
  expect([holds(parseYaml(encodeUtf8(text))), holds.errors]).toEqual([true, null]);
  return policy;
}

export const TWO = '  - kind: lock\n    require: "2 of [producer, reviewer, auditor]"';

export function signature({ key }: TestKey, more: Partial<JudgedSignature> = {}): JudgedSignature {
  return {
    form: 'seal',
    path: 'a.seals.jsonl:1',
    state: 'unknown_signer',
    signer: { ...UNKNOWN_SIGNER, keyid: key.keyid, fingerprint: key.fingerprint, algorithm: key.algorithm },
    role: null,
    claimed_time: '2026-01-15T10:30:00Z',
    trusted_time: null,
    finding: { code: 'UNKNOWN_SIGNER', path: null, wanted: null, found: null, message: 'x', next_command: null },
    ...more,
  };
}

export function judged(
  policy: Policy,
  signatures: readonly JudgedSignature[],
  { kind = 'lock', at = AT } = {},
): ReturnType<typeof judgePolicy> {
  return judgePolicy(policy, {
    document: { kind, path: 'dec.lock.json' },
    signatures,
    at,
    source: { path: 'p.yaml', digest: 'sha256:00' },
  });
}

export const outcome = (policy: Policy, signatures: readonly JudgedSignature[], at = AT): string => {
  const found = judged(policy, signatures, { at });
  return [found.policy.state, ...found.signatures.map(({ state, finding }) => (finding === null ? state : finding.code))].join(' ');
};
