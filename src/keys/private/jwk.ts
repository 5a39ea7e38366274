/**
 * A private key as JWK (RFC 7517, 7518, 8037): Ed25519, P-256, P-384. Node ignores an `x` that does not belong to its `d`.
 *
 *     keyOfJwk('{"kty":"OKP","crv":"Ed25519","x":"11qYAYKx…","d":"nWGxne_9…"}')     { publicKey, key }
 */
import { BadKey } from '../bad-key.ts';
import { hasPrivateFields, jwkFields, jwkNumber, spkiOfJwk } from '../public-jwk.ts';
import { verifyingKeyOfSpki } from '../public-key.ts';
import { CURVES, ED25519 } from '../spki.ts';
import { ecKeyOf, ed25519KeyOf, isSigningAlgorithm, otherKind, type SigningKey } from './signing-key.ts';

/** Throws `BadKey`. */
export function keyOfJwk(text: string): SigningKey {
  const jwk = jwkFields(text);
  const { algorithm, spki } = verifyingKeyOfSpki(spkiOfJwk(jwk));
  if (!isSigningAlgorithm(algorithm)) throw otherKind(algorithm);
  if (!hasPrivateFields(jwk)) throw new BadKey('expected a private key, found a public one');
  if (algorithm === 'ed25519') return ed25519KeyOf(jwkNumber(jwk, 'd', ED25519.size), spki.subarray(ED25519.spki.length));
  const curve = CURVES[algorithm];
  return ecKeyOf(algorithm, jwkNumber(jwk, 'd', curve.size), spki.subarray(curve.spki.length));
}
