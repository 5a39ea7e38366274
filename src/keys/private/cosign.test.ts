import { generateKeyPairSync, scryptSync } from 'node:crypto';
import { xsalsa20poly1305 } from '@noble/ciphers/salsa.js';
import { expect, it } from 'vitest';
import { BadKey } from '../bad-key.ts';
import { openCosignKey } from './cosign.ts';
import { WrongPassphrase } from './wrong-passphrase.ts';

const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const secret = Buffer.from('correct horse');
const salt = Buffer.alloc(32, 1);
const nonce = Buffer.alloc(24, 2);
/** The fewest rounds: what is sealed for a test needs no care. */
const NUMBERS = { N: 2, r: 1, p: 1 };

interface Changes {
  readonly kdf?: object;
  readonly params?: object;
  readonly cipher?: object;
  readonly ciphertext?: unknown;
}

function cosignKey(der: Uint8Array, { kdf = {}, params = {}, cipher = {}, ...rest }: Changes = {}): Buffer {
  const sealed = Buffer.from(xsalsa20poly1305(scryptSync(secret, salt, 32, NUMBERS), nonce).encrypt(der));
  const document = {
    kdf: { name: 'scrypt', params: { ...NUMBERS, ...params }, salt: salt.toString('base64'), ...kdf },
    cipher: { name: 'nacl/secretbox', nonce: nonce.toString('base64'), ...cipher },
    ciphertext: sealed.toString('base64'),
    ...rest,
  };
  return Buffer.from(JSON.stringify(document));
}

const pkcs8 = p256.export({ type: 'pkcs8', format: 'der' });

it.each(['pkcs8', 'sec1'] as const)('openCosignKey() opens a key in %s', async (type) => {
  const { key } = await openCosignKey(cosignKey(p256.export({ type, format: 'der' })), secret);
  expect(key.equals(p256)).toBe(true);
});

it('openCosignKey() says that a passphrase is wrong', async () => {
  await expect(openCosignKey(cosignKey(pkcs8), Buffer.from('wrong'))).rejects.toThrow(WrongPassphrase);
});

it.each<[string, string, Buffer]>([
  ['what is no JSON', 'a damaged one', Buffer.from('{')],
  ['no object', 'a damaged one', Buffer.from('[]')],
  ['a nonce of another length', 'a damaged one', cosignKey(pkcs8, { cipher: { nonce: 'AAAA' } })],
  ['a text that is not base64', 'a damaged one', cosignKey(pkcs8, { ciphertext: '?' })],
  ['another way to make a key', 'scrypt and nacl/secretbox', cosignKey(pkcs8, { kdf: { name: 'argon2' } })],
  ['another cipher', 'scrypt and nacl/secretbox', cosignKey(pkcs8, { cipher: { name: 'aes' } })],
  ['rounds that are no power of two', 'usual numbers', cosignKey(pkcs8, { params: { N: 3 } })],
  ['one round', 'usual numbers', cosignKey(pkcs8, { params: { N: 1 } })],
  ['no blocks', 'usual numbers', cosignKey(pkcs8, { params: { r: 0 } })],
  ['numbers that are texts', 'usual numbers', cosignKey(pkcs8, { params: { N: '2' } })],
  ['many lanes', 'usual numbers', cosignKey(pkcs8, { params: { p: 17 } })],
  ['more memory than 256 MiB', 'usual numbers', cosignKey(pkcs8, { params: { N: 2 ** 18, r: 8 } })],
])('openCosignKey() refuses a key with %s', async (_, message, bytes) => {
  await expect(openCosignKey(bytes, secret)).rejects.toThrow(BadKey);
  await expect(openCosignKey(bytes, secret)).rejects.toThrow(message);
});
