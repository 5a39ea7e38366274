import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sshLineOf } from '#keys/ssh-key';
import { A, B, makeSeal } from '../../../tests/sign/seals.ts';
import { verify } from './verify.ts';
import { type SignatureTrust, verifySignature } from './verify-signature.ts';

const folder = mkdtempSync(join(tmpdir(), 'custody-library-'));
const path = (name: string): string => join(folder, name);
const write = (name: string, text: string): string => {
  writeFileSync(path(name), text);
  return path(name);
};
const file = write('a.csv', 'a\n');
const signature = write('a.csv.seals.jsonl', `${makeSeal({ bytes: 'a\n' })}\n`);
const [alice, bob] = [write('a.pub', sshLineOf(A.key)), write('b.pub', sshLineOf(B.key))];
const policy = write('allowed', `alice ${sshLineOf(A.key)}\n`);

const outcomeOf = async (settings: Omit<SignatureTrust, 'signature'>): Promise<string> =>
  (await verifySignature(file, { signature, ...settings })).outcome;

describe('verifySignature()', () => {
  it('is OK by whoever is named, and by nobody else', async () => {
    expect(await outcomeOf({ keys: [alice] })).toBe('OK');
    expect(await outcomeOf({ keys: [bob] })).toBe('FAILED');
    expect(await outcomeOf({})).toBe('FAILED');
    expect(await outcomeOf({ policy })).toBe('OK');
    expect(await outcomeOf({ policy, keys: [bob] })).toBe('FAILED');
    expect(await outcomeOf({ policy, stricter: { algorithms: ['rsa'] } })).toBe('FAILED');
  });

  it.each<[string, Partial<SignatureTrust>]>([
    ['expected a signature', { signature: [] }],
    ['expected a policy for more than one signature', { signature: [signature, signature] }],
    ['expected no tsaRoots', { policy, tsaRoots: [alice] }],
    ['expected no tsaRoots', { policy, ignoreUnsignedFiles: true }],
    ['by themselves they trust nobody', { policy, identity: 'alice' }],
    ['by themselves they trust nobody', { issuer: 'https://example.com' }],
    ['expected a nonce', { nonce: 'x' }],
    ['at is not an RFC 3339 timestamp', { at: 'yesterday' }],
    ['maxAge: expected a number and a unit', { policy, stricter: { maxAge: '3' } }],
    ['expected a policy that is made stricter', { stricter: { maxAge: '3d' } }],
    ['expected a policy for policyDigest', { policyDigest: 'sha256:00' }],
  ])('says what is wrong: %s', async (message, settings) => {
    await expect(verifySignature(file, { signature, ...settings })).rejects.toThrow(message);
  });

  it('refuses what cannot be used, as the command does', async () => {
    await expect(verifySignature(file, { signature, keys: [file] })).toRefuse('E_BAD_TRUST');
    await expect(verifySignature(file, { signature: file, keys: [alice] })).toRefuse('E_BAD_SIGNATURE');
    await expect(verifySignature(file, { signature, policy, stricter: { require: '1 of [eve]' } })).toRefuse('E_BAD_POLICY');
  });
});

describe('verify()', () => {
  it('asks for those who are named, with a policy and without', async () => {
    const asked = async (settings: Parameters<typeof verify>[1]): Promise<string> => (await verify(file, settings)).outcome;
    expect(await asked({ keys: [alice] })).toBe('OK');
    expect(await asked({ keys: [bob] })).toBe('FAILED');
    expect(await asked({ policy, keys: [alice] })).toBe('OK');
    expect(await asked({ policy, keys: [bob] })).toBe('FAILED');
    await expect(verify(file, { identity: 'alice' })).rejects.toThrow('by themselves they trust nobody');
  });
});
