import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { runs } from '../../tests/helpers/trials.ts';
import { sampleChain } from '../../tests/witness/sample-ledger.ts';
import { idOf, type LedgerLine, lineReader, readExactly } from './line.ts';

const read = lineReader();
const [sample] = sampleChain(1) as [string];

it.each([
  ['', 'EOF while parsing a value at column 1'],
  ['null', 'not an object'],
  ['[1]', 'not an object'],
  ['{"id":"a","id":"b"}', 'duplicate key "id" at column 11'],
  [`${sample}x`, `trailing characters at column ${encodeUtf8(sample).length + 1}`],
])('lineReader() calls %j unreadable and says why', (text, error) => expect(read(encodeUtf8(text))).toEqual({ kind: 'unreadable', error }));

it('lineReader() calls bytes that are not UTF-8 unreadable', () =>
  expect(read(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)).kind).toBe('unreadable'));

it('lineReader() gives the same answers as the exact reader for any line', () => {
  const told = (line: LedgerLine) =>
    line.kind === 'unreadable'
      ? line.error
      : {
          fields: ['id', 'prev', 'tool', 'params', '__proto__', 'none'].map(line.get),
          whole: line.whole(),
          unsealed: Buffer.from(line.unsealed()).toString(),
          isCanonical: line.isCanonical(),
        };
  const agree = (bytes: Uint8Array) => expect(told(read(bytes))).toEqual(told(readExactly(bytes)));

  const bytes = encodeUtf8(sample);
  for (let at = 0; at < bytes.length; at++) {
    for (const flip of [1, 2, 0x20, 0x80]) agree(Uint8Array.from(bytes, (byte, place) => (place === at ? byte ^ flip : byte)));
    agree(bytes.subarray(0, at));
  }
  const key = fc.oneof(fc.constantFrom('id', 'prev', 'tool', 'params', 'é', '__proto__'), fc.string({ maxLength: 3 }));
  const space = fc.constantFrom('', '', '', ' ', '\t');
  const object = fc.array(
    fc.tuple(key, fc.oneof(fc.constant(''), fc.json(), fc.constantFrom('"a"', '1.0', '9007199254740993', '"\\u0041"'))),
  );
  fc.assert(
    fc.property(object, space, space, (fields, before, after) => {
      const text = fields.map(([name, value]) => `${before}${JSON.stringify(name)}${after}:${before}${value}${after}`).join(',');
      agree(encodeUtf8(`${before}{${text}}${after}`));
    }),
    runs(2000),
  );
});

it('idOf() is the stated id, or null for a line that states none', () => {
  const idIn = (text: string) => idOf(read(encodeUtf8(text)));
  expect(idIn('{"id":"a"}')).toBe('a');
  for (const text of ['{"id":7}', '{"id":""}', '{}', '{"id":"a"']) expect(idIn(text)).toBeNull();
});
