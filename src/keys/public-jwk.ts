/**
 * A public key as JWK (RFC 7517, 7518, 8037): Ed25519, the curves of NIST, RSA.
 *
 *     spkiOfJwk(fields of {"kty":"OKP","crv":"Ed25519","x":"11qYAYKx…"})     the DER of the key
 */
import { createPublicKey } from 'node:crypto';
import { decodeBase64url } from '#core/bytes/base64url';
import { joined } from '#core/bytes/ssh-wire';
import { JsonError, parseJson } from '#core/json/read';
import { isJsonObject, type JsonObject } from '#core/json/value';
import { BadKey } from './bad-key.ts';
import { curveWhere, ED25519 } from './spki.ts';

/** The members of private keys, of all types (RFC 7518). */
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** The reader's message could contain a part of the key, so it is not passed on. Throws `BadKey`. */
export function jwkFields(text: string): JsonObject {
  try {
    const value = parseJson(Buffer.from(text));
    if (isJsonObject(value)) return value;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
  }
  throw new BadKey('expected a JWK, found no JSON object');
}

export function hasPrivateFields(jwk: JsonObject): boolean {
  return PRIVATE.some((name) => jwk[name] !== undefined);
}

/** The public half, whatever else the object holds. Throws `BadKey`. */
export function spkiOfJwk(jwk: JsonObject): Uint8Array {
  if (jwk['use'] !== undefined && jwk['use'] !== 'sig') throw new BadKey('expected a JWK for signatures, found one for another use');
  if (jwk['kty'] === 'OKP' && jwk['crv'] === 'Ed25519') {
    requireAlgorithm(jwk, ['EdDSA', 'Ed25519']);
    return joined(ED25519.spki, jwkNumber(jwk, 'x', ED25519.size));
  }
  const curve = jwk['kty'] === 'EC' ? curveWhere((each) => each.jwk === jwk['crv'])?.[1] : undefined;
  if (curve !== undefined) {
    requireAlgorithm(jwk, [curve.alg]);
    return joined(curve.spki, Uint8Array.of(4), jwkNumber(jwk, 'x', curve.size), jwkNumber(jwk, 'y', curve.size));
  }
  if (jwk['kty'] === 'RSA') return rsaSpki(jwk);
  throw new BadKey('expected a JWK with a key that can be used, found another kind of key');
}

/** The bytes of a member, in base64url without padding. Throws `BadKey`. */
export function jwkNumber(jwk: JsonObject, name: string, length?: number): Uint8Array {
  const text = jwk[name];
  const bytes = typeof text === 'string' ? decodeBase64url(text) : null;
  if (bytes === null || bytes.length !== (length ?? bytes.length))
    throw new BadKey(`expected a JWK with ${name} of ${length ?? 'some'} bytes in base64url, found none`);
  return bytes;
}

function requireAlgorithm({ alg }: JsonObject, wanted: readonly string[]): void {
  if (alg !== undefined && !wanted.some((each) => each === alg)) throw new BadKey(`expected a JWK with alg ${wanted[0]}, found another`);
}

function rsaSpki(jwk: JsonObject): Uint8Array {
  const [e, n] = ['e', 'n'].map((name) => {
    const bytes = jwkNumber(jwk, name);
    if (bytes.length === 0 || bytes[0] === 0) throw new BadKey(`expected a JWK with ${name} in its shortest form, found another`);
    return jwk[name] as string;
  });
  try {
    return createPublicKey({ key: { kty: 'RSA', e, n }, format: 'jwk' } as never).export({ type: 'spki', format: 'der' });
  } catch {
    throw new BadKey('expected a JWK with an RSA key, found other numbers');
  }
}
