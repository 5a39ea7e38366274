/**
 * Private keys in DER: PKCS#8 (RFC 5208), its second version with the public half (RFC 5958), which Node does not read, and SEC1 (RFC 5915).
 *
 *     keyOfPkcs8(bytes of -----BEGIN PRIVATE KEY-----)       { publicKey, key }
 *     keyOfSec1(bytes of -----BEGIN EC PRIVATE KEY-----)     the same
 */
import { createPrivateKey } from 'node:crypto';
import { BadDer, readDer, TAG } from '#core/der/read';
import { BadKey } from '../bad-key.ts';
import { ED25519 } from '../spki.ts';
import { ed25519KeyOf, type SigningKey, signingKeyOf } from './signing-key.ts';

/** Before the seed and before the public half. */
const SECOND_VERSION = Buffer.from('3051020101300506032b657004220420', 'hex');
const PUBLIC_HALF = Buffer.from('812100', 'hex');

/** Throws `BadKey`. */
export function keyOfPkcs8(der: Buffer): SigningKey {
  const { pkcs8, size } = ED25519;
  if (startsWith(der, pkcs8) && der.length === pkcs8.length + size) return ed25519KeyOf(der.subarray(pkcs8.length), null);
  const half = SECOND_VERSION.length + size;
  const start = half + PUBLIC_HALF.length;
  if (startsWith(der, SECOND_VERSION) && der.subarray(half, start).equals(PUBLIC_HALF) && der.length === start + size)
    return ed25519KeyOf(der.subarray(SECOND_VERSION.length, half), der.subarray(start));
  return keyOfDer(der, 'pkcs8');
}

/** Throws `BadKey`. */
export function keyOfSec1(der: Buffer): SigningKey {
  return keyOfDer(der, 'sec1');
}

function keyOfDer(der: Buffer, type: 'pkcs8' | 'sec1'): SigningKey {
  if (!isOneSequence(der)) throw damaged();
  const key = orDamaged(() => createPrivateKey({ key: der, format: 'der', type }));
  return signingKeyOf(key);
}

function orDamaged<T>(act: () => T): T {
  try {
    return act();
  } catch {
    throw damaged();
  }
}

function damaged(): BadKey {
  return new BadKey('expected a private key, found a damaged one or another kind of key');
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start);
}

/** OpenSSL ignores bytes that follow. */
function isOneSequence(der: Buffer): boolean {
  try {
    return readDer(der).tag === TAG.sequence;
  } catch (error) {
    if (error instanceof BadDer) return false;
    throw error;
  }
}
