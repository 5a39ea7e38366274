/**
 * Ed25519 keys as PEM, and signatures over a content hash: the signed message is the 64 hex characters of the hash, not its 32 bytes.
 *
 *     const { privatePem, publicPem } = generateKeyPair();
 *     verifyHex(parsePublicKey(publicPem), hash, signHex(parsePrivateKey(privatePem), hash))     true
 *
 * This is stricter than Node, which accepts keys with which anybody can sign (ed25519-point.ts) and PEM of many forms. A key's fingerprint
 * is the first 16 hex digits of the SHA-256 of its PEM as Node writes it, however the original file was wrapped.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, hash, type KeyObject, sign, verify } from 'node:crypto';
import { BadKey } from './bad-key.ts';
import { mayBeSignature, pointFault } from './ed25519-point.ts';

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

/** The first bytes of an Ed25519 key in DER; 32 bytes follow. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const KEY_LENGTH = 32;
const SIGNATURE = /^[\w-]{85}[AQgw]==$/;

export function generateKeyPair(): { readonly privatePem: string; readonly publicPem: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, publicPem: publicPemOf(publicKey) };
}

/** Throws `BadKey`. */
export function parsePublicKey(pem: string): PublicKey {
  const der = derOf(pem, 'PUBLIC KEY', SPKI);
  const fault = pointFault(der.subarray(SPKI.length));
  if (fault !== null) throw new BadKey(`expected a point that can be a public key, found one that is ${fault}`);
  return publicKeyOf(createPublicKey({ key: der, format: 'der', type: 'spki' }));
}

/** Throws `BadKey`. */
export function parsePrivateKey(pem: string): PrivateKey {
  const key = createPrivateKey({ key: derOf(pem, 'PRIVATE KEY', PKCS8), format: 'der', type: 'pkcs8' });
  return { key, publicKey: publicKeyOf(createPublicKey(key)) };
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
  const bytes = Buffer.from(signature, 'base64url');
  return mayBeSignature(bytes) && verify(null, Buffer.from(hex, 'latin1'), key, bytes);
}

function publicKeyOf(key: KeyObject): PublicKey {
  const pem = publicPemOf(key);
  return { fingerprint: hash('sha256', pem, 'hex').slice(0, 16), pem, key };
}

function publicPemOf(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'pem' }) as string;
}

/** One block with that label and nothing else: a private key is never accepted as a public one. */
function derOf(pem: string, label: string, start: Buffer): Buffer {
  const wanted = `expected one PEM block '${label}' with an Ed25519 key`;
  const [, found, body = ''] = /^-----BEGIN ([A-Z0-9 ]+)-----\s([A-Za-z0-9+/=\s]*)-----END \1-----\s*$/.exec(pem) ?? [];
  if (found === undefined) throw new BadKey(`${wanted}, found something else`);
  if (found !== label) throw new BadKey(`${wanted}, found '${found}'`);
  const text = body.replaceAll(/\s/g, '');
  const der = Buffer.from(text, 'base64');
  if (der.toString('base64') !== text) throw new BadKey(`${wanted}, found text that is not base64`);
  if (der.length !== start.length + KEY_LENGTH || !der.subarray(0, start.length).equals(start))
    throw new BadKey(`${wanted}, found another kind of key`);
  return der;
}
