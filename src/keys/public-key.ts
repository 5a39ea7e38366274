/**
 * The public keys that custody verifies with, in all forms in which people have them, and the check of a signature by one of them.
 *
 *     const key = parseVerifyingKey('ssh-ed25519 AAAAC3Nz… alice@example.com');
 *     key.fingerprint                                SHA256:bbXpuKG6…, as `ssh-keygen -l` shows it
 *     isSignature(key, message, signature)           true or false, never an error
 *
 * Stricter than Node, which accepts Ed25519 keys with which anybody can sign (ed25519-point.ts), text around a PEM, two keys in one text
 * and private keys in the place of public ones.
 */
import { createPublicKey, ECDH, hash, type KeyObject, verify } from 'node:crypto';
import { joined } from '#core/bytes/ssh-wire';
import { type DidKeyType, readDidKey } from '#core/did-key';
import { BadKey } from './bad-key.ts';
import { encodingFault, mayBeSignature, pointFault } from './ed25519-point.ts';
import { pemBlock } from './pem.ts';
import { hasPrivateFields, jwkFields, spkiOfJwk } from './public-jwk.ts';
import { CURVES, type CurveAlgorithm, curveWhere, ED25519 } from './spki.ts';
import { spkiOfSshBlob, spkiOfSshLine, sshBlobOf } from './ssh-key.ts';

/** RSA and P-521 are for verifying only. */
export type KeyAlgorithm = 'ed25519' | CurveAlgorithm | 'rsa';

export interface VerifyingKey {
  readonly algorithm: KeyAlgorithm;
  /** The DER in its only form: points are not compressed. */
  readonly spki: Uint8Array;
  /** The SHA-256 of the DER, in hex. */
  readonly keyid: string;
  /** `SHA256:…`, as OpenSSH shows it. */
  readonly fingerprint: string;
  readonly key: KeyObject;
}

export type SignatureEncoding = 'der' | 'p1363';
export type SignatureHash = 'sha256' | 'sha384' | 'sha512';

const MIN_RSA_BITS = 2048;
/** A longer one only costs time. */
const MAX_RSA_BITS = 16_384;
const RSA = Buffer.from('300d06092a864886f70d0101010500', 'hex');

/** PEM (SPKI), one line of OpenSSH, JWK or did:key: one key and nothing else. Throws `BadKey`. */
export function parseVerifyingKey(text: string): VerifyingKey {
  return verifyingKeyOfSpki(spkiOfText(text));
}

/** Throws `BadKey`. */
export function verifyingKeyOfSshBlob(blob: Uint8Array): VerifyingKey {
  return verifyingKeyOfSpki(spkiOfSshBlob(blob));
}

/** Throws `BadKey`. */
export function verifyingKeyOfSpki(der: Uint8Array): VerifyingKey {
  return keyOfSpki(Buffer.from(der), pointFault);
}

/**
 * The same for a key that comes with a signature which is checked next. Whether an Ed25519 point is on the curve takes longer than the
 * signature, and checking the signature includes it. Throws `BadKey`.
 */
export function keyOfSignature(der: Uint8Array): VerifyingKey {
  return keyOfSpki(Buffer.from(der), encodingFault);
}

function keyOfSpki(der: Buffer, faultOf: (point: Uint8Array) => string | null): VerifyingKey {
  const { algorithm, spki } = normalForm(der, faultOf);
  const key = importSpki(algorithm, spki);
  if (algorithm === 'rsa') requireRsa(key, spki);
  const blob = sshBlobOf({ algorithm, spki, key });
  const fingerprint = `SHA256:${hash('sha256', blob, 'base64').replace('=', '')}`;
  return { algorithm, spki, keyid: hash('sha256', spki, 'hex'), fingerprint, key };
}

/**
 * ECDSA is over the hash of its curve and RSA (PKCS#1 v1.5) over SHA-256 unless `digest` says otherwise; `encoding` is for ECDSA only.
 * False for everything that is not a signature in its form.
 */
export function isSignature(
  { algorithm, key }: Pick<VerifyingKey, 'algorithm' | 'key'>,
  message: Uint8Array,
  signature: Uint8Array,
  encoding: SignatureEncoding = 'der',
  digest: SignatureHash = hashOf(algorithm),
): boolean {
  if (algorithm === 'ed25519') return signature.length === 64 && mayBeSignature(signature) && verify(null, message, key, signature);
  if (algorithm === 'rsa') return verify(digest, message, key, signature);
  return verify(digest, message, { key, dsaEncoding: encoding === 'der' ? 'der' : 'ieee-p1363' }, signature);
}

/** The hash that a signature by such a key is over; Ed25519 has its own. */
export function hashOf(algorithm: KeyAlgorithm): SignatureHash {
  return algorithm === 'ed25519' || algorithm === 'rsa' ? 'sha256' : CURVES[algorithm].hash;
}

function spkiOfText(text: string): Uint8Array {
  if (text.startsWith('did:key:')) return spkiOfDid(text.trimEnd());
  if (text.startsWith('{')) {
    const jwk = jwkFields(text);
    if (hasPrivateFields(jwk)) throw new BadKey('expected a public key, found a private one');
    return spkiOfJwk(jwk);
  }
  if (text.includes('-----BEGIN ')) {
    const wanted = "expected one PEM block 'PUBLIC KEY'";
    const { label, bytes } = pemBlock(text, wanted);
    if (label !== 'PUBLIC KEY') throw new BadKey(`${wanted}, found '${label}'`);
    return bytes;
  }
  if (/^(ssh-|ecdsa-|sk-)/.test(text)) return spkiOfSshLine(text);
  throw new BadKey('expected a public key as PEM, OpenSSH line, JWK or did:key, found something else');
}

function spkiOfDid(did: string): Uint8Array {
  const found = readDidKey(did);
  if (found === null) throw new BadKey('expected a did:key with a key that can be used, found another');
  return joined(startFor(found.type), found.bytes);
}

function startFor(type: DidKeyType): Uint8Array {
  return type === 'ed25519' ? ED25519.spki : (curveWhere(({ didKey }) => didKey === type)?.[1].compressed as Buffer);
}

/** Finds the algorithm, checks the point and decompresses it. */
function normalForm(
  der: Buffer,
  faultOf: (point: Uint8Array) => string | null,
): { readonly algorithm: KeyAlgorithm; readonly spki: Buffer } {
  if (starts(der, ED25519.spki, ED25519.size)) {
    const fault = faultOf(der.subarray(ED25519.spki.length));
    if (fault !== null) throw new BadKey(`expected a point that can be a public key, found one that is ${fault}`);
    return { algorithm: 'ed25519', spki: der };
  }
  const plain = curveWhere(({ spki, size }) => starts(der, spki, 1 + 2 * size) && der[spki.length] === 4);
  if (plain !== null) return { algorithm: plain[0], spki: der };
  const short = curveWhere(({ compressed, size }) => starts(der, compressed, 1 + size) && (der[compressed.length] ?? 0) >>> 1 === 1);
  if (short !== null) return { algorithm: short[0], spki: decompressed(der, short[0]) };
  if (der.subarray(0, 20).includes(RSA)) return { algorithm: 'rsa', spki: der };
  throw new BadKey('expected a key for Ed25519, P-256, P-384, P-521 or RSA, found another kind of key');
}

function starts(der: Buffer, start: Buffer, more: number): boolean {
  return der.length === start.length + more && der.subarray(0, start.length).equals(start);
}

function decompressed(der: Buffer, algorithm: CurveAlgorithm): Buffer {
  const { spki, compressed, openssl } = CURVES[algorithm];
  try {
    const point = ECDH.convertKey(der.subarray(compressed.length), openssl, undefined, undefined, 'uncompressed');
    return Buffer.concat([spki, point as unknown as Buffer]);
  } catch {
    throw offCurve();
  }
}

function importSpki(algorithm: KeyAlgorithm, der: Buffer): KeyObject {
  try {
    // The short way: OpenSSL tries its other decoders on DER, which takes eight times as long.
    if (algorithm === 'ed25519')
      return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: der.subarray(-32).toString('base64url') }, format: 'jwk' });
    return createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    throw algorithm === 'rsa' ? new BadKey('expected an RSA key, found a damaged one') : offCurve();
  }
}

function offCurve(): BadKey {
  return new BadKey('expected a point that can be a public key, found one that is not on the curve');
}

/** Re-encoding shows that there was nothing else in the DER. */
function requireRsa(key: KeyObject, der: Buffer): void {
  const { modulusLength: bits = 0, publicExponent: e = 0n } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType !== 'rsa' || !key.export({ type: 'spki', format: 'der' }).equals(der))
    throw new BadKey('expected an RSA key in its only form, found another');
  if (bits < MIN_RSA_BITS || bits > MAX_RSA_BITS || e < 3n || e % 2n === 0n)
    throw new BadKey(`expected an RSA key of ${MIN_RSA_BITS} to ${MAX_RSA_BITS} bits with an odd exponent, found ${bits} bits`);
}
