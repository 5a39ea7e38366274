/** Public keys of `node:crypto` in a browser: Ed25519, the curves of NIST, RSA. There are no private keys in a page. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256, p384, p521 } from '@noble/curves/nist.js';
import { Buffer } from 'buffer';
import { type CurveAlgorithm, curveWhere, ED25519 } from '#keys/spki';
import { digestOf } from './digests.ts';
import { bitLength, bytesOf, isRsaSignature, numberOf, type RsaNumbers, rsaOfPkcs1, rsaOfSpki, spkiOfRsa } from './rsa.ts';

const NIST = { 'ecdsa-p256': p256, 'ecdsa-p384': p384, 'ecdsa-p521': p521 } as const;

type Numbers =
  | { readonly type: 'ed25519'; readonly point: Uint8Array }
  | { readonly type: 'ec'; readonly curve: CurveAlgorithm; readonly point: Uint8Array }
  | ({ readonly type: 'rsa' } & RsaNumbers);

interface Exported {
  readonly format: 'jwk' | 'der' | 'pem';
}

class PublicKey {
  readonly type = 'public';
  readonly numbers: Numbers;
  readonly #spki: Uint8Array;

  constructor(numbers: Numbers, spki: Uint8Array) {
    this.numbers = numbers;
    this.#spki = spki;
  }

  get asymmetricKeyType(): Numbers['type'] {
    return this.numbers.type;
  }

  get asymmetricKeyDetails(): { readonly modulusLength?: number; readonly publicExponent?: bigint } {
    const { numbers } = this;
    return numbers.type === 'rsa' ? { modulusLength: bitLength(numbers.n), publicExponent: numbers.e } : {};
  }

  export({ format }: Exported): unknown {
    const { numbers } = this;
    if (format === 'der') return Buffer.from(this.#spki);
    if (format === 'pem') return pemOf(this.#spki);
    const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
    if (numbers.type === 'rsa') return { kty: 'RSA', n: text(bytesOf(numbers.n)), e: text(bytesOf(numbers.e)) };
    if (numbers.type === 'ed25519') return { kty: 'OKP', crv: 'Ed25519', x: text(numbers.point) };
    throw new Error('a page exports no curve of NIST as JWK');
  }
}

interface GivenKey {
  readonly key: Uint8Array | Readonly<Record<string, string>>;
  readonly format: 'der' | 'jwk';
  readonly type?: 'spki' | 'pkcs1';
}

/** Throws for what is no key, as Node does, and for keys of other kinds. */
export function createPublicKey(given: GivenKey | string): PublicKey {
  if (typeof given === 'string') return ofSpki(Buffer.from(given.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64'));
  const { key, format, type } = given;
  if (format === 'jwk') return ofJwk(key as Readonly<Record<string, string>>);
  return type === 'pkcs1' ? ofRsa(rsaOfPkcs1(key as Uint8Array)) : ofSpki(Buffer.from(key as Uint8Array));
}

function ofJwk({ kty, x = '', n = '', e = '' }: Readonly<Record<string, string>>): PublicKey {
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
  if (kty === 'RSA') return ofRsa({ n: numberOf(bytes(n)), e: numberOf(bytes(e)) });
  return ofEd25519(bytes(x));
}

function ofSpki(der: Buffer): PublicKey {
  const after = (start: Uint8Array): Uint8Array | null =>
    Buffer.compare(der.subarray(0, start.length), start) === 0 ? der.subarray(start.length) : null;
  const edwards = after(ED25519.spki);
  if (edwards !== null) return ofEd25519(edwards);
  const [curve, { spki, compressed }] = curveWhere((each) => (after(each.spki) ?? after(each.compressed)) !== null) ?? [null, {}];
  if (curve === null || spki === undefined || compressed === undefined) return ofRsa(rsaOfSpki(der));
  const point = (after(spki) ?? after(compressed)) as Uint8Array;
  // Throws for a point that is not on the curve.
  NIST[curve].Point.fromBytes(point);
  return new PublicKey({ type: 'ec', curve, point }, der);
}

function ofEd25519(point: Uint8Array): PublicKey {
  if (point.length !== ED25519.size) throw new Error(`expected ${ED25519.size} bytes of an Ed25519 key, found ${point.length}`);
  return new PublicKey({ type: 'ed25519', point }, Buffer.concat([ED25519.spki, point]));
}

function ofRsa(numbers: RsaNumbers): PublicKey {
  return new PublicKey({ type: 'rsa', ...numbers }, spkiOfRsa(numbers));
}

function pemOf(der: Uint8Array): string {
  const lines = Buffer.from(der)
    .toString('base64')
    .replaceAll(/.{1,64}/g, '$&\n');
  return `-----BEGIN PUBLIC KEY-----\n${lines}-----END PUBLIC KEY-----\n`;
}

/** `ECDH.convertKey`, to an uncompressed point. Throws for a point that is not on the curve. */
export function uncompressed(point: Uint8Array, openssl: string): Uint8Array {
  const [curve] = curveWhere((each) => each.openssl === openssl) ?? [];
  if (curve === undefined) throw new Error(`no curve ${openssl} in a page`);
  return Buffer.from(NIST[curve].Point.fromBytes(point).toBytes(false));
}

interface KeyAndEncoding {
  readonly key: PublicKey;
  readonly dsaEncoding?: 'der' | 'ieee-p1363';
}

/** As Node does it: without the name of a hash, SHA-256 for curves of NIST and RSA. */
export function verify(
  algorithm: string | null | undefined,
  message: Uint8Array,
  given: PublicKey | KeyAndEncoding,
  signature: Uint8Array,
): boolean {
  const { key, dsaEncoding = 'der' } = 'key' in given ? given : { key: given };
  const { numbers } = key;
  const hash = algorithm ?? 'sha256';
  if (numbers.type === 'rsa') return isRsaSignature(numbers, hash, message, signature);
  if (numbers.type === 'ed25519') return isEd25519(numbers.point, message, signature);
  const format = dsaEncoding === 'der' ? 'der' : 'compact';
  try {
    // Both halves of s are good.
    return NIST[numbers.curve].verify(signature, digestOf(hash, message), numbers.point, { prehash: false, lowS: false, format });
  } catch {
    return false;
  }
}

/**
 * RFC 8032 without the factor 8, as OpenSSL has it: the point of the signature is computed and its bytes are compared. The check of the library
 * multiplies by 8 first, and so accepts signatures that OpenSSL does not.
 */
function isEd25519(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const { Point } = ed25519;
  const [given, s] = [signature.subarray(0, 32), littleEndian(signature.subarray(32))];
  if (signature.length !== 64 || s >= Point.Fn.ORDER) return false;
  try {
    const point = Point.fromBytes(key, true);
    const k = littleEndian(digestOf('sha512', Buffer.concat([given, key, message]))) % Point.Fn.ORDER;
    const computed = Point.BASE.multiplyUnsafe(s).add(point.negate().multiplyUnsafe(k));
    return Buffer.compare(Buffer.from(computed.toBytes()), given) === 0;
  } catch {
    return false;
  }
}

function littleEndian(bytes: Uint8Array): bigint {
  return numberOf(Uint8Array.from(bytes).reverse());
}
