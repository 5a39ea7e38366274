import { expect, it } from 'vitest';
import { isAtLeast, STRENGTHS } from './strength.ts';

it.each([
  ['read', ['read']],
  ['store-checksum', ['read', 'store-checksum']],
  ['etag-unchanged', ['read', 'store-checksum', 'etag-unchanged']],
  ['cached', ['read', 'store-checksum', 'etag-unchanged', 'cached']],
  ['size-only', ['read', 'store-checksum', 'etag-unchanged', 'cached', 'size-only']],
] as const)('isAtLeast() accepts for %s nothing that is weaker', (least, enough) => {
  expect(STRENGTHS.filter((strength) => isAtLeast(strength, least))).toEqual(enough);
});
