import { expect, test } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { FIELD, newStreamRecord, refusalOf, type StreamRecord } from './record.ts';

function recordOf(text: string): StreamRecord {
  const record = newStreamRecord();
  const bytes = encodeUtf8(text);
  record.read(bytes, 0, bytes.length);
  return record;
}

test('newStreamRecord() finds every field that lock looks at', () => {
  const names = Object.keys(FIELD);
  const record = recordOf(`{${names.map((name, i) => `"${name}":${i}`).join(',')}}`);
  expect(names.map((name) => record.value(FIELD[name as keyof typeof FIELD]))).toEqual([...names.keys()]);
});

test.each<[string, string | null]>([
  ['{"outcome":"REFUSAL","refusal":{"code":"E_ROOT"},"version":"vacuum.v0"}', 'E_ROOT'],
  ['{"version":"vacuum.v0","refusal":{"code":"E_ROOT"},"outcome":"\\u0052EFUSAL"}', 'E_ROOT'],
  ['{"outcome":"REFUSAL"}', 'without a code'],
  ['{"outcome":"REFUSAL","refusal":null}', 'without a code'],
  ['{"outcome":"REFUSAL","refusal":{"code":7}}', 'without a code'],
  ['{"outcome":"OTHER","refusal":{"code":"E_ROOT"}}', null],
  ['{"outcome":true}', null],
  ['{"refusal":{"code":"E_ROOT"}}', null],
  ['{"x":{"outcome":"REFUSAL"}}', null],
])('refusalOf() of %s is %s', (text, code) => {
  const refusal = refusalOf(recordOf(text));
  expect(refusal === null || typeof refusal === 'string' ? refusal : refusal.code).toBe(code);
});
