import { base58 } from '@scure/base';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeBase58, encodeBase58 } from './base58.ts';

it('encodeBase58() and decodeBase58() agree with another implementation for any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
      const text = encodeBase58(bytes);
      expect(text).toBe(base58.encode(bytes));
      expect(decodeBase58(text)).toEqual(bytes);
    }),
  );
});

it('encodeBase58() and decodeBase58() keep leading zero bytes', () => {
  expect(encodeBase58(Uint8Array.of(0, 0, 1))).toBe('112');
  expect(decodeBase58('112')).toEqual(Uint8Array.of(0, 0, 1));
  expect(decodeBase58('')).toEqual(new Uint8Array());
});

it.each(['0', 'O', 'I', 'l', ' 2', '2\n', '2=', 'é', '😀', '2'.repeat(129)])('encodeBase58() and decodeBase58() refuse %j', (text) =>
  expect(decodeBase58(text)).toBeNull(),
);
