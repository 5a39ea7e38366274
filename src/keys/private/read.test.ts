import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { expect, it } from 'vitest';
import { joined, wireString, wireUint32 } from '#core/bytes/ssh-wire';
import { TAG } from '#core/der/read';
import { derInteger, derOf, derOid } from '#core/der/write';
import { BadKey } from '../bad-key.ts';
import { newPrivateKey } from './new-key.ts';
import { readPrivateKey } from './read.ts';
import { WrongPassphrase } from './wrong-passphrase.ts';

const ed25519 = generateKeyPairSync('ed25519').privateKey;
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const pem = (label: string, bytes: Uint8Array): string =>
  `-----BEGIN ${label}-----\n${Buffer.from(bytes).toString('base64')}\n-----END ${label}-----\n`;
const pkcs8 = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }) as string;
const jwkOf = (key: KeyObject): Record<string, unknown> => ({ ...key.export({ format: 'jwk' }) });
const seedOf = (key: KeyObject): Buffer => Buffer.from(jwkOf(key)['d'] as string, 'base64url');
const publicOf = (key: KeyObject): Buffer => Buffer.from(jwkOf(key)['x'] as string, 'base64url');
const secret = Buffer.from('correct horse');

/** The second version of PKCS#8, which Node does not read. */
const second = (seed: Uint8Array, half: Uint8Array): string =>
  pem('PRIVATE KEY', joined(Buffer.from('3051020101300506032b657004220420', 'hex'), seed, Buffer.from('812100', 'hex'), half));

interface OpenSshParts {
  readonly count?: number;
  readonly checks?: readonly [number, number];
  readonly seed?: Uint8Array;
  readonly outer?: Uint8Array;
  readonly padding?: readonly number[];
  readonly rest?: Uint8Array;
  readonly options?: Uint8Array;
  readonly kdf?: string;
  readonly cipher?: string;
}

function openSsh(parts: OpenSshParts = {}): string {
  const half = publicOf(ed25519);
  const { count = 1, checks = [7, 7], seed = seedOf(ed25519), outer = half, padding = [1, 2, 3, 4], rest = new Uint8Array() } = parts;
  const fields = joined(wireString('ssh-ed25519'), wireString(half), wireString(joined(seed, half)), wireString('a'));
  const part = joined(wireUint32(checks[0]), wireUint32(checks[1]), fields, Uint8Array.from(padding));
  const blob = joined(wireString('ssh-ed25519'), wireString(outer));
  const head = joined(wireString(parts.cipher ?? 'none'), wireString(parts.kdf ?? 'none'), wireString(parts.options ?? ''));
  return pem(
    'OPENSSH PRIVATE KEY',
    joined(Buffer.from('openssh-key-v1\0'), head, wireUint32(count), wireString(blob), wireString(part), rest),
  );
}

it.each([
  ['PKCS#8', pkcs8(ed25519), ed25519],
  ['PKCS#8 of version 2', second(seedOf(ed25519), publicOf(ed25519)), ed25519],
  ['PKCS#8 of P-256', pkcs8(p256), p256],
  ['SEC1', p256.export({ type: 'sec1', format: 'pem' }) as string, p256],
  [
    'SEC1 after its parameters',
    pem('EC PARAMETERS', Buffer.from('06082a8648ce3d030107', 'hex')) + (p256.export({ type: 'sec1', format: 'pem' }) as string),
    p256,
  ],
  ['OpenSSH', openSsh(), ed25519],
  ['JWK', JSON.stringify(jwkOf(ed25519)), ed25519],
  ['JWK of P-256', JSON.stringify({ kid: 'ключ', ...jwkOf(p256) }), p256],
])('readPrivateKey() reads %s', async (_what, text, key) => {
  const found = readPrivateKey(text);
  expect(found.isProtected).toBe(false);
  const opened = await found.open(null);
  expect(found.publicKey?.keyid).toBe(opened.publicKey.keyid);
  expect(jwkOf(opened.key)['d']).toBe(jwkOf(key)['d']);
});

it.each([
  ['PKCS#8', p256.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: secret }) as string],
  ['SEC1', p256.export({ type: 'sec1', format: 'pem', cipher: 'aes-128-cbc', passphrase: secret }) as string],
])('readPrivateKey() reads %s with a passphrase, and only with it', async (_what, text) => {
  const found = readPrivateKey(text);
  expect([found.isProtected, found.publicKey]).toEqual([true, null]);
  expect(jwkOf((await found.open(Buffer.from(secret))).key)['d']).toBe(jwkOf(p256)['d']);
  for (const wrong of [null, Buffer.alloc(0), Buffer.from('wrong')]) await expect(found.open(wrong)).rejects.toThrow(WrongPassphrase);
});

it.each(['ed25519', 'p256', 'p384'] as const)('newPrivateKey() makes a %s key that is read again', (type) => {
  const { pem: text, publicKey } = newPrivateKey(type, null);
  expect(readPrivateKey(text).publicKey?.keyid).toBe(publicKey.keyid);
});

it('newPrivateKey() protects a key by its passphrase, as OpenSSL reads it', async () => {
  const { pem: text, publicKey } = newPrivateKey('ed25519', Buffer.from(secret));
  expect(createPrivateKey({ key: text, passphrase: secret }).type).toBe('private');
  expect((await readPrivateKey(text).open(Buffer.from(secret))).publicKey.keyid).toBe(publicKey.keyid);
  await expect(readPrivateKey(text).open(Buffer.from('wrong'))).rejects.toThrow(WrongPassphrase);
});

it.each([
  ['nothing', '', 'an empty file'],
  ['a text', 'hello', 'something else'],
  ['two keys', pkcs8(ed25519) + pkcs8(p256), '2 blocks'],
  ['two OpenSSH keys', openSsh({ count: 2 }), '2 keys in one file'],
  ['text before the key', `mine\n${pkcs8(ed25519)}`, 'text before the block'],
  ['text after the key', `${pkcs8(ed25519)}mine`, 'text after it'],
  ['headers in the block', pkcs8(ed25519).replace('\n', '\nX: y\n\n'), 'another form'],
  ['a byte order mark', `\ufeff${pkcs8(ed25519)}`, 'text before the block'],
  ['CRLF', pkcs8(ed25519).replaceAll('\n', '\r\n'), 'CR'],
  ['a key cut short', pkcs8(p256).slice(0, 90), 'without an end'],
  ['bytes after the DER', pem('PRIVATE KEY', joined(p256.export({ type: 'pkcs8', format: 'der' }), Uint8Array.of(0))), 'a damaged one'],
  ['a public key', ed25519.export({ type: 'pkcs8', format: 'pem' }).toString().replaceAll('PRIVATE', 'PUBLIC'), "'PUBLIC KEY'"],
  ['an OpenSSH public key', 'ssh-ed25519 AAAA', 'a public key'],
  ['a public JWK', JSON.stringify({ ...jwkOf(ed25519), d: undefined }), 'a public one'],
  ['RSA', pkcs8(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey), 'found rsa'],
  ['P-521', pkcs8(generateKeyPairSync('ec', { namedCurve: 'P-521' }).privateKey), 'found ecdsa-p521'],
  ['X25519', pkcs8(generateKeyPairSync('x25519').privateKey), 'another kind of key'],
  ['secp256k1', pkcs8(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey), 'another kind of key'],
  [
    'explicit parameters',
    pkcs8(generateKeyPairSync('ec', { namedCurve: 'P-256', paramEncoding: 'explicit' }).privateKey),
    'another kind of key',
  ],
  [
    'the parameters of another curve',
    pem('EC PARAMETERS', Buffer.from('06052b81040022', 'hex')) + p256.export({ type: 'sec1', format: 'pem' }),
    'another curve',
  ],
  ['version 2 with another half', second(seedOf(ed25519), publicOf(generateKeyPairSync('ed25519').privateKey)), 'the half of another key'],
  [
    'a JWK with the half of another key',
    JSON.stringify({ ...jwkOf(p256), x: jwkOf(other)['x'], y: jwkOf(other)['y'] }),
    'the half of another key',
  ],
  ['a JWK with a long d', JSON.stringify({ ...jwkOf(ed25519), d: Buffer.alloc(33).toString('base64url') }), 'd of 32 bytes'],
  ['a JWK for RSA', JSON.stringify(jwkOf(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)), 'found rsa'],
  ['an OpenSSH key with bytes after it', openSsh({ rest: Uint8Array.of(1) }), 'a damaged one'],
  ['an OpenSSH key with a kdf and no cipher', openSsh({ kdf: 'bcrypt' }), 'a damaged one'],
])('readPrivateKey() refuses %s', (_what, text, message) => {
  expect(() => readPrivateKey(text)).toThrow(BadKey);
  expect(() => readPrivateKey(text)).toThrow(message);
});

/** P-256 in PKCS#8 with the public half of another key: Node reads it, and its signatures verify under neither. */
it('readPrivateKey() refuses PKCS#8 with the half of another key', () => {
  const der = p256.export({ type: 'pkcs8', format: 'der' });
  const half = other.export({ type: 'pkcs8', format: 'der' }).subarray(-64);
  const mixed = Buffer.concat([der.subarray(0, -64), half]);
  expect(() => createPrivateKey({ key: mixed, format: 'der', type: 'pkcs8' })).not.toThrow();
  expect(() => readPrivateKey(pem('PRIVATE KEY', mixed))).toThrow('found the half of another key');
});

/** A protected key with the numbers of its algorithm. */
function asking(...numbers: readonly number[]): string {
  const kdf = derOf(
    TAG.sequence,
    derOid('1.2.3'),
    derOf(TAG.sequence, derOf(TAG.octetString, Buffer.alloc(8)), ...numbers.map(derInteger)),
  );
  const algorithm = derOf(TAG.sequence, derOid('1.2.840.113549.1.5.13'), derOf(TAG.sequence, kdf, derOf(TAG.sequence, derOid('1.2.4'))));
  return pem('ENCRYPTED PRIVATE KEY', derOf(TAG.sequence, algorithm, derOf(TAG.octetString, Buffer.alloc(16))));
}

it('readPrivateKey() refuses a protected key that asks for hours of work', () => {
  for (const numbers of [[2_000_000_000], [0x7fffffff, 32], [1 << 20, 8, 1000], [1 << 14, 8, 1 << 20, 32]])
    expect(() => readPrivateKey(asking(...numbers))).toThrow('asks for more work');
  for (const numbers of [[2048], [1_000_000, 32], [1 << 14, 8, 5, 32]]) expect(readPrivateKey(asking(...numbers)).isProtected).toBe(true);
  expect(() => readPrivateKey(pem('ENCRYPTED PRIVATE KEY', Buffer.from('hello')))).toThrow('found a damaged one');
});

it.each([
  ['checks that differ', openSsh({ checks: [7, 8] }), WrongPassphrase],
  ['wrong padding', openSsh({ padding: [1, 2, 3, 5] }), BadKey],
  ['another length', openSsh({ padding: [1, 2, 3] }), BadKey],
  ['too much padding', openSsh({ padding: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] }), BadKey],
  ['another seed', openSsh({ seed: Buffer.alloc(32, 1) }), BadKey],
  ['another outer half', openSsh({ outer: publicOf(generateKeyPairSync('ed25519').privateKey) }), BadKey],
  ['an unknown cipher', openSsh({ cipher: '3des-cbc', kdf: 'bcrypt' }), BadKey],
  ['an unknown kdf', openSsh({ cipher: 'aes256-ctr', kdf: 'none' }), BadKey],
  [
    'too many rounds',
    openSsh({ cipher: 'aes256-ctr', kdf: 'bcrypt', options: joined(wireString(Buffer.alloc(16)), wireUint32(129)) }),
    BadKey,
  ],
  ['no rounds', openSsh({ cipher: 'aes256-ctr', kdf: 'bcrypt', options: joined(wireString(Buffer.alloc(16)), wireUint32(0)) }), BadKey],
])('an OpenSSH key with %s is not opened', async (_what, text, error) => {
  await expect(readPrivateKey(text).open(Buffer.from(secret))).rejects.toThrow(error);
});

it('readPrivateKey() never includes the key in a message, whatever byte is changed', async () => {
  for (const text of [pkcs8(p256), openSsh(), JSON.stringify(jwkOf(p256)), second(seedOf(ed25519), publicOf(ed25519))]) {
    const seen = new Set<string>();
    for (let at = 0; at < text.length; at += 7) {
      const changed = text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1);
      try {
        await readPrivateKey(changed).open(null);
      } catch (error) {
        seen.add(error instanceof BadKey || error instanceof WrongPassphrase ? error.message : `a bug: ${(error as Error).stack}`);
      }
    }
    const secrets = [seedOf(ed25519), seedOf(p256)].flatMap((bytes) => [
      bytes.toString('base64url').slice(0, 10),
      bytes.toString('hex').slice(0, 10),
    ]);
    expect([...seen].filter((message) => message.startsWith('a bug') || secrets.some((each) => message.includes(each)))).toEqual([]);
  }
});
