/**
 * Makes a private key as PKCS#8 in PEM. With a passphrase it is protected by scrypt and AES-256 (RFC 7914, RFC 8018), which `openssl pkey`
 * reads: what Node writes itself uses 2048 rounds of PBKDF2, which cost an attacker very little.
 *
 *     newPrivateKey('ed25519', null)            -----BEGIN PRIVATE KEY-----
 *     newPrivateKey('p256', passphrase)         -----BEGIN ENCRYPTED PRIVATE KEY-----
 */
import { createCipheriv, generateKeyPairSync, randomBytes, scryptSync } from 'node:crypto';
import { TAG } from '#core/der/read';
import { derInteger, derOf, derOid } from '#core/der/write';
import type { VerifyingKey } from '../public-key.ts';
import { signingKeyOf } from './signing-key.ts';

export const NEW_KEY_TYPES = ['ed25519', 'p256', 'p384'] as const;
export type NewKeyType = (typeof NEW_KEY_TYPES)[number];

/** 16 MiB and a fifth of a second: OpenSSL refuses to read a key that needs more than 32 MiB. */
const SCRYPT = { N: 1 << 14, r: 8, p: 5 } as const;
const SCRYPT_OID = '1.3.6.1.4.1.11591.4.11';
const AES_256_CBC_OID = '2.16.840.1.101.3.4.1.42';
const PBES2_OID = '1.2.840.113549.1.5.13';

export function newPrivateKey(type: NewKeyType, passphrase: Uint8Array | null): { readonly pem: string; readonly publicKey: VerifyingKey } {
  const key =
    type === 'ed25519'
      ? generateKeyPairSync('ed25519').privateKey
      : generateKeyPairSync('ec', { namedCurve: type === 'p256' ? 'P-256' : 'P-384' }).privateKey;
  const der = key.export({ type: 'pkcs8', format: 'der' });
  const pem = passphrase === null ? pemOf('PRIVATE KEY', der) : pemOf('ENCRYPTED PRIVATE KEY', encrypted(der, passphrase));
  return { pem, publicKey: signingKeyOf(key).publicKey };
}

function encrypted(der: Buffer, passphrase: Uint8Array): Uint8Array {
  const { N, r, p } = SCRYPT;
  const [salt, iv] = [randomBytes(16), randomBytes(16)];
  const key = scryptSync(passphrase, salt, 32, { N, r, p, maxmem: 1 << 26 });
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  const sealed = Buffer.concat([cipher.update(der), cipher.final()]);
  key.fill(0);
  const kdf = sequence(derOid(SCRYPT_OID), sequence(octets(salt), derInteger(N), derInteger(r), derInteger(p), derInteger(32)));
  const scheme = sequence(derOid(AES_256_CBC_OID), octets(iv));
  return sequence(sequence(derOid(PBES2_OID), sequence(kdf, scheme)), octets(sealed));
}

function sequence(...parts: readonly Uint8Array[]): Uint8Array {
  return derOf(TAG.sequence, ...parts);
}

function octets(bytes: Uint8Array): Uint8Array {
  return derOf(TAG.octetString, bytes);
}

function pemOf(label: string, der: Uint8Array): string {
  const lines = Buffer.from(der)
    .toString('base64')
    .match(/.{1,64}/g) as string[];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
