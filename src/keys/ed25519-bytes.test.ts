import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { generateKeyPair, parsePrivateKey, parsePublicKey } from './ed25519.ts';
import { rawPublicKey, signEd25519, verifyEd25519 } from './ed25519-bytes.ts';

const key = parsePrivateKey(generateKeyPair().privatePem);
const publicKey = rawPublicKey(key.publicKey);
const message = Buffer.from('what is said');
const signature = signEd25519(key, message);
const hex = (text: string): Uint8Array => Buffer.from(text, 'hex');

it('verifyEd25519() accepts a signature by the key over the message, and no other', () => {
  expect(verifyEd25519(publicKey, message, signature)).toBe(true);
  expect(verifyEd25519(publicKey, Buffer.from('what is not'), signature)).toBe(false);
  expect(verifyEd25519(rawPublicKey(parsePublicKey(generateKeyPair().publicPem)), message, signature)).toBe(false);
});

it('verifyEd25519() accepts the third vector of RFC 8032', () => {
  const rfcKey = hex('fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025');
  const rfcSignature = hex(
    '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  );
  expect(verifyEd25519(rfcKey, hex('af82'), rfcSignature)).toBe(true);
});

it('verifyEd25519() refuses keys and signatures of another length', () => {
  for (const length of [0, 31, 33, 64]) expect(verifyEd25519(new Uint8Array(length), message, signature)).toBe(false);
  for (const length of [0, 63, 65]) expect(verifyEd25519(publicKey, message, new Uint8Array(length))).toBe(false);
});

it('verifyEd25519() refuses a signature whose second half is not below the order', () => {
  const L = 2n ** 252n + 27742317777372353535851937790883648493n;
  const s = signature.subarray(32).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n) + L;
  const other = Uint8Array.from(signature);
  for (let at = 0; at < 32; at++) other[32 + at] = Number((s >> BigInt(8 * at)) & 0xffn);
  expect(verifyEd25519(publicKey, message, other)).toBe(false);
});

it.each([
  ['0100000000000000000000000000000000000000000000000000000000000000', 'order 1'],
  ['ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f', 'order 2'],
  ['0000000000000000000000000000000000000000000000000000000000000000', 'order 4'],
  ['0000000000000000000000000000000000000000000000000000000000000080', 'order 4, the other sign'],
  ['26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05', 'order 8'],
  ['c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a', 'order 8, another'],
  ['0100000000000000000000000000000000000000000000000000000000000080', 'a sign where there is none'],
  ['eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f', 'order 1, not canonical'],
  ['ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff', 'beyond the field'],
  ['0200000000000000000000000000000000000000000000000000000000000000', 'not on the curve'],
])('verifyEd25519() refuses the key %s, %s, whatever is signed', (text) => {
  const weak = hex(text);
  const neutral = hex('0100000000000000000000000000000000000000000000000000000000000000');
  // With a key of order n, the neutral point and 0 are a valid signature of one message in n.
  for (let turn = 0; turn < 32; turn++) {
    const forged = Buffer.concat([neutral, new Uint8Array(32)]);
    expect(verifyEd25519(weak, createHash('sha256').update(`${turn}`).digest(), forged)).toBe(false);
  }
});

it('verifyEd25519() gives the same answer the second time', () => {
  expect(verifyEd25519(publicKey, message, signature)).toBe(true);
  expect(verifyEd25519(new Uint8Array(32), message, signature)).toBe(false);
  expect(verifyEd25519(new Uint8Array(32), message, signature)).toBe(false);
});
