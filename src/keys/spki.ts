/**
 * The forms of a public key in DER (SubjectPublicKeyInfo) that are accepted, byte by byte: Ed25519, and the curves of NIST by their name.
 * A curve with explicit parameters has no such form.
 *
 *     ED25519.spki             the 12 bytes before the 32 of the key
 *     CURVES['ecdsa-p256']     what there is to know about P-256
 */
export type CurveAlgorithm = 'ecdsa-p256' | 'ecdsa-p384' | 'ecdsa-p521';

export interface Curve {
  /** The bytes before an uncompressed point. */
  readonly spki: Buffer;
  /** The bytes before a compressed point. */
  readonly compressed: Buffer;
  /** The length of a coordinate. */
  readonly size: number;
  readonly hash: 'sha256' | 'sha384' | 'sha512';
  /** The names of the curve in OpenSSL, JWK, SSH and did:key. */
  readonly openssl: string;
  readonly jwk: string;
  readonly ssh: string;
  readonly didKey: 'p256' | 'p384' | 'p521';
  /** The algorithm in a JWK. */
  readonly alg: string;
}

export const ED25519 = {
  spki: Buffer.from('302a300506032b6570032100', 'hex'),
  pkcs8: Buffer.from('302e020100300506032b657004220420', 'hex'),
  size: 32,
} as const;

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

export const CURVES: Readonly<Record<CurveAlgorithm, Curve>> = {
  'ecdsa-p256': {
    spki: hex('3059 3013 06072a8648ce3d0201 06082a8648ce3d030107 034200'),
    compressed: hex('3039 3013 06072a8648ce3d0201 06082a8648ce3d030107 032200'),
    size: 32,
    hash: 'sha256',
    openssl: 'prime256v1',
    jwk: 'P-256',
    ssh: 'nistp256',
    didKey: 'p256',
    alg: 'ES256',
  },
  'ecdsa-p384': {
    spki: hex('3076 3010 06072a8648ce3d0201 06052b81040022 036200'),
    compressed: hex('3046 3010 06072a8648ce3d0201 06052b81040022 033200'),
    size: 48,
    hash: 'sha384',
    openssl: 'secp384r1',
    jwk: 'P-384',
    ssh: 'nistp384',
    didKey: 'p384',
    alg: 'ES384',
  },
  'ecdsa-p521': {
    spki: hex('30819b 3010 06072a8648ce3d0201 06052b81040023 03818600'),
    compressed: hex('3058 3010 06072a8648ce3d0201 06052b81040023 034400'),
    size: 66,
    hash: 'sha512',
    openssl: 'secp521r1',
    jwk: 'P-521',
    ssh: 'nistp521',
    didKey: 'p521',
    alg: 'ES512',
  },
};

export function curveWhere(fits: (curve: Curve) => boolean): readonly [CurveAlgorithm, Curve] | null {
  const found = Object.entries(CURVES).find(([, curve]) => fits(curve));
  return found === undefined ? null : [found[0] as CurveAlgorithm, found[1]];
}
