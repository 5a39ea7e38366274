/**
 * Ed25519 keys as PEM, and signatures over a content hash: the signed message is the 64 hex characters of the hash, not its 32 bytes.
 *
 *     const { privatePem, publicPem } = generateKeyPair();
 *     verifyHex(parsePublicKey(publicPem), hash, signHex(parsePrivateKey(privatePem), hash))     true
 *
 * This is stricter than Node, which accepts keys with which anybody can sign (ed25519-point.ts) and PEM of many forms. A key's fingerprint
 * is the first 16 hex digits of the SHA-256 of its PEM as Node writes it, however the original file was wrapped.
 */
import { generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto';
import { BadKey } from './bad-key.ts';
import { loosePemBlock } from './pem.ts';
import { ed25519KeyOf } from './private/signing-key.ts';
import { isSignature, verifyingKeyOfSpki } from './public-key.ts';
import { ED25519 } from './spki.ts';

export interface PublicKey {
  readonly fingerprint: string;
  /** The PEM as Node writes it. */
  readonly pem: string;
  readonly key: KeyObject;
}

export interface PrivateKey {
  readonly key: KeyObject;
  readonly publicKey: PublicKey;
}

const SIGNATURE = /^[\w-]{85}[AQgw]==$/;

export function generateKeyPair(): { readonly privatePem: string; readonly publicPem: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, publicPem: publicPemOf(publicKey) };
}

/** Throws `BadKey`. */
export function parsePublicKey(pem: string): PublicKey {
  return publicKeyOf(verifyingKeyOfSpki(derOf(pem, 'PUBLIC KEY', ED25519.spki)).key);
}

/** Throws `BadKey`. */
export function parsePrivateKey(pem: string): PrivateKey {
  const { key, publicKey } = ed25519KeyOf(derOf(pem, 'PRIVATE KEY', ED25519.pkcs8).subarray(ED25519.pkcs8.length), null);
  return { key, publicKey: publicKeyOf(publicKey.key) };
}

export function fingerprintOf(publicPem: string): string {
  return parsePublicKey(publicPem).fingerprint;
}

/** base64url with its padding. */
export function signHex({ key }: PrivateKey, hex: string): string {
  return `${sign(null, Buffer.from(hex, 'latin1'), key).toString('base64url')}==`;
}

export function verifyHex({ key }: PublicKey, hex: string, signature: string): boolean {
  if (!SIGNATURE.test(signature)) return false;
  return isSignature({ algorithm: 'ed25519', key }, Buffer.from(hex, 'latin1'), Buffer.from(signature, 'base64url'));
}

function publicKeyOf(key: KeyObject): PublicKey {
  const pem = publicPemOf(key);
  return { fingerprint: hash('sha256', pem, 'hex').slice(0, 16), pem, key };
}

function publicPemOf(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'pem' }) as string;
}

/** One block with that label and nothing else: a private key is never accepted as a public one. */
function derOf(pem: string, wantedLabel: string, start: Buffer): Buffer {
  const wanted = `expected one PEM block '${wantedLabel}' with an Ed25519 key`;
  const { label, bytes } = loosePemBlock(pem, wanted);
  if (label !== wantedLabel) throw new BadKey(`${wanted}, found '${label}'`);
  if (bytes.length !== start.length + ED25519.size || !bytes.subarray(0, start.length).equals(start))
    throw new BadKey(`${wanted}, found another kind of key`);
  return bytes;
}
