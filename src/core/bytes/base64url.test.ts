import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeBase64url, encodeBase64url } from './base64url.ts';

it('encodeBase64url() and decodeBase64url() agree with Node for any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
      const text = encodeBase64url(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64url'));
      expect(decodeBase64url(text)).toEqual(bytes);
    }),
  );
});

it('encodeBase64url() and decodeBase64url() have exactly one text for any bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('A', 'Q', 'g', 'w', '-', '_', '0', 'z', '=', '+', '/', ' '), maxLength: 8 }), (text) => {
      const bytes = decodeBase64url(text);
      if (bytes !== null) expect(encodeBase64url(bytes)).toBe(text);
    }),
  );
});

it.each(['AB', 'AAB', 'A', 'AAAAA', 'AA==', 'AAA=', 'AA A', 'AA\n', '++++', '////', 'é', '😀'])(
  'encodeBase64url() and decodeBase64url() refuse %j',
  (text) => expect(decodeBase64url(text)).toBeNull(),
);
