import { expect, it } from 'vitest';
import { withoutBom } from '#core/bytes/prefix';
import { encodeUtf8 } from '#core/bytes/utf8';
import { isBundleFileName } from './bundle.ts';

it.each(['a.json', 'A.JSON', '.json', '.hidden.Json', 'a.b.json'])('isBundleFileName() takes %s', (name) =>
  expect(isBundleFileName(name)).toBe(true),
);
it.each(['json', 'a.json5', 'a.json.bak', 'a.jsn', ''])('isBundleFileName() leaves %j', (name) =>
  expect(isBundleFileName(name)).toBe(false),
);

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
it('withoutBom() takes one mark away, and only at the start', () => {
  expect(text(withoutBom(encodeUtf8('\u{feff}\u{feff}a')))).toBe('\xef\xbb\xbfa');
  expect(text(withoutBom(encodeUtf8('a\u{feff}')))).toBe('a\xef\xbb\xbf');
  expect(withoutBom(Uint8Array.of(0xef, 0xbb))).toEqual(Uint8Array.of(0xef, 0xbb));
});
