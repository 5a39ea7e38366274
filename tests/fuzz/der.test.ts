/** Damaged DER: what readDer() makes of it is the one value that is written like this, or a BadDer. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BadDer, type DerValue, readDer } from '#core/der/read';
import { derOf } from '#core/der/write';
import { BadCertificate, parseCertificate } from '#keys/certificate';
import { makeCertificate } from '../helpers/made-certificate.ts';
import { LONG_TIMEOUT, runs } from '../helpers/trials.ts';

const { der } = makeCertificate({ name: 'root', authority: { pathLength: 3 }, keyUse: [5], purposes: ['1.3.6.1.5.5.7.3.8'] });

const damage = fc.array(fc.record({ at: fc.nat(der.length - 1), value: fc.nat(255), kind: fc.constantFrom('set', 'cut', 'insert') }), {
  minLength: 1,
  maxLength: 4,
});

function damaged(changes: readonly { readonly at: number; readonly value: number; readonly kind: string }[]): Uint8Array {
  let bytes = [...der];
  for (const { at, value, kind } of changes) bytes = bytes.toSpliced(at, kind === 'insert' ? 0 : 1, ...(kind === 'cut' ? [] : [value]));
  return Uint8Array.from(bytes);
}

function written({ tag, content, children }: DerValue): Uint8Array {
  return derOf(tag, ...(children.length === 0 ? [content] : children.map(written)));
}

describe('readDer() on damaged bytes', () => {
  it('reads only what it would write in the same way', LONG_TIMEOUT, () => {
    fc.assert(
      fc.property(fc.oneof(damage.map(damaged), fc.uint8Array({ maxLength: 40 })), (bytes) => {
        try {
          expect(written(readDer(bytes))).toEqual(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(BadDer);
        }
      }),
      runs(5000),
    );
  });

  it('makes a certificate of it, or a BadCertificate', LONG_TIMEOUT, () => {
    fc.assert(
      fc.property(damage, (changes) => {
        try {
          expect(parseCertificate(damaged(changes)).subjectText).not.toMatch(/\p{Cc}/u);
        } catch (error) {
          expect(error).toBeInstanceOf(BadCertificate);
        }
      }),
      runs(5000),
    );
  });
});
