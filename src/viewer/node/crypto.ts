/** `node:crypto` in a browser: hashes, and the check of signatures. There are no private keys in a page. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { Buffer } from 'buffer';
import { Hash, type HashName } from './hashers.ts';

class NodeHash {
  readonly #hash: Hash;

  constructor(name: HashName) {
    this.#hash = new Hash(name);
  }

  update(bytes: Uint8Array | string): this {
    this.#hash.update(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
    return this;
  }

  digest(encoding?: 'hex' | 'base64' | 'base64url'): unknown {
    const bytes = Buffer.from(this.#hash.digest());
    return encoding === undefined ? bytes : bytes.toString(encoding);
  }
}

export function createHash(name: HashName): NodeHash {
  return new NodeHash(name);
}

export function hash(name: HashName, bytes: Uint8Array | string, encoding: 'hex' | 'buffer' = 'hex'): unknown {
  return createHash(name)
    .update(bytes)
    .digest(encoding === 'buffer' ? undefined : encoding);
}

export function randomBytes(length: number): Buffer {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(length)));
}

interface PublicKey {
  readonly type: 'public';
  readonly raw: Uint8Array;
  export(how: { readonly format: 'jwk' }): { readonly kty: string; readonly crv: string; readonly x: string };
}

/** The first bytes of an Ed25519 key in DER; 32 bytes follow. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

interface GivenKey {
  readonly key: Uint8Array | { readonly x: string };
  readonly format: 'der' | 'jwk';
}

export function createPublicKey({ key, format }: GivenKey): PublicKey {
  const raw = format === 'jwk' ? Buffer.from((key as { x: string }).x, 'base64url') : (key as Uint8Array).subarray(SPKI.length);
  return { type: 'public', raw, export: () => ({ kty: 'OKP', crv: 'Ed25519', x: Buffer.from(raw).toString('base64url') }) };
}

/** The strict rule of RFC 8032, as OpenSSL has it: not that of ZIP 215. */
export function verify(_: null, message: Uint8Array, { raw }: PublicKey, signature: Uint8Array): boolean {
  return ed25519.verify(signature, message, raw, { zip215: false });
}

function noPrivateKeys(): never {
  throw new Error('a page has no private keys');
}

export { noPrivateKeys as createPrivateKey, noPrivateKeys as generateKeyPairSync, noPrivateKeys as sign };
