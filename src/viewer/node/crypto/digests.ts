/**
 * The hashes of `node:crypto` in a browser. SHA-256 is WebAssembly, because whole deliveries go through it; the others are over documents and
 * signatures.
 */
import { blake2b } from '@noble/hashes/blake2.js';
import { sha224, sha384, sha512 } from '@noble/hashes/sha2.js';
import { Buffer } from 'buffer';
import { Hash } from '../hashers.ts';

interface Hasher {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
}

const MAKERS: Readonly<Record<string, () => Hasher>> = {
  sha256: () => new Hash('sha256'),
  sha224: () => sha224.create(),
  sha384: () => sha384.create(),
  sha512: () => sha512.create(),
  blake2b512: () => blake2b.create({ dkLen: 64 }),
};

class NodeHash {
  readonly #hash: Hasher;

  constructor(name: string) {
    const make = MAKERS[name];
    if (make === undefined) throw new Error(`no hash ${name} in a page`);
    this.#hash = make();
  }

  update(bytes: Uint8Array | string, encoding: 'utf8' | 'hex' = 'utf8'): this {
    this.#hash.update(typeof bytes === 'string' ? Buffer.from(bytes, encoding) : bytes);
    return this;
  }

  digest(encoding?: 'hex' | 'base64' | 'base64url'): unknown {
    const bytes = Buffer.from(this.#hash.digest());
    return encoding === undefined ? bytes : bytes.toString(encoding);
  }
}

export function createHash(name: string): NodeHash {
  return new NodeHash(name);
}

export function hash(name: string, bytes: Uint8Array | string, encoding: 'hex' | 'base64' | 'buffer' = 'hex'): unknown {
  return createHash(name)
    .update(bytes)
    .digest(encoding === 'buffer' ? undefined : encoding);
}

export function digestOf(name: string, bytes: Uint8Array): Uint8Array {
  return createHash(name).update(bytes).digest() as Uint8Array;
}
