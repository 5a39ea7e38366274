/**
 * How much work a protected PKCS#8 key may ask for. The numbers are in the open part of the file, and OpenSSL would follow them for hours.
 *
 *     requireUsualWork(bytes of -----BEGIN ENCRYPTED PRIVATE KEY-----)     throws `BadKey` for 4,000,000,000 rounds
 */
import { BadDer, type DerValue, readDer, TAG } from '#core/der/read';
import { smallInteger } from '#core/der/values';
import { BadKey } from '../bad-key.ts';

/** Of PBKDF2; OpenSSL writes 2,048, and a careful person a million. */
const MAX_ROUNDS = 10_000_000;
/** The numbers of scrypt multiplied, N, r and p; OpenSSL writes 131,072. */
const MAX_SCRYPT = 1 << 24;

export function requireUsualWork(der: Buffer): void {
  const numbers = integersOf(der);
  const [n = 0, r = 1, p = 1] = numbers;
  if (numbers.some((each) => each > MAX_ROUNDS) || (numbers.length >= 3 && n * r * p > MAX_SCRYPT))
    throw new BadKey('expected a protected key that can be opened in some seconds, found one that asks for more work');
}

/** Those of the algorithm, which comes before the sealed key. */
function integersOf(der: Buffer): readonly number[] {
  try {
    const [algorithm] = readDer(der).children;
    return algorithm === undefined ? [] : integersBelow(algorithm);
  } catch (error) {
    if (error instanceof BadDer) throw new BadKey('expected a protected private key, found a damaged one');
    throw error;
  }
}

function integersBelow(value: DerValue): readonly number[] {
  if (value.tag === TAG.integer) return [smallInteger(value, 'a number')];
  return value.children.flatMap(integersBelow);
}
