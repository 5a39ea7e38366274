/** Seals by the public test keys of RFC 8032 and by new keys, for tests. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { type VerifyingKey, verifyingKeyOfSpki } from '#keys/public-key';
import { preAuthenticationEncoding } from '#sign/dsse';
import { type Seal, sealLine, sealPayload } from '#sign/seal';
import { PAYLOAD_TYPE } from '#sign/statement';

export interface TestKey {
  readonly secret: KeyObject;
  readonly key: VerifyingKey;
}

function pairOf(secret: KeyObject): TestKey {
  return { secret, key: verifyingKeyOfSpki(createPublicKey(secret).export({ format: 'der', type: 'spki' })) };
}

function ofSeed(hex: string): TestKey {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.from(hex, 'hex')]);
  return pairOf(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
}

export const A = ofSeed('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60');
export const B = ofSeed('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb');
export const C = ofSeed('c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7');

export function newKey(curve: 'ed25519' | 'P-256' | 'P-384' = 'ed25519'): TestKey {
  if (curve === 'ed25519') return pairOf(generateKeyPairSync('ed25519').privateKey);
  return pairOf(generateKeyPairSync('ec', { namedCurve: curve }).privateKey);
}

export interface Wanted extends Partial<Seal> {
  readonly bytes: Uint8Array | string;
  readonly name?: string;
  readonly by?: TestKey;
}

const HASHES: Readonly<Record<string, string>> = { 'ecdsa-p256': 'sha256', 'ecdsa-p384': 'sha384' };

export function signed({ secret, key }: TestKey, message: Uint8Array): Buffer {
  return sign(HASHES[key.algorithm] ?? null, message, secret);
}

/** A line of a seals file, without its newline. */
export function makeSeal({ bytes, name = 'a', by = A, ...seal }: Wanted): string {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const usual = {
    kind: 'file',
    id: null,
    role: null,
    note: null,
    time: '2026-01-15T10:30:00Z',
    tool: 'custody 0.0.0',
    publicKey: by.key.spki,
  };
  const payload = sealPayload([{ name, digest: { sha256 } }], { ...usual, ...seal });
  return sealLine(payload, { keyid: by.key.keyid, sig: signed(by, preAuthenticationEncoding(PAYLOAD_TYPE, payload)) });
}
