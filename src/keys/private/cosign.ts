/**
 * The private keys of `cosign generate-key-pair`: JSON in PEM, with a PKCS#8 (or SEC1) key inside, sealed by XSalsa20-Poly1305 under a key
 * that scrypt makes of the passphrase.
 *
 *     {"kdf":{"name":"scrypt","params":{"N":65536,"r":8,"p":1},"salt":"…"},"cipher":{"name":"nacl/secretbox","nonce":"…"},"ciphertext":"…"}
 */
import { scryptSync } from 'node:crypto';
import { JsonError, parseJson } from '#core/json/read';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { BadKey } from '../bad-key.ts';
import { strictBase64 } from '../pem.ts';
import { keyOfPkcs8, keyOfSec1 } from './pkcs8.ts';
import type { SigningKey } from './signing-key.ts';
import { WrongPassphrase } from './wrong-passphrase.ts';

/** What cosign writes needs 64 MiB and half a second. */
const MAX_MEMORY = 1 << 28;
const MAX_PARALLEL = 16;

/** Throws `BadKey` and `WrongPassphrase`. */
export async function openCosignKey(bytes: Buffer, passphrase: Uint8Array): Promise<SigningKey> {
  const { salt, N, r, p, nonce, sealed } = sealedKey(bytes);
  const key = scryptSync(passphrase, salt, 32, { N, r, p, maxmem: MAX_MEMORY });
  const { xsalsa20poly1305 } = await import('@noble/ciphers/salsa.js');
  const der = Buffer.from(orWrong(() => xsalsa20poly1305(key, nonce).decrypt(sealed)));
  key.fill(0);
  try {
    return keyOfPkcs8(der);
  } catch (error) {
    if (!(error instanceof BadKey)) throw error;
    return keyOfSec1(der);
  }
}

function sealedKey(bytes: Buffer) {
  const { kdf, cipher, ciphertext } = objectOf(parsed(bytes));
  const { name, params, salt } = objectOf(kdf);
  const { N, r, p } = objectOf(params);
  const { name: cipherName, nonce } = objectOf(cipher);
  if (name !== 'scrypt' || cipherName !== 'nacl/secretbox')
    throw new BadKey('expected a cosign key with scrypt and nacl/secretbox, found others');
  if (!isCount(N) || !isCount(r) || !isCount(p) || !Number.isInteger(Math.log2(N)) || N < 2 || p > MAX_PARALLEL || 130 * N * r > MAX_MEMORY)
    throw new BadKey('expected a cosign key with usual numbers for scrypt, found others');
  return { N, r, p, salt: bytesOf(salt), nonce: bytesOf(nonce, 24), sealed: bytesOf(ciphertext) };
}

function parsed(bytes: Buffer): JsonValue | undefined {
  try {
    return parseJson(bytes);
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

function objectOf(value: JsonValue | undefined): JsonObject {
  if (!isJsonObject(value)) throw new BadKey('expected a cosign key, found a damaged one');
  return value;
}

function isCount(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0;
}

function bytesOf(value: JsonValue | undefined, length?: number): Buffer {
  const bytes = typeof value === 'string' ? strictBase64(value) : null;
  if (bytes === null || bytes.length !== (length ?? bytes.length)) throw new BadKey('expected a cosign key, found a damaged one');
  return bytes;
}

function orWrong<T>(act: () => T): T {
  try {
    return act();
  } catch {
    throw new WrongPassphrase();
  }
}
