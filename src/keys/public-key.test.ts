import { ECDH, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { expect, it } from 'vitest';
import { writeDidKey } from '#core/did-key';
import { BadKey } from './bad-key.ts';
import { isSignature, parseVerifyingKey, type VerifyingKey, verifyingKeyOfSpki, verifyingKeyOfSshBlob } from './public-key.ts';
import { CURVES, type CurveAlgorithm } from './spki.ts';
import { sshBlobOf, sshLineOf } from './ssh-key.ts';

/** Test 1 of RFC 8032, and what other programs say of it. */
const A = 'MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';
const A_LINE = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAINdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea';
const A_JWK = '{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}';
const pem = (body: string, label = 'PUBLIC KEY'): string => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`;
const pemOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }) as string;
const message = Buffer.from('what is said');

const PAIRS = {
  ed25519: generateKeyPairSync('ed25519'),
  'ecdsa-p256': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'ecdsa-p384': generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  'ecdsa-p521': generateKeyPairSync('ec', { namedCurve: 'P-521' }),
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
} as const;
const ALL = Object.entries(PAIRS);

it('parseVerifyingKey() knows the fingerprint and the id of a key as other programs show them', () => {
  const key = parseVerifyingKey(pem(A));
  expect(key.fingerprint).toBe('SHA256:bbXpuKG6zhzdmnxq256TlqzFBzRl2f6OOg722cYNbU8');
  expect(key.keyid).toBe('06e3fd8fda29bb60ab59557de61edb0aecdb231134be30e75b455f8e1b792fa9');
  expect(sshLineOf(key)).toBe(A_LINE);
});

it.each([
  ['PEM', pem(A)],
  ['PEM without a last newline', pem(A).trimEnd()],
  ['PEM in short lines', pem(A.replaceAll(/.{25}/g, '$&\n'))],
  ['an OpenSSH line', A_LINE],
  ['an OpenSSH line with a comment', `${A_LINE} Alice <alice@example.com>\n`],
  ['JWK', A_JWK],
  ['JWK with more members', A_JWK.replace('{', '{"kid":"a","use":"sig","alg":"EdDSA",')],
  ['did:key', 'did:key:z6MktwupdmLXVVqTzCw4i46r4uGyosGXRnR3XjN4Zq7oMMsw\n'],
])('parseVerifyingKey() reads a key as %s', (_what, text) =>
  expect(parseVerifyingKey(text).keyid).toBe('06e3fd8fda29bb60ab59557de61edb0aecdb231134be30e75b455f8e1b792fa9'),
);

it.each(ALL)('parseVerifyingKey() gives one %s key, whatever its form', (algorithm, { publicKey }) => {
  const key = parseVerifyingKey(pemOf(publicKey));
  expect(key.algorithm).toBe(algorithm);
  for (const text of [sshLineOf(key, 'x'), JSON.stringify(publicKey.export({ format: 'jwk' }))])
    expect(parseVerifyingKey(text)).toMatchObject({ algorithm, keyid: key.keyid, fingerprint: key.fingerprint });
  expect(verifyingKeyOfSshBlob(sshBlobOf(key)).keyid).toBe(key.keyid);
  expect(Buffer.from(key.spki).equals(publicKey.export({ type: 'spki', format: 'der' }))).toBe(true);
});

it.each(Object.keys(CURVES) as CurveAlgorithm[])('parseVerifyingKey() decompresses points: %s', (algorithm) => {
  const key = parseVerifyingKey(pemOf(PAIRS[algorithm].publicKey));
  const { spki, compressed, openssl, didKey } = CURVES[algorithm];
  const point = ECDH.convertKey(key.spki.slice(spki.length), openssl, undefined, undefined, 'compressed') as unknown as Buffer;
  expect(verifyingKeyOfSpki(Buffer.concat([compressed, point])).keyid).toBe(key.keyid);
  expect(parseVerifyingKey(writeDidKey(didKey, point)).keyid).toBe(key.keyid);
});

it.each(ALL)('isSignature() accepts a signature by the %s key over the message, and no other', (algorithm, { privateKey, publicKey }) => {
  const key = parseVerifyingKey(pemOf(publicKey));
  const signature = sign(algorithm === 'ed25519' ? null : 'sha256', message, privateKey);
  const hash = algorithm === 'ed25519' || algorithm === 'rsa' || algorithm === 'ecdsa-p256';
  expect(isSignature(key, message, signature)).toBe(hash);
  expect(isSignature(key, message, signature, 'der', 'sha256')).toBe(true);
  expect(isSignature(key, Buffer.from('what is not'), signature, 'der', 'sha256')).toBe(false);
  for (const at of [0, 5, 31, 40, signature.length - 1]) {
    const other = Buffer.from(signature);
    other[at] = (other[at] as number) ^ 1;
    expect(isSignature(key, message, other, 'der', 'sha256')).toBe(false);
  }
  for (const other of [signature.subarray(1), Buffer.concat([signature, Buffer.of(0)]), Buffer.of()])
    expect(isSignature(key, message, other, 'der', 'sha256')).toBe(false);
});

it.each(Object.keys(CURVES) as CurveAlgorithm[])('isSignature() uses the hash of the curve, and reads both encodings: %s', (algorithm) => {
  const { privateKey, publicKey } = PAIRS[algorithm];
  const key: VerifyingKey = parseVerifyingKey(pemOf(publicKey));
  const { hash } = CURVES[algorithm];
  const der = sign(hash, message, privateKey);
  const joined = sign(hash, message, { key: privateKey, dsaEncoding: 'ieee-p1363' });
  expect([isSignature(key, message, der), isSignature(key, message, joined, 'p1363')]).toEqual([true, true]);
  expect([isSignature(key, message, der, 'p1363'), isSignature(key, message, joined)]).toEqual([false, false]);
});

it.each([
  ['nothing', ''],
  ['a text', 'hello'],
  ['a byte order mark', `\ufeff${pem(A)}`],
  ['text before the block', `mine\n${pem(A)}`],
  ['text after the block', `${pem(A)}mine\n`],
  ['two blocks', pem(A) + pem(A)],
  ['CRLF', pem(A).replaceAll('\n', '\r\n')],
  ['no end', pem(A).split('-----END')[0] as string],
  ['damaged base64', pem(A.replace('A', '*'))],
  ['bits that mean nothing', pem(A.replace('Ro=', 'Rp='))],
  ['a private key', PAIRS.ed25519.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string],
  ['a private JWK', JSON.stringify(PAIRS.ed25519.privateKey.export({ format: 'jwk' }))],
  ['a JWK for encryption', A_JWK.replace('{', '{"use":"enc",')],
  ['a JWK of another algorithm', A_JWK.replace('{', '{"alg":"ES256",')],
  ['a JWK with padding', A_JWK.replace('URo"', 'URo="')],
  ['a JWK with a member twice', A_JWK.replace('{', '{"kty":"OKP",')],
  ['a key for another purpose', pemOf(generateKeyPairSync('x25519').publicKey)],
  ['another curve', pemOf(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey)],
  ['explicit parameters', pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256', paramEncoding: 'explicit' }).publicKey)],
  ['short RSA', pemOf(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey)],
  ['RSA for PSS only', pemOf(generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).publicKey)],
  ['two lines', `${A_LINE}\n${A_LINE}\n`],
  ['options before the type', `cert-authority ${A_LINE}`],
  ['a type that is not that of the key', A_LINE.replace('ssh-ed25519', 'ssh-rsa')],
  ['a key of a security key', 'sk-ssh-ed25519@openssh.com AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29tAAAAIA=='],
  ['a short OpenSSH key', A_LINE.slice(0, -4)],
])('parseVerifyingKey() refuses %s', (_what, text) => expect(() => parseVerifyingKey(text)).toThrow(BadKey));

it.each([
  ['the neutral element', `01${'00'.repeat(31)}`, 'of small order'],
  ['a point of order 8', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a', 'of small order'],
  ['0 written as p', `ed${'ff'.repeat(30)}7f`, 'not in its canonical form'],
  ['no point', `02${'00'.repeat(31)}`, 'not on the curve'],
])('parseVerifyingKey() refuses %s in every form', (_what, hex, fault) => {
  const point = Buffer.from(hex, 'hex');
  const blob = Buffer.concat([Buffer.from('0000000b7373682d65643235353139', 'hex'), Buffer.from('00000020', 'hex'), point]);
  for (const text of [
    pem(Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), point]).toString('base64')),
    `ssh-ed25519 ${blob.toString('base64')}`,
    JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x: point.toString('base64url') }),
    writeDidKey('ed25519', point),
  ])
    expect(() => parseVerifyingKey(text)).toThrow(`found one that is ${fault}`);
});

it('verifyingKeyOfSpki() refuses every key with a byte more, a byte less or a changed header', () => {
  for (const [, { publicKey }] of ALL) {
    const der = publicKey.export({ type: 'spki', format: 'der' });
    for (const other of [der.subarray(1), der.subarray(0, -1), Buffer.concat([der, Buffer.of(0)])])
      expect(() => verifyingKeyOfSpki(other)).toThrow(BadKey);
    for (let at = 0; at < 12; at++) {
      const changed = Buffer.from(der);
      changed[at] = (changed[at] as number) ^ 0x21;
      expect(() => verifyingKeyOfSpki(changed)).toThrow(BadKey);
    }
  }
});

it.each(Object.keys(CURVES) as CurveAlgorithm[])('verifyingKeyOfSpki() refuses a point that is not on the curve: %s', (algorithm) => {
  const der = PAIRS[algorithm].publicKey.export({ type: 'spki', format: 'der' });
  der[der.length - 1] = (der.at(-1) as number) ^ 1;
  expect(() => verifyingKeyOfSpki(der)).toThrow('not on the curve');
});
