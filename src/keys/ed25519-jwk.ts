/**
 * A private Ed25519 key as JWK (RFC 8037), parsed as strictly as its PEM.
 *
 *     {"kty":"OKP","crv":"Ed25519","x":"11qYAYKx…","d":"nWGxne_9…"}
 */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { JsonError, parseJson } from '#core/json/read';
import { isJsonObject, type JsonValue } from '#core/json/value';
import { BadKey } from './bad-key.ts';
import { type PrivateKey, parsePrivateKey } from './ed25519.ts';

const KEY_LENGTH = 32;
const WANTED = 'expected a JWK with a private Ed25519 key';

/** Throws `BadKey`, whose message contains nothing of the key. */
export function parsePrivateJwk(text: string): PrivateKey {
  const { kty, crv, x, d } = fieldsOf(text);
  if (kty !== 'OKP' || crv !== 'Ed25519') throw new BadKey(`${WANTED}, found another kind of key`);
  const secret = bytesOf(d);
  const stated = bytesOf(x);
  if (secret === null || stated === null) throw new BadKey(`${WANTED}, found no ${secret === null ? 'd' : 'x'} of ${KEY_LENGTH} bytes`);
  const key = createPrivateKey({ key: { kty, crv, x: x as string, d: d as string }, format: 'jwk' });
  if (createPublicKey(key).export({ format: 'jwk' }).x !== x) throw new BadKey(`${WANTED}, found an x that does not belong to its d`);
  return parsePrivateKey(key.export({ type: 'pkcs8', format: 'pem' }) as string);
}

function fieldsOf(text: string): { readonly [name: string]: JsonValue | undefined } {
  try {
    const value = parseJson(Buffer.from(text, 'latin1'));
    if (isJsonObject(value)) return value;
  } catch (error) {
    // The reader's message could contain a part of the key.
    if (!(error instanceof JsonError)) throw error;
  }
  throw new BadKey(`${WANTED}, found no JSON object`);
}

function bytesOf(value: JsonValue | undefined): Buffer | null {
  if (typeof value !== 'string') return null;
  const bytes = Buffer.from(value, 'base64url');
  return bytes.length === KEY_LENGTH && bytes.toString('base64url') === value ? bytes : null;
}
