import { expect, it } from 'vitest';
import { formatRequest } from './request.ts';

const digest = new Uint8Array(32).fill(0xab);
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

it('formatRequest() writes the form of RFC 3161', () => {
  const request = formatRequest({ digest, nonce: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8), policy: null });
  expect(hexOf(request)).toBe(`30430201013031300d060960864801650304020105000420${'ab'.repeat(32)}020801020304050607080101ff`);
});

it('formatRequest() names a policy, and refuses one that is not an object identifier', () => {
  const request = formatRequest({ digest, nonce: Uint8Array.of(0, 0x80), policy: '1.2.3.4.1' });
  expect(hexOf(request)).toContain('06042a030401020200800101ff');
  expect(() => formatRequest({ digest, nonce: Uint8Array.of(1), policy: 'mine' })).toThrow('expected an object identifier such as 1.2.3.4');
});
