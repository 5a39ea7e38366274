import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { vectors } from '../../tests/vectors/vector-file.ts';
import { BadKey } from './bad-key.ts';
import { fingerprintOf, generateKeyPair, parsePrivateKey, parsePublicKey, signHex, verifyHex } from './ed25519.ts';

const pemOf = (name: string): string => readFileSync(new URL(`../../tests/vectors/chain/keys/${name}`, import.meta.url), 'utf8');
const PRIVATE = pemOf('private_key.pem');
const PUBLIC = pemOf('public_key.pem');
const HASH = 'd21b161a841f7cffa47172e5e78bc12d88e7300635c1b65935dcd180c2587af8';
const L = 2n ** 252n + 27742317777372353535851937790883648493n;

const BODY = PUBLIC.split('\n')[1] as string;
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const pem = (label: string, der: Uint8Array): string =>
  `-----BEGIN ${label}-----\n${Buffer.from(der).toString('base64')}\n-----END ${label}-----\n`;
const bytesOf = (signature: string): Buffer => Buffer.from(signature, 'base64url');
const textOf = (signature: Uint8Array): string => `${Buffer.from(signature).toString('base64url')}==`;

function littleEndian(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse();
}

test.each(vectors('chain-signatures.tsv'))('signHex() gives the known signature for the integrity of %s', (_, hash, signature) => {
  expect(signHex(parsePrivateKey(PRIVATE), hash)).toBe(signature);
  expect(verifyHex(parsePublicKey(PUBLIC), hash, signature)).toBe(true);
});

test('generateKeyPair() makes a new pair each time, whose keys belong together', () => {
  const [a, b] = [generateKeyPair(), generateKeyPair()];
  expect(a.privatePem).not.toBe(b.privatePem);
  expect(parsePrivateKey(a.privatePem).publicKey.pem).toBe(a.publicPem);
  const signature = signHex(parsePrivateKey(a.privatePem), HASH);
  expect(verifyHex(parsePublicKey(a.publicPem), HASH, signature)).toBe(true);
  expect(verifyHex(parsePublicKey(b.publicPem), HASH, signature)).toBe(false);
});

test('fingerprintOf() is known for the test key', () => expect(fingerprintOf(PUBLIC)).toBe('f0ff50dacf109dea'));

test.each([
  ['CRLF', PUBLIC.replaceAll('\n', '\r\n')],
  ['no last newline', PUBLIC.trimEnd()],
  ['lines of 20', PUBLIC.replace(BODY, BODY.replaceAll(/.{20}/g, '$&\n'))],
  ['spaces', PUBLIC.replace(BODY, `  ${BODY}  \n`)],
])('fingerprintOf() is the same for a PEM with %s', (_, text) => expect(fingerprintOf(text)).toBe('f0ff50dacf109dea'));

test.each([
  ['nothing', '', 'found something else'],
  ['text before the block', `# mine\n${PUBLIC}`, 'found something else'],
  ['text behind the block', `${PUBLIC}x`, 'found something else'],
  ['two blocks', PUBLIC + PUBLIC, 'found something else'],
  ['no end', PUBLIC.split('-----END')[0] as string, 'found something else'],
  ['another end', PUBLIC.replace('END PUBLIC', 'END PRIVATE'), 'found something else'],
  ['a private key', PRIVATE, "found 'PRIVATE KEY'"],
  ['a certificate', pem('CERTIFICATE', Buffer.alloc(44)), "found 'CERTIFICATE'"],
  ['half a base64', PUBLIC.replace(BODY, BODY.slice(0, -2)), 'found text that is not base64'],
  ['base64 with bits that mean nothing', PUBLIC.replace('Mbg=', 'Mbh='), 'found text that is not base64'],
  ['base64url', PUBLIC.replace('/', '_'), 'found something else'],
  ['an empty block', pem('PUBLIC KEY', Buffer.alloc(0)), 'found another kind of key'],
  ['a key too long', pem('PUBLIC KEY', Buffer.concat([SPKI, Buffer.alloc(33)])), 'found another kind of key'],
  ['an X25519 key', generateKeyPairSync('x25519').publicKey.export({ type: 'spki', format: 'pem' }) as string, 'found another kind of key'],
  [
    'an RSA key',
    generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ type: 'spki', format: 'pem' }) as string,
    'found another kind of key',
  ],
])('parsePublicKey() refuses %s', (_, text, message) => {
  expect(() => parsePublicKey(text)).toThrow(BadKey);
  expect(() => parsePublicKey(text)).toThrow(message);
});

/** Node 20 accepts each of these keys, and with each of them a signature that no private key made. */
test.each([
  ['the neutral element', `01${'00'.repeat(31)}`, 'of small order'],
  ['the neutral element with a sign', `01${'00'.repeat(30)}80`, 'of small order'],
  ['the point of order 2', `ec${'ff'.repeat(30)}7f`, 'of small order'],
  ['a point of order 4', '00'.repeat(32), 'of small order'],
  ['a point of order 8', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a', 'of small order'],
  ['the other point of order 8', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05', 'of small order'],
  ['1 written as p + 1', `ee${'ff'.repeat(30)}7f`, 'not in its canonical form'],
  ['0 written as p', `ed${'ff'.repeat(30)}7f`, 'not in its canonical form'],
])('parsePublicKey() refuses %s, under which anybody can sign', (_, point, fault) => {
  const der = Buffer.concat([SPKI, Buffer.from(point, 'hex')]);
  expect(() => parsePublicKey(pem('PUBLIC KEY', der))).toThrow(`found one that is ${fault}`);
});

test('parsePublicKey() refuses a point that is not on the curve', () =>
  expect(() => parsePublicKey(pem('PUBLIC KEY', Buffer.concat([SPKI, littleEndian(2n)])))).toThrow('found one that is not on the curve'));

test.each([
  ['nothing', ''],
  ['a public key', PUBLIC],
  [
    'an encrypted key',
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }) as string,
  ],
  ['an X25519 key', generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string],
])('parsePrivateKey() refuses %s', (_, text) => expect(() => parsePrivateKey(text)).toThrow(BadKey));

test('parsePrivateKey() never includes the key in a message', () => {
  const secret = PRIVATE.split('\n')[1] as string;
  for (const text of [
    PRIVATE.replace('\n', ''),
    PRIVATE.replace(secret, `${secret}!`),
    `${PRIVATE}x`,
    PRIVATE.replace(secret, secret.slice(4)),
  ]) {
    let message = '';
    try {
      parsePrivateKey(text);
    } catch (error) {
      message = String(error);
    }
    expect(message).toMatch(/^BadKey: expected one PEM block 'PRIVATE KEY' with an Ed25519 key, found /);
    expect(message).not.toContain(secret.slice(8, 20));
  }
});

const key = parsePublicKey(PUBLIC);
const signature = signHex(parsePrivateKey(PRIVATE), HASH);

test('verifyHex() refuses any other hash, and any changed bit of the signature', () => {
  expect(verifyHex(key, HASH, signature)).toBe(true);
  expect(verifyHex(key, HASH.replace('d', 'e'), signature)).toBe(false);
  expect(verifyHex(key, HASH.toUpperCase(), signature)).toBe(false);
  for (let bit = 0; bit < 512; bit++) {
    const bytes = bytesOf(signature);
    bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
    expect(verifyHex(key, HASH, textOf(bytes))).toBe(false);
  }
});

test('verifyHex() refuses a signature over the bytes of the hash', () =>
  expect(verifyHex(key, Buffer.from(HASH, 'hex').toString('latin1'), signature)).toBe(false));

test('verifyHex() refuses the same signature with S + L instead of S', () => {
  const bytes = bytesOf(signature);
  const s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`);
  for (const other of [s + L, s + 2n * L])
    expect(verifyHex(key, HASH, textOf(Buffer.concat([bytes.subarray(0, 32), littleEndian(other)])))).toBe(false);
});

test.each([
  signature.slice(0, -1),
  `${signature}=`,
  signature.slice(0, -2),
  '',
  `${signature.slice(0, -3)}R==`,
  signature.replace('-', '+'),
])('verifyHex() refuses another spelling: %s', (text) => expect(verifyHex(key, HASH, text)).toBe(false));
