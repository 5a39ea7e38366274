import { chmodSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../tests/helpers/scratch-folder.ts';
import { newPrivateKey } from './private/new-key.ts';
import { isSignature } from './public-key.ts';
import { openSigner, type SignerOptions } from './signer.ts';
import { sshLineOf } from './ssh-key.ts';
import { isKeyName, keysFolder, makeUserKey, userKeyNames } from './user-keys.ts';

const message = Buffer.from('what is said');
const home = scratchFolder('signer');
const env = { HOME: home };
const warnings: string[] = [];
const open = (more: Partial<SignerOptions>) =>
  openSigner({ cwd: home, env, passphrase: {}, warn: (text) => void warnings.push(text), ...more });
const sealed = newPrivateKey('ed25519', Buffer.from('correct horse'));
writeFileSync(join(home, 'sealed.pem'), sealed.pem, { mode: 0o600 });
const passphraseFile = (text: string | Uint8Array): SignerOptions['passphrase'] => {
  writeFileSync(join(home, 'passphrase'), text);
  return { file: { path: join(home, 'passphrase'), shown: 'passphrase' } };
};

describe('openSigner()', () => {
  it.each(['ed25519', 'p256', 'p384'] as const)('signs with a %s key in a file', async (type) => {
    const { pem, publicKey } = newPrivateKey(type, null);
    writeFileSync(join(home, `${type}.pem`), pem, { mode: 0o600 });
    const signer = await open({ key: `${type}.pem` });
    expect([signer.publicKey.keyid, signer.from]).toEqual([publicKey.keyid, `key file ${type}.pem`]);
    expect(isSignature(publicKey, message, await signer.sign(message))).toBe(true);
    signer.close();
  });

  it('uses the key default of the user where none is named', async () => {
    await expect(open({})).toRefuse('E_KEY', {}, 'custody key new makes a key');
    const key = makeUserKey(keysFolder(env), 'default', { type: 'ed25519', passphrase: null, sync: false });
    expect((await open({})).publicKey.keyid).toBe(key.keyid);
    expect((await open({ key: 'default' })).publicKey.keyid).toBe(key.keyid);
    // A file that happens to have the name is not taken for it.
    writeFileSync(join(home, 'default'), sealed.pem);
    expect((await open({})).publicKey.keyid).toBe(key.keyid);
    await expect(open({ key: 'default' })).toRefuse('E_KEY', {}, 'write ./default for the file');
  });

  it('opens a protected key with the passphrase in a file', async () => {
    for (const text of ['correct horse', 'correct horse\n', 'correct horse\r\n'])
      expect((await open({ key: 'sealed.pem', passphrase: passphraseFile(text) })).publicKey.keyid).toBe(sealed.publicKey.keyid);
  });

  it.each([
    ['wrong', 'wrong\n', 'it is not that of the key'],
    ['empty', '\n', 'found an empty line'],
    ['of two lines', 'correct horse\nother\n', 'found more lines'],
    ['with a byte 0', 'correct\0horse', 'found more lines or a byte 0'],
    ['too long', 'x'.repeat(2000), 'longer than 1026 bytes'],
  ])('refuses a passphrase that is %s, and does not repeat it', async (_what, text, fault) => {
    const opening = open({ key: 'sealed.pem', passphrase: passphraseFile(text) });
    await expect(opening).toRefuse('E_PASSPHRASE', {}, fault);
    await expect(opening).toRefuse('E_PASSPHRASE', {}, /^(?!.*(horse|wrong))/);
  });

  it('asks a person at most three times', async () => {
    const asked: string[] = [];
    const typing = (...typed: readonly string[]): SignerOptions['passphrase'] => ({
      ask: async (prompt) => Buffer.from(typed[asked.push(prompt) - 1] as string),
    });
    expect((await open({ key: 'sealed.pem', passphrase: typing('wrong', 'correct horse') })).publicKey.keyid).toBe(sealed.publicKey.keyid);
    expect(asked).toEqual(['passphrase of sealed.pem: ', 'passphrase of sealed.pem: ']);
    asked.length = 0;
    await expect(open({ key: 'sealed.pem', passphrase: typing('a', 'b', 'c', 'correct horse') })).toRefuse('E_PASSPHRASE');
    expect(asked.length).toBe(3);
  });

  it('refuses a protected key where there is nobody to ask', async () => {
    await expect(open({ key: 'sealed.pem' })).toRefuse('E_PASSPHRASE', {}, 'name a file with --passphrase-file');
    await expect(open({ key: 'sealed.pem', passphrase: { ask: async () => null } })).toRefuse('E_PASSPHRASE', {}, 'no terminal');
    await expect(open({ key: 'sealed.pem', passphrase: { file: { path: '/nonexistent', shown: 'p' } } })).toRefuse(
      'E_PASSPHRASE',
      {},
      'cannot read p: No such file or directory',
    );
  });

  it('warns of a key that others can read', async () => {
    writeFileSync(join(home, 'open.pem'), newPrivateKey('ed25519', null).pem);
    chmodSync(join(home, 'open.pem'), 0o644);
    warnings.length = 0;
    await open({ key: 'open.pem' });
    expect(warnings).toEqual(['private key open.pem is open to others: expected mode 0600, found 0644']);
  });

  it.each([
    ['a missing file', './none.pem', 'No such file or directory'],
    ['a name without a key', 'nobody', 'there is neither'],
    ['a folder', './folder', 'expected a key in a regular file'],
    ['a device', '/dev/zero', 'expected a key in a regular file'],
    ['a file that is too long', './long.pem', 'at most 16384 bytes'],
    ['a link that leads nowhere', './link.pem', 'No such file or directory'],
    ['a text', './text.pem', 'found something else'],
    ['a file below a file', './text.pem/x', 'Not a directory'],
  ])('refuses %s', async (_what, key, error) => {
    mkdirSync(join(home, 'folder'), { recursive: true });
    writeFileSync(join(home, 'long.pem'), 'x'.repeat(20_000));
    writeFileSync(join(home, 'text.pem'), 'hello\n');
    if (statSync(join(home, 'link.pem'), { throwIfNoEntry: false }) === undefined)
      try {
        symlinkSync('nowhere', join(home, 'link.pem'));
      } catch {
        // It is there from the case before.
      }
    await expect(open({ key })).toRefuse('E_KEY', {}, error);
  });

  it('asks for an agent where the file has a public key', async () => {
    writeFileSync(join(home, 'key.pub'), `${sshLineOf(sealed.publicKey)}\n`);
    await expect(open({ key: 'key.pub' })).toRefuse('E_AGENT', {}, 'SSH_AUTH_SOCK is not set');
    await expect(open({ key: sealed.publicKey.fingerprint })).toRefuse('E_AGENT', {}, 'SSH_AUTH_SOCK is not set');
  });
});

describe('makeUserKey()', () => {
  const folder = join(home, 'new', 'keys');

  it('makes a private file, a public line and a folder that others cannot read', () => {
    const key = makeUserKey(folder, 'a', { type: 'p256', passphrase: null, sync: false });
    const mode = (path: string): number => statSync(join(folder, path)).mode & 0o777;
    expect([mode(''), mode('a.pem'), mode('a.pub')]).toEqual([0o700, 0o600, 0o644]);
    expect(readFileSync(join(folder, 'a.pub'), 'utf8')).toBe(`${sshLineOf(key, 'a')}\n`);
    expect(userKeyNames(folder)).toEqual(['a']);
  });

  it('never replaces anything', () => {
    const before = readFileSync(join(folder, 'a.pem'));
    expect(() => makeUserKey(folder, 'a', { type: 'ed25519', passphrase: null, sync: false })).toRefuse('E_KEY', {}, 'never replaced');
    writeFileSync(join(folder, 'b.pub'), 'mine');
    expect(() => makeUserKey(folder, 'b', { type: 'ed25519', passphrase: null, sync: false })).toRefuse('E_KEY', { key: 'b' });
    expect(readFileSync(join(folder, 'a.pem')).equals(before)).toBe(true);
    expect(userKeyNames(folder)).toEqual(['a']);
  });

  it('refuses a folder that cannot be written', () => {
    writeFileSync(join(home, 'file'), '');
    expect(() => makeUserKey(join(home, 'file'), 'a', { type: 'ed25519', passphrase: null, sync: false })).toRefuse(
      'E_KEY',
      {},
      'cannot write',
    );
  });
});

it('isKeyName() accepts plain words only', () => {
  expect(['default', 'a-b_c.1'].every(isKeyName)).toBe(true);
  expect(['', '.', '..', '-a', 'a/b', 'a b', 'a.pem', 'a.pub', 'é', 'x'.repeat(65), 'a\n'].some(isKeyName)).toBe(false);
});

it('keysFolder() follows XDG_CONFIG_HOME where it is absolute', () => {
  expect(keysFolder({ HOME: '/h', XDG_CONFIG_HOME: '/c' })).toBe('/c/custody/keys');
  expect(keysFolder({ HOME: '/h', XDG_CONFIG_HOME: 'c' })).toBe('/h/.config/custody/keys');
});
