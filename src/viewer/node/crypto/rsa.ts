/**
 * RSA signatures (PKCS#1 v1.5) in a browser, whose own check cannot be awaited while evidence is judged. Only public numbers are used, so it
 * does not matter how long anything takes. It accepts what OpenSSL accepts.
 */
import { Buffer } from 'buffer';
import { readDer, TAG } from '#core/der/read';
import { fieldsOf, wholeBits } from '#core/der/values';
import { derInteger, derOf } from '#core/der/write';
import { digestOf } from './digests.ts';

export interface RsaNumbers {
  readonly n: bigint;
  readonly e: bigint;
}

/** AlgorithmIdentifier: rsaEncryption, NULL. */
const RSA = Buffer.from('300d06092a864886f70d0101010500', 'hex');
/** DigestInfo of RFC 8017, 9.2, before the digest. */
const DIGEST_INFO: Readonly<Record<string, string>> = {
  sha224: '302d300d06096086480165030402040500041c',
  sha256: '3031300d060960864801650304020105000420',
  sha384: '3041300d060960864801650304020205000430',
  sha512: '3051300d060960864801650304020305000440',
};
/** Above this length of the modulus OpenSSL takes only short exponents. */
const SMALL_MODULUS_BITS = 3072;
const MAX_EXPONENT_BITS = 64;

/** Throws `BadDer` if it is no such key. */
export function rsaOfSpki(der: Uint8Array): RsaNumbers {
  const fields = fieldsOf(readDer(der), 'a public key');
  fields.next(TAG.sequence, 'its algorithm');
  const numbers = rsaOfPkcs1(wholeBits(fields.any('its bits'), 'its bits'));
  fields.end();
  return numbers;
}

/** Throws `BadDer`. */
export function rsaOfPkcs1(der: Uint8Array): RsaNumbers {
  const fields = fieldsOf(readDer(der), 'an RSA key');
  const numbers = {
    n: numberOf(fields.next(TAG.integer, 'its modulus').content),
    e: numberOf(fields.next(TAG.integer, 'its exponent').content),
  };
  fields.end();
  return numbers;
}

export function spkiOfRsa({ n, e }: RsaNumbers): Uint8Array {
  const key = derOf(TAG.sequence, derInteger(bytesOf(n)), derInteger(bytesOf(e)));
  return derOf(TAG.sequence, RSA, derOf(TAG.bitString, Uint8Array.of(0), key));
}

export function isRsaSignature({ n, e }: RsaNumbers, algorithm: string, message: Uint8Array, signature: Uint8Array): boolean {
  const info = DIGEST_INFO[algorithm];
  const length = Math.ceil(bitLength(n) / 8);
  if (info === undefined || n % 2n === 0n || e >= n || (bitLength(n) > SMALL_MODULUS_BITS && bitLength(e) > MAX_EXPONENT_BITS))
    return false;
  const value = numberOf(signature);
  if (signature.length !== length || value >= n) return false;
  const ending = Buffer.concat([Buffer.from(`00${info}`, 'hex'), digestOf(algorithm, message)]);
  // At least eight bytes of padding; RFC 8017, 9.2.
  if (length < ending.length + 10) return false;
  const wanted = Buffer.concat([Buffer.from([0, 1]), Buffer.alloc(length - ending.length - 2, 0xff), ending]);
  return power(value, e, n) === numberOf(wanted);
}

export function bytesOf(value: bigint): Buffer {
  const digits = value.toString(16);
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
}

export function numberOf(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

export function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (let left = exponent, square = base % modulus; left > 0n; left >>= 1n, square = (square * square) % modulus)
    if (left & 1n) result = (result * square) % modulus;
  return result;
}
