/** Keys, fingerprints and the agent of the real OpenSSH, and keys of the real OpenSSL. */
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPrivateKey } from '#keys/private/new-key';
import { readPrivateKey } from '#keys/private/read';
import { WrongPassphrase } from '#keys/private/wrong-passphrase';
import { isSignature, parseVerifyingKey } from '#keys/public-key';
import { openSigner } from '#keys/signer';
import { agentKeys } from '#keys/signers/agent';
import { sshLineOf } from '#keys/ssh-key';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { debianProgram } from '../set-up/debian-programs.ts';
import { type SshAgent, type SshPrograms, sshPrograms } from './ssh-programs.ts';

const found = await sshPrograms();
const isThere = typeof found !== 'string';
const ssh = found as SshPrograms;
const folder = scratchFolder('openssh');
const message = Buffer.from('what is said');
const TYPES = [
  ['ed25519', []],
  ['ecdsa', ['-b', '256']],
  ['ecdsa', ['-b', '384']],
] as const;

function newKey(name: string, ...args: readonly string[]): string {
  const path = join(folder, name);
  ssh.keygen('-q', '-f', path, '-C', 'alice@example.com', ...args);
  return path;
}

const fingerprintOf = (path: string): string => ssh.keygen('-lf', path).split(' ')[1] as string;

describe.skipIf(!isThere)(`keys of ssh-keygen${isThere ? '' : ` (skipped: ${found})`}`, () => {
  it.each(TYPES)('%s %j: the private and the public file give the fingerprint that ssh-keygen shows', async (type, bits) => {
    const path = newKey(`${type}${bits.join('')}`, '-t', type, ...bits, '-N', '');
    const { publicKey } = await readPrivateKey(readFileSync(path, 'utf8')).open(null);
    expect(publicKey.fingerprint).toBe(fingerprintOf(path));
    expect(parseVerifyingKey(readFileSync(`${path}.pub`, 'utf8')).keyid).toBe(publicKey.keyid);
    expect(`${sshLineOf(publicKey, 'alice@example.com')}\n`).toBe(readFileSync(`${path}.pub`, 'utf8'));
  });

  it.each(['rsa', 'ecdsa'])('the public half of %s keys for verifying only has the same fingerprint', (type) => {
    const path = newKey(`only-${type}`, '-t', type, '-b', type === 'rsa' ? '2048' : '521', '-N', '');
    expect(parseVerifyingKey(readFileSync(`${path}.pub`, 'utf8')).fingerprint).toBe(fingerprintOf(path));
    expect(() => readPrivateKey(readFileSync(path, 'utf8'))).toThrow('expected a private key for Ed25519, P-256 or P-384');
  });

  it.each(['aes256-ctr', 'aes256-gcm@openssh.com', 'aes128-cbc'])(
    'a key protected by %s is opened by its passphrase only',
    async (cipher) => {
      // Four rounds in place of 16: each takes its time on purpose.
      const path = newKey(`sealed-${cipher}`, '-t', 'ed25519', '-N', 'correct horse', '-Z', cipher, '-a', '4');
      const key = readPrivateKey(readFileSync(path, 'utf8'));
      expect([key.isProtected, key.publicKey?.fingerprint]).toEqual([true, fingerprintOf(path)]);
      expect((await key.open(Buffer.from('correct horse'))).publicKey.fingerprint).toBe(fingerprintOf(path));
      await expect(key.open(Buffer.from('wrong'))).rejects.toThrow(WrongPassphrase);
    },
  );

  it('the public line that custody writes is one that ssh-keygen reads', () => {
    for (const type of ['ed25519', 'p256', 'p384'] as const) {
      const { publicKey } = newPrivateKey(type, null);
      const path = join(folder, `${type}.pub`);
      writeFileSync(path, `${sshLineOf(publicKey, type)}\n`);
      expect(fingerprintOf(path)).toBe(publicKey.fingerprint);
    }
  });
});

describe.skipIf(!isThere)(`ssh-agent${isThere ? '' : ` (skipped: ${found})`}`, () => {
  let agent: SshAgent;
  beforeAll(async () => {
    agent = await ssh.startAgent();
  });
  afterAll(() => agent?.stop());
  const options = () => ({ cwd: folder, env: { SSH_AUTH_SOCK: agent.socket, HOME: folder }, passphrase: {}, warn: () => undefined });

  it.each(TYPES)('signs with a key that only it holds: %s %j', async (type, bits) => {
    const path = newKey(`held-${type}${bits.join('')}`, '-t', type, ...bits, '-N', '');
    agent.add(path);
    const fingerprint = fingerprintOf(path);
    for (const key of [fingerprint, `${path}.pub`]) {
      const signer = await openSigner({ ...options(), key });
      expect(signer.publicKey.fingerprint).toBe(fingerprint);
      expect(isSignature(signer.publicKey, message, await signer.sign(message))).toBe(true);
      signer.close();
    }
  });

  it('lists the keys that it holds, also those that cannot be used for signing', async () => {
    agent.add(newKey('held-rsa', '-t', 'rsa', '-b', '2048', '-N', ''));
    const keys = await agentKeys(agent.socket);
    const rsa = keys.find(({ type }) => type === 'ssh-rsa');
    expect([rsa?.key?.algorithm, rsa?.comment]).toEqual(['rsa', 'alice@example.com']);
    await expect(openSigner({ ...options(), key: rsa?.key?.fingerprint })).toRefuse('E_AGENT', {}, /found rsa/);
  });

  it('does not sign with a key that it does not hold', async () => {
    const path = newKey('other', '-t', 'ed25519', '-N', '');
    await expect(openSigner({ ...options(), key: `${path}.pub` })).toRefuse('E_AGENT', {}, /does not have the key SHA256:/);
  });
});

const openssl = await debianProgram('openssl');

describe.skipIf(typeof openssl === 'string')(`keys of openssl${typeof openssl === 'string' ? ` (skipped: ${openssl})` : ''}`, () => {
  const run = (...args: readonly string[]): string => {
    const { path, env } = openssl as Exclude<typeof openssl, string>;
    return execFileSync(path, args, {
      cwd: folder,
      env: { ...process.env, ...env },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  };

  it.each([
    ['ed25519', ['genpkey', '-algorithm', 'ed25519']],
    ['P-256', ['genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256']],
    ['P-384 in SEC1 with its parameters', ['ecparam', '-name', 'secp384r1', '-genkey']],
  ])('%s', async (_what, args) => {
    const text = run(...args);
    writeFileSync(join(folder, 'made.pem'), text);
    const { publicKey } = await readPrivateKey(text).open(null);
    expect(parseVerifyingKey(run('pkey', '-in', 'made.pem', '-pubout')).keyid).toBe(publicKey.keyid);
  });

  it.each([['-v2', 'aes-256-cbc'], ['-scrypt'], ['-v1', 'PBE-SHA1-3DES']])('PKCS#8 with a passphrase, %s', async (...how) => {
    writeFileSync(join(folder, 'plain.pem'), newPrivateKey('p256', null).pem);
    const sealed = run('pkcs8', '-topk8', '-in', 'plain.pem', '-passout', 'pass:correct horse', ...how);
    const { publicKey } = await readPrivateKey(sealed).open(Buffer.from('correct horse'));
    expect(parseVerifyingKey(run('pkey', '-in', 'plain.pem', '-pubout')).keyid).toBe(publicKey.keyid);
  });

  it('openssl reads a protected key that custody made', () => {
    const { pem, publicKey } = newPrivateKey('ed25519', Buffer.from('correct horse'));
    writeFileSync(join(folder, 'ours.pem'), pem);
    chmodSync(join(folder, 'ours.pem'), 0o600);
    expect(parseVerifyingKey(run('pkey', '-in', 'ours.pem', '-passin', 'pass:correct horse', '-pubout')).keyid).toBe(publicKey.keyid);
  });
});
