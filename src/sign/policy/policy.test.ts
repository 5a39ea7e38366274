import { describe, expect, it } from 'vitest';
import { parseYaml } from '#codecs/yaml/read';
import { encodeUtf8 } from '#core/bytes/utf8';
import { parseVerifyingKey } from '#keys/public-key';
import { sshLineOf } from '#keys/ssh-key';
import { compile } from '../../../tests/schemas/published-schema.ts';
import { A, B, C, type TestKey } from '../../../tests/sign/seals.ts';
import { type JudgedSignature, UNKNOWN_SIGNER } from '../judged.ts';
import { type Policy, type PolicyFault, parsePolicy } from './document.ts';
import { explainPolicy } from './explain.ts';
import { judgePolicy } from './judge.ts';

const AT = Date.parse('2026-02-01T00:00:00Z');
const line = ({ key }: TestKey): string => sshLineOf(key);

const SIGNERS = `
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

function read(text: string): Policy | readonly PolicyFault[] {
  return parsePolicy(parseYaml(encodeUtf8(text)), (key) => {
    try {
      return parseVerifyingKey(key);
    } catch (error) {
      return (error as Error).message;
    }
  });
}

function policyOf(rules: string, signers = SIGNERS): Policy {
  const text = `version: policy.v0${signers}rules:\n${rules}\n`;
  const policy = read(text);
  if (!('rules' in policy)) throw new Error(policy.map(({ at, message }) => `${at}: ${message}`).join('\n'));
  const holds = compile('policy.v0.json');
  expect([holds(parseYaml(encodeUtf8(text))), holds.errors]).toEqual([true, null]);
  return policy;
}

const TWO = '  - kind: lock\n    require: "2 of [producer, reviewer, auditor]"';

function signature({ key }: TestKey, more: Partial<JudgedSignature> = {}): JudgedSignature {
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

function judged(policy: Policy, signatures: readonly JudgedSignature[], { kind = 'lock', at = AT } = {}): ReturnType<typeof judgePolicy> {
  return judgePolicy(policy, {
    document: { kind, path: 'dec.lock.json' },
    signatures,
    at,
    source: { path: 'p.yaml', digest: 'sha256:00' },
  });
}

const outcome = (policy: Policy, signatures: readonly JudgedSignature[], at = AT): string => {
  const found = judged(policy, signatures, { at });
  return [found.policy.state, ...found.signatures.map(({ state, finding }) => (finding === null ? state : finding.code))].join(' ');
};

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

const RULE = '  - kind: lock\n    require: 1 of [producer]';

it.each<[string, string, string]>([
  ['an unknown field', 'requires: x\n', 'requires: no such field'],
  ['a field that is misspelt', 'ruls: x\n', 'ruls: no such field: is rules meant?'],
  ['another version', 'version: policy.v1\n', 'version: expected policy.v0'],
  [
    'an unknown role',
    SIGNERS.replace('[producer]', '[maker]').replace(', producer]', ']'),
    'rules[0].require: expected roles or names of signers, found producer, which no signer has',
  ],
  [
    'a threshold that nobody can meet',
    '3 of [producer]',
    'rules[0].require: nobody can meet 3 of [producer]: there are too few different signers',
  ],
  ['a threshold that names too few', '3 of [alice, carol]', 'nobody can meet 3 of [alice, carol]: there are too few different signers'],
  ['an algorithm that nobody has', '1 of [auditor]"\n    algorithms: [rsa]\n    distinct: "signers', 'nobody can meet'],
  ['a rule for nothing that exists', 'kind: locks', 'rules[0].kind: expected one of lock, pack'],
  ['a requirement that is none', 'two of us', 'rules[0].require: expected a text such as'],
  ['zero', '0 of [producer]', 'expected at least 1, found 0'],
  ['a name twice in a list', '1 of [producer, producer]', 'expected each name once, found producer twice'],
  ['a signer twice', SIGNERS.replace('carol', 'alice'), 'signers[2].name: expected each name once, found alice twice'],
  ['a key that is none', SIGNERS.replace(line(A), 'ssh-ed25519 AAAA'), 'signers[0].key: expected'],
  [
    'key and root',
    SIGNERS.replace('    roles: [auditor]', '    root: x\n    identity: y\n    roles: [auditor]'),
    'signers[2].key: expected either key, or root with identity',
  ],
  ['neither', SIGNERS.replace(/ {4}key: ssh.*\n/, ''), 'signers[0].key: expected either key, or root with identity'],
  ['a role that is no name', SIGNERS.replace('[auditor]', '[The Auditor]'), 'signers[2].roles: expected a role in lower case'],
  [
    'a period that ends before it begins',
    SIGNERS.replace('not_after: 2026', 'not_before: 2027-01-01T00:00:00Z\n    not_after: 2026'),
    'expected a time after not_before',
  ],
  ['a day without a time', SIGNERS.replace('2026-06-01T00:00:00Z', '2026-06-01'), 'expected an RFC 3339 time'],
  ['an age without a unit', '1 of [producer]"\n    max_age: "30', 'expected a number and a unit such as 30d, found 30'],
  ['a timestamp without an authority', '1 of [producer]"\n    timestamp: "required', 'expected timestamp_authorities'],
  ['signers that are no list', '\nsigners: alice\n', 'signers: expected a list that is not empty'],
])('parsePolicy() refuses %s', (_, change, message) => {
  const isSigners = change.startsWith('\nsigners');
  const isTop = change.startsWith('version') || change.endsWith('x\n');
  const rules =
    isSigners || isTop
      ? RULE
      : change.startsWith('kind')
        ? `  - ${change}\n    require: 1 of [producer]`
        : `  - kind: lock\n    require: "${change}"`;
  const head = change.startsWith('version') ? change.trimEnd() : `version: policy.v0${isTop ? `\n${change.trimEnd()}` : ''}`;
  const found = read(`${head}${isSigners ? change : SIGNERS}rules:\n${rules}\n`);
  expect('rules' in found ? [] : found.map(({ at, message: text }) => `${at}: ${text}`).join('\n')).toContain(message);
});

it.each(['[]', '1', 'null', '{}', '{"version":"policy.v0"}'])('parsePolicy() refuses %s', (text) => {
  expect(Array.isArray(read(text))).toBe(true);
});
