/**
 * A private Ed25519 key as JWK (RFC 8037), parsed as strictly as its PEM.
 *
 *     {"kty":"OKP","crv":"Ed25519","x":"11qYAYKx…","d":"nWGxne_9…"}
 */
import { decodeBase64url } from '#core/bytes/base64url';
import type { JsonValue } from '#core/json/value';
import { BadKey } from './bad-key.ts';
import { type PrivateKey, parsePrivateKey } from './ed25519.ts';
import { ed25519KeyOf } from './private/signing-key.ts';
import { jwkFields } from './public-jwk.ts';

const KEY_LENGTH = 32;
const WANTED = 'expected a JWK with a private Ed25519 key';

/** Throws `BadKey`, whose message contains nothing of the key. */
export function parsePrivateJwk(text: string): PrivateKey {
  const { kty, crv, x, d } = orElse('found no JSON object', () => jwkFields(text));
  if (kty !== 'OKP' || crv !== 'Ed25519') throw new BadKey(`${WANTED}, found another kind of key`);
  const secret = bytesOf(d);
  const stated = bytesOf(x);
  if (secret === null || stated === null) throw new BadKey(`${WANTED}, found no ${secret === null ? 'd' : 'x'} of ${KEY_LENGTH} bytes`);
  const { key } = orElse('found an x that does not belong to its d', () => ed25519KeyOf(secret, stated));
  return parsePrivateKey(key.export({ type: 'pkcs8', format: 'pem' }) as string);
}

function orElse<T>(found: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw error instanceof BadKey ? new BadKey(`${WANTED}, ${found}`) : error;
  }
}

function bytesOf(value: JsonValue | undefined): Uint8Array | null {
  const bytes = typeof value === 'string' ? decodeBase64url(value) : null;
  return bytes?.length === KEY_LENGTH ? bytes : null;
}
