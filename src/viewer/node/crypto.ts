/** `node:crypto` in a browser: hashes, and the check of signatures. There are no private keys in a page. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256, p384, p521 } from '@noble/curves/nist.js';
import { Buffer } from 'buffer';
import { Refusal } from '#core/refusal';
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

type Curve = 'ed25519' | 'p256' | 'p384' | 'p521';

interface PublicKey {
  readonly type: 'public';
  readonly asymmetricKeyType: 'ed25519' | 'ec';
  readonly curve: Curve;
  readonly raw: Uint8Array;
  export(how: { readonly format: 'jwk' }): { readonly kty: string; readonly crv: string; readonly x: string };
}

/** How a key begins in DER; the point follows. Other keys are none that a page judges. */
const SPKI: readonly (readonly [Curve, string])[] = [
  ['ed25519', '302a300506032b6570032100'],
  ['p256', '3059301306072a8648ce3d020106082a8648ce3d030107034200'],
  ['p384', '3076301006072a8648ce3d020106052b81040022036200'],
  ['p521', '30819b301006072a8648ce3d020106052b8104002303818600'],
];

interface GivenKey {
  readonly key: Uint8Array | { readonly x: string };
  readonly format: 'der' | 'jwk';
}

export function createPublicKey({ key, format }: GivenKey): PublicKey {
  if (format === 'jwk') return publicKey('ed25519', Buffer.from((key as { x: string }).x ?? '', 'base64url'));
  const hex = Buffer.from(key as Uint8Array).toString('hex');
  const [curve, start] = SPKI.find(([, head]) => hex.startsWith(head)) ?? notInPage();
  return publicKey(curve, (key as Uint8Array).subarray(start.length / 2));
}

function publicKey(curve: Curve, raw: Uint8Array): PublicKey {
  const x = Buffer.from(raw).toString('base64url');
  const asymmetricKeyType = curve === 'ed25519' ? 'ed25519' : 'ec';
  return { type: 'public', asymmetricKeyType, curve, raw, export: () => ({ kty: 'OKP', crv: 'Ed25519', x }) };
}

interface KeyAndEncoding {
  readonly key: PublicKey;
  readonly dsaEncoding: 'der' | 'ieee-p1363';
}

const NIST = { p256, p384, p521 };

/** Ed25519 by the strict rule of RFC 8032, as OpenSSL has it, not that of ZIP 215. ECDSA with the hash of the curve; both halves of s are good. */
export function verify(_: string | null, message: Uint8Array, given: PublicKey | KeyAndEncoding, signature: Uint8Array): boolean {
  const { key, dsaEncoding } = 'key' in given ? given : { key: given, dsaEncoding: 'der' };
  if (key.curve === 'ed25519') return ed25519.verify(signature, message, key.raw, { zip215: false });
  const format = dsaEncoding === 'der' ? 'der' : 'compact';
  try {
    return NIST[key.curve].verify(signature, message, key.raw, { prehash: true, lowS: false, format });
  } catch {
    return false;
  }
}

/** Reported as not checked where it lies beside a document, and a refusal where it was asked for. */
export function notInPage(): never {
  throw new Refusal('E_IO', 'a page does not judge RSA keys and certificates; custody verify does', {}, null);
}

export class X509Certificate {
  readonly raw: Uint8Array = notInPage();
}

function noPrivateKeys(): never {
  throw new Error('a page has no private keys');
}

export { noPrivateKeys as createPrivateKey, noPrivateKeys as generateKeyPairSync, noPrivateKeys as sign };
