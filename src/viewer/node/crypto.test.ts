/** The cryptography of the page against that of Node, which is OpenSSL. */
import * as node from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { encodingFault, mayBeSignature } from '#keys/ed25519-point';
import { some, trials } from '../../../tests/helpers/trials.ts';
import { vectors } from '../../../tests/vectors/vector-file.ts';
import * as page from './crypto.ts';
import { loadHashers } from './hashers.ts';

beforeAll(() => loadHashers());

const SIGNED = Buffer.from('what was signed');
type PageKey = ReturnType<typeof page.createPublicKey>;

function imported(key: node.KeyObject): PageKey {
  return page.createPublicKey({ key: key.export({ type: 'spki', format: 'der' }), format: 'der', type: 'spki' });
}

/** The bytes with one bit changed, at some places. */
function* damaged(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += Math.max(1, bytes.length >> trials(2, 4))) {
    const other = Buffer.from(bytes);
    other[at] = (other[at] as number) ^ 4;
    yield other;
  }
  yield bytes.subarray(1);
  yield Buffer.concat([bytes, Buffer.of(0)]);
  yield Buffer.alloc(0);
}

const RSA_KEYS = [2048, 3080].map((modulusLength) => node.generateKeyPairSync('rsa', { modulusLength }));

describe.each(['sha256', 'sha384', 'sha512'])('%s', (hash) => {
  it.each(['P-256', 'P-384', 'P-521'])('verify() accepts and refuses signatures of %s as Node does', (namedCurve) => {
    const { privateKey, publicKey } = node.generateKeyPairSync('ec', { namedCurve });
    const key = imported(publicKey);
    for (const dsaEncoding of ['der', 'ieee-p1363'] as const) {
      const good = node.sign(hash, SIGNED, { key: privateKey, dsaEncoding });
      expect(page.verify(hash, SIGNED, { key, dsaEncoding }, good)).toBe(true);
      for (const bad of damaged(good))
        expect(page.verify(hash, SIGNED, { key, dsaEncoding }, bad)).toBe(node.verify(hash, SIGNED, { key: publicKey, dsaEncoding }, bad));
    }
  });

  it.each(RSA_KEYS)('verify() accepts and refuses signatures of RSA as Node does', ({ privateKey, publicKey }) => {
    const key = imported(publicKey);
    const good = node.sign(hash, SIGNED, privateKey);
    expect(page.verify(hash, SIGNED, key, good)).toBe(true);
    for (const bad of damaged(good)) expect(page.verify(hash, SIGNED, key, bad)).toBe(false);
    const pss = node.sign(hash, SIGNED, { key: privateKey, padding: node.constants.RSA_PKCS1_PSS_PADDING });
    expect(page.verify(hash, SIGNED, key, pss)).toBe(node.verify(hash, SIGNED, publicKey, pss));
    expect(key.asymmetricKeyDetails).toEqual(publicKey.asymmetricKeyDetails);
    expect(key.export({ format: 'der' })).toEqual(publicKey.export({ type: 'spki', format: 'der' }));
    expect(key.export({ format: 'pem' })).toBe(publicKey.export({ type: 'spki', format: 'pem' }));
    expect(key.export({ format: 'jwk' })).toEqual(publicKey.export({ format: 'jwk' }));
    const der = publicKey.export({ type: 'pkcs1', format: 'der' });
    expect(page.verify(hash, SIGNED, page.createPublicKey({ key: der, format: 'der', type: 'pkcs1' }), good)).toBe(true);
  });
});

it('verify() uses SHA-256 where no hash is named, as Node does', () => {
  const { privateKey, publicKey } = node.generateKeyPairSync('ec', { namedCurve: 'P-384' });
  expect(page.verify(undefined, SIGNED, imported(publicKey), node.sign(undefined, SIGNED, privateKey))).toBe(true);
});

it('verify() accepts and refuses signatures of Ed25519 as Node does', () => {
  const { privateKey, publicKey } = node.generateKeyPairSync('ed25519');
  const good = node.sign(null, SIGNED, privateKey);
  expect(page.verify(null, SIGNED, imported(publicKey), good)).toBe(true);
  for (const bad of damaged(good)) expect(page.verify(null, SIGNED, imported(publicKey), bad)).toBe(false);
});

it('verify() refuses a signature of Ed25519 that is only good after a multiplication by 8, as Node does', () => {
  const { Point } = ed25519;
  const order8 = Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05');
  const secret = 12_345n;
  const key = Buffer.from(Point.BASE.multiply(secret).add(order8).toBytes());
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key]);
  const nodeKey = node.createPublicKey({ key: spki, format: 'der', type: 'spki' });
  const answers = [];
  for (let nonce = 1n; nonce <= 8n; nonce++) {
    const r = Buffer.from(Point.BASE.multiply(nonce).toBytes());
    const k =
      BigInt(
        `0x${Buffer.from(sha512(Buffer.concat([r, key, SIGNED])))
          .reverse()
          .toString('hex')}`,
      ) % Point.Fn.ORDER;
    const s = Buffer.from(((nonce + k * secret) % Point.Fn.ORDER).toString(16).padStart(64, '0'), 'hex').reverse();
    const signature = Buffer.concat([r, s]);
    expect(ed25519.verify(signature, SIGNED, key, { zip215: false })).toBe(true);
    const answer = page.verify(null, SIGNED, page.createPublicKey({ key: spki, format: 'der' }), signature);
    expect(answer).toBe(node.verify(null, SIGNED, nodeKey, signature));
    answers.push(answer);
  }
  expect(answers).toContain(false);
});

/** The others are refused before: what the versions of Node say of them differs. */
it('verify() judges the odd signatures of public test suites as Node does, if key and signature may be some', () => {
  const cases = [
    ...vectors('ed25519-wycheproof.tsv').map(([, key, text, signature]) => [key, Buffer.from(text ?? '', 'base64url'), signature] as const),
    ...vectors('ed25519-cctv.tsv').map(([, key, signature, text]) => [key, Buffer.from(text ?? ''), signature] as const),
  ];
  const differ = some(cases, 5).filter(([key = '', text, signature = '']) => {
    const jwk = { key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' } as const;
    const bytes = Buffer.from(signature, 'base64url');
    if (encodingFault(Buffer.from(key, 'base64url')) !== null || (bytes.length === 64 && !mayBeSignature(bytes))) return false;
    return page.verify(null, text, page.createPublicKey(jwk), bytes) !== node.verify(null, text, node.createPublicKey(jwk), bytes);
  });
  expect(differ).toEqual([]);
});

it('createPublicKey() refuses a point that is not on the curve', () => {
  const { publicKey } = node.generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const der = publicKey.export({ type: 'spki', format: 'der' });
  der[der.length - 1] = (der.at(-1) as number) ^ 1;
  expect(() => page.createPublicKey({ key: der, format: 'der' })).toThrow();
});

it.each(['prime256v1', 'secp384r1', 'secp521r1'])('ECDH.convertKey() gives the uncompressed point of %s as Node does', (curve) => {
  const point = Buffer.from(node.createECDH(curve).generateKeys('hex', 'compressed'), 'hex');
  expect(page.ECDH.convertKey(point, curve)).toEqual(node.ECDH.convertKey(point, curve, undefined, undefined, 'uncompressed'));
});

it.each(['sha224', 'sha256', 'sha384', 'sha512', 'blake2b512'])('hash() computes %s as Node does, whole and in pieces', (name) => {
  const bytes = node.randomBytes(100_000);
  expect(page.hash(name, bytes)).toBe(node.createHash(name).update(bytes).digest('hex'));
  expect(page.createHash(name).update('c3a4', 'hex').update('ä').digest('base64')).toBe(
    node.createHash(name).update('ää').digest('base64'),
  );
  expect(page.createHash(name).update(bytes.subarray(0, 77)).update(bytes.subarray(77)).digest('hex')).toBe(page.hash(name, bytes));
});
