import { describe, expect, it } from 'vitest';
import { sshBlobOf, sshLineOf } from '#keys/ssh-key';
import { A, B, C, type TestKey } from '../../../tests/sign/seals.ts';
import { type AllowedSigner, parseAllowedSigners } from '../ssh/allowed-signers.ts';
import { looksLikeAllowedSigners, policyOfAllowedSigners } from './allowed-signers.ts';
import type { Policy, PolicyFault } from './document.ts';
import { explainPolicy, policyWarnings } from './explain.ts';
import { unitOf } from './lookup.ts';
import { parseRequirement, type Requirement } from './requirement.ts';
import { NO_WISHES, stricterPolicy } from './stricter.ts';

const line = ({ key }: TestKey): string => sshLineOf(key);
const known = [A, B, C].map(({ key }) => ({ blob: Buffer.from(sshBlobOf(key)).toString('hex'), key }));

function read(text: string): Policy | readonly PolicyFault[] {
  return policyOfAllowedSigners(
    parseAllowedSigners(text, () => 0),
    (blob) => {
      const { key } = known.find((each) => each.blob === Buffer.from(blob).toString('hex')) ?? {};
      return key === undefined ? 'no such key' : { fingerprint: key.fingerprint, algorithm: key.algorithm, text: null };
    },
  );
}

function policyOf(text: string): Policy {
  const policy = read(text);
  if (!('rules' in policy)) throw new Error(JSON.stringify(policy));
  return policy;
}

describe('looksLikeAllowedSigners()', () => {
  it.each([
    `alice@example.com ${line(A)}`,
    `# a comment\n\n  alice@example.com namespaces="file" ${line(A)} alice`,
    `"alice@example.com,bob" valid-before="20300101Z" ${line(A)}`,
    `*@example.com cert-authority ${line(A)}`,
  ])('is a list: %s', (text) => {
    expect(looksLikeAllowedSigners(text)).toBe(true);
  });

  it.each([
    `version: policy.v0\nsigners:\n  - name: alice\n    key: ${line(A)}`,
    `{"version":"policy.v0","signers":[{"name":"alice","key":"${line(A)}"}]}`,
    `signers: [{ name: alice, key: ${line(A)} }]`,
    `key: ${line(A)}`,
    `- key: ${line(A)}`,
    line(A),
    '',
    '# nothing',
    'alice@example.com',
  ])('is no list: %s', (text) => {
    expect(looksLikeAllowedSigners(text)).toBe(false);
  });
});

describe('policyOfAllowedSigners()', () => {
  it('asks for one of those in the list, whatever the evidence', () => {
    const policy = policyOf(`alice@example.com,alice@work.example ${line(A)}\n*@example.org namespaces="git,file" ${line(B)}\n`);
    expect(policy.signers.map(({ name, namespaces }) => [name, namespaces])).toEqual([
      ['alice@example.com', null],
      ['alice@work.example', null],
      ['*@example.org', 'git,file'],
    ]);
    expect(policy.rules).toMatchObject([{ kind: 'any', require: { required: 1, text: '1 of the signers in the list' } }]);
    expect([...explainPolicy(policy)]).toContain('all evidence needs 1 of the signers in the list');
  });

  it('takes several keys of one name, and several names of one key, for one signer', () => {
    const policy = policyOf(`alice ${line(A)}\nalice ${line(B)}\nalicia ${line(B)}\nbob ${line(C)}\n`);
    expect(new Set(policy.signers.map(unitOf)).size).toBe(2);
    const require = parseRequirement('2 of [alice, alicia]') as Requirement;
    expect(stricterPolicy(policy, { ...NO_WISHES, require })).toMatchObject([{ at: 'require' }]);
    expect(policyWarnings(policy)).toEqual(['alice and alicia have the same key, and count once']);
  });

  it('takes the periods of the list', () => {
    const policy = policyOf(`alice valid-after="20260101Z",valid-before="20270101Z" ${line(A)}`);
    expect(policy.signers[0]?.valid).toEqual({ from: Date.parse('2026-01-01'), until: Date.parse('2027-01-01') });
  });

  it('names nobody for an authority of certificates, and says so', () => {
    const policy = policyOf(`alice ${line(A)}\n* cert-authority ${line(B)}\n`);
    expect(policy.signers).toHaveLength(1);
    expect(policy.notes).toEqual(['line 2 trusts nobody: it names an authority, and certificates of OpenSSH are not judged']);
    expect(read(`* cert-authority ${line(B)}\n`)).toMatchObject([{ at: 'policy' }]);
  });

  it('refuses a line that cannot be read, which ssh-keygen passes over', () => {
    expect(read(`alice ${line(A)}\nbob ssh-ed25519 AAAA\ncarol option="x" ${line(B)}\n`)).toMatchObject([
      { at: 'line 2' },
      { at: 'line 3' },
    ]);
  });

  it('finds many lines that share names and keys quickly', () => {
    const key = (index: number): Uint8Array => Buffer.from(`key ${index >> 1}`);
    const signers = Array.from({ length: 20_000 }, (_, index): AllowedSigner => {
      const names = `n${(index + 1) >> 1}`;
      return {
        line: index,
        principals: names,
        isAuthority: false,
        namespaces: null,
        validAfter: null,
        validBefore: null,
        type: '',
        key: key(index),
      };
    });
    const policy = policyOfAllowedSigners({ signers, unusable: [] }, (blob) => {
      return { fingerprint: Buffer.from(blob).toString(), algorithm: null, text: null };
    }) as Policy;
    expect(new Set(policy.signers.map(unitOf)).size).toBe(1);
  });
});
