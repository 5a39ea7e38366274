/** Cases of public test suites, as plain data (README.md names where they come from): what we accept and refuse of them. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { jcsNumber } from '#core/json/number';
import { JsonError, parseJson } from '#core/json/read';
import { Float } from '#core/json/value';
import { formatJcs } from '#core/json/write';
import { verifyEd25519 } from '#keys/ed25519-bytes';
import { pointFault } from '#keys/ed25519-point';
import { percentDecoded, percentDecodedText, vectors } from './vector-file.ts';

const bytesOf = (text = ''): Uint8Array => Buffer.from(text, 'base64url');

describe('verifyEd25519()', () => {
  const cases = vectors('ed25519-wycheproof.tsv');

  test.each(cases)('judges case %s of Wycheproof as it wants', (_, key, message, signature, wanted) =>
    expect(verifyEd25519(bytesOf(key), bytesOf(message), bytesOf(signature))).toBe(wanted === 'valid'),
  );

  test('is asked about good and bad signatures', () =>
    expect(new Set(cases.map((each) => each[4]))).toEqual(new Set(['valid', 'invalid'])));

  /**
   * With keys of small order anybody can sign; points written in another form than their own make a second key or signature of one; a residue of
   * small order is told only by verifiers that multiply by the cofactor, and others would disagree. A component of small order alone changes nothing.
   */
  const REFUSED = ['low_order_A', 'low_order_R', 'non_canonical_A', 'non_canonical_R', 'low_order_residue'];

  test.each(vectors('ed25519-cctv.tsv'))('judges case %s of CCTV by what is odd about it', (_, key, signature, message, odd = '') => {
    const isRefused = odd.split(' ').some((flag) => REFUSED.includes(flag));
    expect(verifyEd25519(bytesOf(key), Buffer.from(message ?? ''), bytesOf(signature))).toBe(!isRefused);
  });

  test('pointFault() refuses the same keys before anything is signed by them', () => {
    const keys = vectors('ed25519-cctv.tsv').map(([, key, , , odd = '']) => ({ key: bytesOf(key), odd: odd.split(' ') }));
    for (const { key, odd } of keys) {
      expect(pointFault(key) !== null, `${Buffer.from(key).toString('hex')} ${odd.join(' ')}`).toBe(
        odd.includes('low_order_A') || odd.includes('non_canonical_A'),
      );
    }
  });
});

describe('parseJson() on JSONTestSuite', () => {
  const cases = vectors('json-test-suite.tsv');
  const textOf = ([, , , times, text = '', end = '']: readonly string[]): Uint8Array =>
    Buffer.concat([...Array.from({ length: Number(times) }, () => percentDecoded(text)), percentDecoded(end)]);

  test.each(cases)('%s: wanted %s, ours %s', (...columns) => {
    const read = (): unknown => parseJson(textOf(columns));
    if (columns[2] === 'accept') expect(read).not.toThrow();
    else expect(read).toThrow(JsonError);
  });

  test('differs from it in keys that stand twice only, and has a reason wherever it is free', () => {
    const differing = cases.filter(([, wanted, ours]) => wanted !== 'either' && wanted !== ours).map(([name]) => name);
    expect(differing).toEqual(['y_object_duplicated_key', 'y_object_duplicated_key_and_value']);
    const free = cases.filter(([, wanted]) => wanted === 'either');
    expect(free.filter(([, , , , , , why]) => why === undefined || why === '')).toEqual([]);
    expect([cases.length, free.length]).toEqual([318, 35]);
  });
});

describe('the jcs form on the test data of RFC 8785', () => {
  test.each(vectors('jcs-documents.tsv'))('of %s', (_, input = '', output = '') =>
    expect(formatJcs(parseJson(percentDecoded(input)))).toBe(percentDecodedText(output)),
  );

  test.each([
    [1000, 'be18b62b6f69cdab33a7e0dae0d9cfa869fda80ddc712221570f9f40a5878687'],
    [10_000, 'b9f7a8e75ef22a835685a52ccba7f7d6bdc99e34b010992cbc5864cd12be6892'],
  ])('of the first %i numbers has the published checksum', (count, checksum) => {
    const hash = createHash('sha256');
    let left = count;
    for (const bits of numbers()) {
      if (left-- === 0) break;
      hash.update(`${bits.toString(16)},${jcsNumber(new Float(doubleOf(bits)))}\n`);
    }
    expect(hash.digest('hex')).toBe(checksum);
  });
});

const view = new DataView(new ArrayBuffer(8));

function doubleOf(bits: bigint): number {
  view.setBigUint64(0, bits);
  return view.getFloat64(0);
}

/** As es6-number-bits.tsv says. */
function* numbers(): Generator<bigint> {
  for (const [bits] of vectors('es6-number-bits.tsv')) yield BigInt(`0x${bits}`);
  for (let serial = 0n; serial < 2000n; serial++) yield 0x0010000000000000n + serial;
  for (let block = Buffer.alloc(32); ; ) {
    block = createHash('sha256').update(block).digest();
    const four = [0, 8, 16, 24].map((at) => block.readBigUInt64LE(at));
    yield* four.filter((bits) => Number.isFinite(doubleOf(bits)) && doubleOf(bits) !== 0);
  }
}
