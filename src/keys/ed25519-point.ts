/**
 * The requirements for a point to be a public key (RFC 8032): its encoding is the canonical one, it is on the curve, and it is not one of
 * the eight points of small order, with which a signature can be made without a private key. OpenSSL, and so Node, checks none of this.
 *
 *     pointFault(bytes)     'of small order', or null if there is nothing wrong with it
 */
const P = 2n ** 255n - 19n;
/** -121665/121666 */
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;
const SIGN = 1n << 255n;

export function pointFault(bytes: Uint8Array): string | null {
  return encodingFault(bytes) ?? (isOnCurve(littleEndian(bytes) & ~SIGN) ? null : 'not on the curve');
}

/** All checks except whether the point is on the curve: that takes longer than a signature, and checking a signature includes it. */
export function encodingFault(bytes: Uint8Array): string | null {
  const y = littleEndian(bytes) & ~SIGN;
  if (y >= P) return 'not in its canonical form';
  return isOfSmallOrder(y) ? 'of small order' : null;
}

/** The order of the base point. The second half of a signature must be below it, or the signature would have a second valid form. */
const L = 2n ** 252n + 27742317777372353535851937790883648493n;

export function isBelowOrder(bytes: Uint8Array): boolean {
  return littleEndian(bytes) < L;
}

/**
 * Whether the 64 bytes may be a signature: the first half is a point in canonical form and not of small order, the second half is below the
 * order. No signer makes others; Node 24 refuses a first half of small order and Node 20 does not, so this decides it for all versions.
 */
export function mayBeSignature(bytes: Uint8Array): boolean {
  return encodingFault(bytes.subarray(0, 32)) === null && isBelowOrder(bytes.subarray(32));
}

function littleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
}

/** Whether x² = (y² - 1) / (dy² + 1) has a root. The divisor is never 0, and a quotient is a square if the product is one. */
function isOnCurve(y: bigint): boolean {
  const square = y * y;
  return power((square - 1n) * (D * square + 1n), (P - 1n) / 2n) !== P - 1n;
}

/** y is 1 for order 1, -1 for order 2, 0 for order 4. Twice a point of order 8 has y = 0: x² + y² = 0, which is dy⁴ + 2y² - 1 = 0. */
function isOfSmallOrder(y: bigint): boolean {
  const square = (y * y) % P;
  return square === 1n || y === 0n || (D * square * square + 2n * square - 1n) % P === 0n;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let factor = modulo(base);
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * factor) % P;
    factor = (factor * factor) % P;
  }
  return result;
}

function modulo(value: bigint): bigint {
  const rest = value % P;
  return rest < 0n ? rest + P : rest;
}
