/**
 * Makes a private key as PKCS#8 in PEM. With a passphrase it is protected by scrypt and AES-256 (RFC 7914, RFC 8018), which `openssl pkey`
 * reads: what Node writes itself uses 2048 rounds of PBKDF2, which cost an attacker very little.
 *
 *     newPrivateKey('ed25519', null)            -----BEGIN PRIVATE KEY-----
 *     newPrivateKey('p256', passphrase)         -----BEGIN ENCRYPTED PRIVATE KEY-----
 */
import { createCipheriv, generateKeyPairSync, randomBytes, scryptSync } from 'node:crypto';
import type { VerifyingKey } from '../public-key.ts';
import { signingKeyOf } from './signing-key.ts';

export const NEW_KEY_TYPES = ['ed25519', 'p256', 'p384'] as const;
export type NewKeyType = (typeof NEW_KEY_TYPES)[number];

/** 16 MiB and a fifth of a second: OpenSSL refuses to read a key that needs more than 32 MiB. */
const SCRYPT = { N: 1 << 14, r: 8, p: 5 } as const;
const SCRYPT_OID = '2b06010401da47040b';
const AES_256_CBC_OID = '60864801650304012a';
const PBES2_OID = '2a864886f70d01050d';

export function newPrivateKey(type: NewKeyType, passphrase: Uint8Array | null): { readonly pem: string; readonly publicKey: VerifyingKey } {
  const key =
    type === 'ed25519'
      ? generateKeyPairSync('ed25519').privateKey
      : generateKeyPairSync('ec', { namedCurve: type === 'p256' ? 'P-256' : 'P-384' }).privateKey;
  const der = key.export({ type: 'pkcs8', format: 'der' });
  const pem = passphrase === null ? pemOf('PRIVATE KEY', der) : pemOf('ENCRYPTED PRIVATE KEY', encrypted(der, passphrase));
  return { pem, publicKey: signingKeyOf(key).publicKey };
}

function encrypted(der: Buffer, passphrase: Uint8Array): Buffer {
  const { N, r, p } = SCRYPT;
  const [salt, iv] = [randomBytes(16), randomBytes(16)];
  const key = scryptSync(passphrase, salt, 32, { N, r, p, maxmem: 1 << 26 });
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  const sealed = Buffer.concat([cipher.update(der), cipher.final()]);
  key.fill(0);
  const kdf = sequence(oid(SCRYPT_OID), sequence(octets(salt), integer(N), integer(r), integer(p), integer(32)));
  const scheme = sequence(oid(AES_256_CBC_OID), octets(iv));
  return sequence(sequence(oid(PBES2_OID), sequence(kdf, scheme)), octets(sealed));
}

function tagged(tag: number, content: Buffer): Buffer {
  const length =
    content.length < 128
      ? [content.length]
      : content.length < 256
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function oid(hex: string): Buffer {
  return tagged(6, Buffer.from(hex, 'hex'));
}

function octets(bytes: Buffer): Buffer {
  return tagged(4, bytes);
}

/** Below 32,768. */
function integer(value: number): Buffer {
  return tagged(2, value < 128 ? Buffer.of(value) : Buffer.of(value >> 8, value & 0xff));
}

function pemOf(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) as string[];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
