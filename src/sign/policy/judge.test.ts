import { describe, expect, it } from 'vitest';
import { AT, judged, line, outcome, policyOf, read, SIGNERS, signature, TWO } from '../../../tests/sign/policies.ts';
import { A, B, C, type TestKey } from '../../../tests/sign/seals.ts';
import { type JudgedSignature, UNKNOWN_SIGNER } from '../judged.ts';
import { type Policy } from './document.ts';
import { explainPolicy } from './explain.ts';
import { judgePolicy } from './judge.ts';

describe('judgePolicy()', () => {
  it('names who signed, and is met by two of three roles', () => {
    const { policy, signatures } = judged(policyOf(TWO), [signature(A), signature(C)]);
    expect(policy).toMatchObject({ state: 'met', findings: [], rules: [{ met: true, counted: ['alice', 'carol'], could_sign: [] }] });
    expect(signatures.map(({ signer, state }) => [signer?.name, state])).toEqual([
      ['alice', 'trusted'],
      ['carol', 'trusted'],
    ]);
  });

  it('says what is missing, who could still sign, and with which command', () => {
    const { policy } = judged(policyOf(TWO), [signature(A)]);
    expect(policy.state).toBe('not_met');
    expect(policy.findings).toEqual([
      {
        code: 'MISSING_SIGNATURE',
        path: null,
        wanted: '2 of [producer, reviewer, auditor]',
        found: 'alice',
        message:
          'the policy asks for 2 of [producer, reviewer, auditor], and only alice signed; could still sign: bob (reviewer, producer), carol (auditor), with: custody sign dec.lock.json --role reviewer',
        next_command: 'custody policy explain p.yaml',
      },
    ]);
  });

  it.each<[string, readonly JudgedSignature[], string]>([
    ['one key counts once, however often it signed', [signature(A), signature(A, { role: 'producer' })], 'not_met trusted trusted'],
    ['two in the same role are one role', [signature(A), signature(B, { role: 'producer' })], 'not_met trusted trusted'],
    ['a role that is not theirs', [signature(A, { role: 'auditor' }), signature(C)], 'not_met ROLE_NOT_HELD trusted'],
    ['a signature from the future', [signature(A, { claimed_time: '2026-02-01T00:05:01Z' }), signature(C)], 'not_met SIGNED_LATER trusted'],
    ['an unknown key', [signature(A), signature({ ...C, key: { ...C.key, fingerprint: 'SHA256:x' } })], 'not_met trusted UNKNOWN_SIGNER'],
    ['a bad signature', [signature(A), signature(C, { state: 'bad' })], 'not_met trusted UNKNOWN_SIGNER'],
  ])('does not count %s', (_, signatures, expected) => {
    expect(outcome(policyOf(TWO), signatures)).toBe(expected);
  });

  it('judges the period of a signer at the trusted time, and without one at the present', () => {
    const late = Date.parse('2026-07-01T00:00:00Z');
    const rule = '  - kind: lock\n    require: "1 of [reviewer]"';
    expect(outcome(policyOf(rule), [signature(B)])).toBe('met trusted');
    expect(outcome(policyOf(rule), [signature(B)], late)).toBe('not_met SIGNER_NOT_VALID');
    expect(outcome(policyOf(rule), [signature(B, { trusted_time: '2026-01-15T10:31:00Z' })], late)).toBe('met trusted');
    expect(outcome(policyOf(rule), [signature(B, { trusted_time: '2026-06-01T00:00:00Z' })], late)).toBe('not_met SIGNER_NOT_VALID');
  });

  it('does not count a signature that claims to be made before the period of its signer, whenever it was made', () => {
    const signers = SIGNERS.replace('not_after:', 'not_before: 2026-01-20T00:00:00Z\n    not_after:');
    const policy = policyOf('  - kind: lock\n    require: "1 of [reviewer]"', signers);
    expect(outcome(policy, [signature(B, { claimed_time: '2026-01-21T00:00:00Z' })])).toBe('met trusted');
    expect(outcome(policy, [signature(B)])).toBe('not_met SIGNER_NOT_VALID');
    expect(outcome(policy, [signature(B, { trusted_time: '2026-01-21T00:00:00Z' })])).toBe('not_met SIGNER_NOT_VALID');
  });

  it.each<[string, Partial<JudgedSignature>, string]>([
    ['max_age: 30d', {}, 'met trusted'],
    ['max_age: 10d', {}, 'not_met TOO_OLD'],
    ['max_age: 10d', { trusted_time: '2026-01-31T00:00:00Z' }, 'not_met TOO_OLD'],
    ['max_age: 10d', { claimed_time: null }, 'not_met NO_TIME'],
    ['not_before: 2026-01-01T00:00:00Z', {}, 'met trusted'],
    ['not_before: 2026-01-20T00:00:00Z', {}, 'not_met OUTSIDE_PERIOD'],
    ['not_after: 2026-01-15T10:30:00Z', {}, 'not_met OUTSIDE_PERIOD'],
    ['algorithms: [ed25519]', {}, 'met trusted'],
    [
      'algorithms: [ed25519]',
      { signer: { ...UNKNOWN_SIGNER, fingerprint: B.key.fingerprint, algorithm: 'rsa' } },
      'not_met ALGORITHM_NOT_ALLOWED',
    ],
  ])('judges a rule with %s', (field, more, expected) => {
    expect(outcome(policyOf(`  - kind: any\n    require: any of [producer, reviewer]\n    ${field}`), [signature(B, more)])).toBe(expected);
  });

  it('needs a timestamp of an authority where the rule says so', () => {
    const rule = '  - kind: any\n    require: 1 of [producer]\n    timestamp: required\ntimestamp_authorities:\n  - root: tsa.pem';
    expect(outcome(policyOf(rule), [signature(A)])).toBe('not_met NO_TRUSTED_TIME');
    expect(outcome(policyOf(rule), [signature(A, { trusted_time: '2026-01-15T10:31:00Z' })])).toBe('met trusted');
  });

  it('needs all rules of a kind, and says where it has none', () => {
    const both = '  - kind: lock\n    require: 1 of [producer]\n  - kind: any\n    require: 1 of [carol]';
    expect(outcome(policyOf(both), [signature(A)])).toBe('not_met trusted');
    expect(outcome(policyOf(both), [signature(A), signature(C)])).toBe('met trusted trusted');
    expect(judged(policyOf(TWO), [signature(A)], { kind: 'pack' }).policy).toMatchObject({ state: 'no_rule', rules: [], findings: [] });
    expect(outcome(policyOf('  - kind: lock\n    require: nothing'), [])).toBe('met');
  });

  it('counts a key under two names once', () => {
    const signers = `\nsigners:\n  - name: one\n    key: ${line(A)}\n    roles: [producer]\n  - name: two\n    key: ${A.key.fingerprint}\n    roles: [reviewer]\n  - name: other\n    key: ${line(B)}\n    roles: [auditor]\n`;
    const policy = policyOf('  - kind: any\n    require: 2 of [producer, reviewer, auditor]', signers);
    expect(outcome(policy, [signature(A, { role: 'producer' }), signature(A, { role: 'reviewer' })])).toBe('not_met trusted trusted');
    expect(outcome(policy, [signature(A), signature(B)])).toBe('met trusted trusted');
    expect([...explainPolicy(policy)]).toContain('  one and two have the same key, and count once');
  });

  it('trusts an identity only if its own root vouched for it', () => {
    const signers =
      '\nsigners:\n  - name: ci\n    root: root.json\n    identity: https://example.com/ci\n    issuer: https://example.com\n    roles: [producer]\n';
    const policy = policyOf('  - kind: any\n    require: 1 of [producer]', signers);
    const signer = { ...UNKNOWN_SIGNER, identity: 'https://example.com/ci', issuer: 'https://example.com' };
    expect(outcome(policy, [signature(A, { signer, state: 'trusted', proves: ['ci'] })])).toBe('met trusted');
    expect(outcome(policy, [signature(A, { signer, state: 'trusted', finding: null })])).toBe('not_met UNKNOWN_SIGNER');
    expect(outcome(policy, [signature(A, { signer, state: 'trusted', proves: ['somebody'] })])).toMatch(/^not_met/);
    expect(outcome(policy, [signature(A, { signer, state: 'bad', proves: ['ci'] })])).toMatch(/^not_met/);
    expect(judged(policy, []).policy.findings[0]?.message).toMatch(
      /could still sign: ci \(producer\), each with a certificate of the root/,
    );
  });

  it('counts one signature for one signer, whatever its certificate fits', () => {
    const certified = (name: string, more: string): string =>
      `  - name: ${name}\n    root: root.json\n    identity: ci@example.com\n${more}`;
    const signers = `\nsigners:\n  - name: alice\n    key: ${line(A)}\n    roles: [auditor]\n${certified('ci', '    roles: [producer]\n')}${certified('twin', '    issuer: https://example.com\n    roles: [reviewer]\n')}`;
    const policy = policyOf('  - kind: any\n    require: 2 of [producer, reviewer, auditor]', signers);
    const both = signature(A, { state: 'trusted', proves: ['ci', 'twin'] });
    expect(judged(policy, [both]).policy).toMatchObject({ state: 'not_met', rules: [{ counted: ['ci'] }] });
    expect(judged(policy, [both, both]).policy).toMatchObject({ state: 'not_met' });
    expect(judged(policy, [both, signature(A)]).policy).toMatchObject({ state: 'met', rules: [{ counted: ['ci', 'alice'] }] });
  });

  it('counts SSH signatures for the purposes of their signer only', () => {
    const signers = `\nsigners:\n  - name: alice\n    key: ${line(A)}\n    roles: [producer]\n  - name: bob\n    key: ${line(B)}\n    roles: [producer]\n    namespaces: [lock@example.com, pack@*]\n`;
    const policy = policyOf('  - kind: any\n    require: 1 of [producer]', signers);
    const ssh = (key: TestKey, namespace: string): readonly JudgedSignature[] => [signature(key, { form: 'ssh', namespace })];
    expect(outcome(policy, ssh(A, 'file'))).toBe('met trusted');
    expect(outcome(policy, ssh(A, 'git'))).toBe('not_met OTHER_NAMESPACE');
    expect(outcome(policy, ssh(B, 'pack@example.com'))).toBe('met trusted');
    expect(outcome(policy, ssh(B, 'file'))).toBe('not_met OTHER_NAMESPACE');
    expect(outcome(policy, [signature(B)])).toBe('not_met SIGNER_NOT_ALLOWED');
    expect(outcome({ ...policy, namespace: 'pack@example.com' }, ssh(B, 'pack@example.com'))).toBe('met trusted');
    expect(outcome({ ...policy, namespace: 'pack@example.com' }, ssh(A, 'file'))).toBe('not_met OTHER_NAMESPACE');
  });

  it('asks a document for a timestamp of its own where it asks for no signature', () => {
    const text = `version: policy.v0${SIGNERS}timestamp_authorities:\n  - root: tsa.pem\nrules:\n  - kind: lock\n    require: nothing\n    timestamp: required\n    max_age: 30d\n`;
    const policy = read(text) as Policy;
    const stateAt = (existed: string | null): string => {
      const { state, findings } = judgePolicy(policy, {
        document: { kind: 'lock', path: 'a' },
        signatures: [signature(A, { trusted_time: '2026-01-31T00:00:00Z' })],
        existed,
        at: AT,
        source: { path: 'p.yaml', digest: 'sha256:00' },
      }).policy;
      return [state, ...findings.map(({ code }) => code)].join(' ');
    };
    expect(stateAt(null)).toBe('not_met NO_TRUSTED_TIME');
    expect(stateAt('2026-01-31T00:00:00Z')).toBe('met');
    expect(stateAt('2025-12-31T00:00:00Z')).toBe('not_met TOO_OLD');
  });
});
