import { expect, it } from 'vitest';
import { memorySource } from '../bytes/source.ts';
import { encodeUtf8 } from '../bytes/utf8.ts';
import { readOutline } from './outline.ts';
import { readShortOutline } from './short-outline.ts';

const long = 'x'.repeat(64 * 1024);

function told(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    return String(error);
  }
}

it('readShortOutline() omits the contents of fields', () => {
  const text = '{"version":"rvl.v0","rows":[{"id":1},{"id":2}],"total":{"rows":2},"share":0.5,"refusal":null}';
  expect({ ...(readShortOutline(encodeUtf8(text)) as object) }).toMatchObject({ version: 'rvl.v0', rows: [], total: {}, refusal: null });
});

it.each([
  '{}',
  ' { } ',
  '[1,2]',
  '"text"',
  '12',
  '',
  '{',
  '{"a"',
  '{"a":',
  '{"a":1',
  '{"a":1,',
  '{"a":1,}',
  '{a:1}',
  '{"a" 1}',
  '{"a":1 "b":2}',
  '{"a":1}x',
  '{"a":1,"a":2}',
  '{"a":1,"\\u0061":2}',
  '{"__proto__":1,"__proto__":2}',
  '{"a":{"b":1,"b":2}}',
  '{"a":[1,]}',
  '{"a":"\\ud800"}',
  '{"a":1e400}',
  `{"a":"${long}"}`,
  `{"a":"${long.slice(2)}"}`,
  `{"a":${'['.repeat(127)}${']'.repeat(127)}}`,
  `{"a":${'['.repeat(128)}${']'.repeat(128)}}`,
])('readShortOutline() says of %s what the reader of any length says', (text) => {
  const bytes = encodeUtf8(text);
  expect(told(() => readShortOutline(bytes))).toEqual(told(() => readOutline(memorySource(bytes))));
});

it('readShortOutline() refuses bytes that are not UTF-8', () =>
  expect(() => readShortOutline(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d))).toThrow('invalid UTF-8'));
