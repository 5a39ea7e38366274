import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { encodingFault, isBelowOrder, mayBeSignature, pointFault } from './ed25519-point.ts';

const P = 2n ** 255n - 19n;
const SIGN = 2n ** 255n;
/** The y of a point of order 8; its negative belongs to another such point. */
const EIGHTH = 55188659117513257062467267217118295137698188065244968500265048394206261417927n;

function encoded(y: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, at) => Number((y >> BigInt(8 * at)) & 0xffn));
}

describe('pointFault()', () => {
  test.each([
    ['order 1', 1n],
    ['order 2', P - 1n],
    ['order 4', 0n],
    ['order 8', EIGHTH],
    ['order 8, the other way', P - EIGHTH],
  ])('refuses a point of %s, whatever the sign of x', (_, y) => {
    expect(pointFault(encoded(y))).toBe('of small order');
    expect(pointFault(encoded(y | SIGN))).toBe('of small order');
  });

  test('refuses every number from p to 2^255 - 1, the other encodings of 0 to 18', () => {
    for (let y = P; y < SIGN; y++) {
      expect(pointFault(encoded(y))).toBe('not in its canonical form');
      expect(pointFault(encoded(y | SIGN))).toBe('not in its canonical form');
    }
  });

  test('refuses a number that belongs to no point', () => {
    const faults = [2n, 5n, 6n, 7n, 8n].map((y) => pointFault(encoded(y)));
    expect(faults).toContain('not on the curve');
    expect(pointFault(encoded(2n))).toBe('not on the curve');
  });

  test('accepts the base point, and the keys that Node makes', () => {
    expect(pointFault(Buffer.from(`58${'66'.repeat(31)}`, 'hex'))).toBeNull();
    for (let i = 0; i < 50; i++) {
      const { publicKey } = generateKeyPairSync('ed25519');
      expect(pointFault(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32))).toBeNull();
    }
  });

  test('finds half of all numbers on the curve', () => {
    const onCurve = Array.from({ length: 400 }, (_, n) => pointFault(encoded(BigInt(n + 3)))).filter((fault) => fault === null);
    expect(onCurve.length).toBeGreaterThan(150);
    expect(onCurve.length).toBeLessThan(250);
  });
});

const bytesOf = (value: bigint): Uint8Array => Uint8Array.from({ length: 32 }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn));

describe('isBelowOrder()', () => {
  const L = 2n ** 252n + 27742317777372353535851937790883648493n;

  test('reads the lowest byte first', () => {
    expect(isBelowOrder(bytesOf(L - 1n))).toBe(true);
    expect(isBelowOrder(bytesOf(L))).toBe(false);
    expect(isBelowOrder(bytesOf(2n ** 248n - 1n))).toBe(true);
    expect(isBelowOrder(bytesOf(2n ** 256n - 1n))).toBe(false);
  });
});

describe('mayBeSignature()', () => {
  const halves = (first: Uint8Array, second: Uint8Array): Uint8Array => Buffer.concat([first, second]);
  const two = bytesOf(2n);

  test('asks both halves', () => {
    expect(mayBeSignature(halves(two, two))).toBe(true);
    expect(mayBeSignature(halves(bytesOf(0n), two))).toBe(false);
    expect(mayBeSignature(halves(bytesOf(2n ** 255n - 19n), two))).toBe(false);
    expect(mayBeSignature(halves(two, bytesOf(2n ** 253n)))).toBe(false);
  });
});

describe('encodingFault()', () => {
  test('finds every fault except a point that is not on the curve', () => {
    const two = Uint8Array.from([2, ...new Uint8Array(31)]);
    expect(pointFault(two)).toBe('not on the curve');
    expect(encodingFault(two)).toBeNull();
    expect(encodingFault(new Uint8Array(32))).toBe('of small order');
    expect(encodingFault(new Uint8Array(32).fill(0xff))).toBe('not in its canonical form');
  });
});
