import { describe, expect, test } from 'vitest';
import { encodeUtf8 } from '../bytes/utf8.ts';
import { FieldReader, KeyTable } from './fields.ts';
import { JsonError } from './read.ts';
import { Float } from './value.ts';

const PATH = 0;
const SIZE = 1;

function read(reader: FieldReader, text: string): FieldReader {
  const bytes = encodeUtf8(text);
  reader.read(bytes, 0, bytes.length);
  return reader;
}

const fresh = (text: string): FieldReader => read(new FieldReader(['path', 'size']), text);

describe('FieldReader', () => {
  test.each([
    ['in order', '{"a":0,"path":"x","size":7}'],
    ['in another order', '{"size":7,"path":"x"}'],
    ['with space', ' { "path" : "x" ,\t"size" : 7 } '],
    ['spelled with escapes', '{"\\u0070ath":"\\u0078","size":7}'],
    ['beside nested ones of the same name', '{"a":{"path":"no","size":1},"path":"x","size":7}'],
  ])('finds fields %s', (_, text) => {
    const reader = fresh(text);
    expect(reader.isObject).toBe(true);
    expect([reader.text(PATH), reader.value(SIZE)]).toEqual(['x', 7]);
    expect([reader.isString(PATH), reader.isString(SIZE)]).toEqual([true, false]);
  });

  test.each(['{}', '{"pat":"x","sizes":1}', '{"x":{"path":"x","size":1}}', '[{"path":"x","size":1}]', '"path"'])(
    'finds none in %s',
    (text) => {
      const reader = fresh(text);
      expect([reader.isAbsent(PATH), reader.isAbsent(SIZE)]).toEqual([true, true]);
      expect([reader.value(PATH), reader.isString(PATH), reader.isShortCount(SIZE)]).toEqual([undefined, false, false]);
    },
  );

  test('treats null as a value', () => {
    const reader = fresh('{"path":null}');
    expect([reader.isAbsent(PATH), reader.value(PATH)]).toEqual([false, null]);
  });

  test.each([
    ['0', true],
    ['123456789012345', true],
    ['1234567890123456', false],
    ['-1', false],
    ['1.0', false],
    ['"1"', false],
    ['[1]', false],
  ])('isShortCount() of %s', (token, answer) => expect(fresh(`{"size":${token}}`).isShortCount(SIZE)).toBe(answer));

  test.each<[string, number | bigint | undefined]>([
    ['0', 0],
    ['-5', -5],
    ['123456789012345', 123456789012345],
    ['9007199254740993', 9007199254740993n],
    ['18446744073709551616', undefined],
    ['-0', undefined],
    ['1.0', undefined],
    ['"1"', undefined],
  ])('integer() of %s', (token, answer) => expect(fresh(`{"size":${token}}`).integer(SIZE)).toBe(answer));

  test('integer() of an absent field is undefined', () => expect(fresh('{}').integer(SIZE)).toBeUndefined());

  test.each([
    ['{"path":"a","size":1}', true],
    ['{"path":"\\u0061","size":1}', false],
    ['{"path":"ab","size":1}', false],
    ['{"size":1}', false],
  ])('isSpelled() compares the bytes of %s', (text, expected) => expect(fresh(text).isSpelled(PATH, encodeUtf8('"a"'))).toBe(expected));

  test('isSpelled() ignores values of an earlier object', () => {
    const reader = fresh('{"path":"a"}');
    read(reader, '{"size":1}');
    expect(reader.isSpelled(PATH, encodeUtf8('"a"'))).toBe(false);
  });

  test('value() keeps the kind of a number', () => {
    expect(fresh('{"size":1.0}').value(SIZE)).toStrictEqual(new Float(1));
    expect(fresh('{"size":18446744073709551615}').value(SIZE)).toBe(2n ** 64n - 1n);
  });

  test.each([
    ['{"path":"x","path":"y"}', 'duplicate key "path" at line 1 column 13'],
    ['{"path":"x","a":1,"path":"y"}', 'duplicate key "path" at line 1 column 19'],
    ['{"other":1,"other":2}', 'duplicate key "other" at line 1 column 12'],
    ['{"path":"x"} 1', 'trailing characters at line 1 column 14'],
    ['{"a":{"b":1,"b":2}}', 'duplicate key "b" at line 1 column 13'],
    ['', 'EOF while parsing a value at line 1 column 1'],
    [`{"a":${'['.repeat(128)}`, 'nesting deeper than 128 at line 1 column 133'],
  ])('refuses %s', (text, message) => expect(() => fresh(text)).toThrow(new JsonError(message)));
});

describe('FieldReader on a record shaped like the one before', () => {
  const reader = new FieldReader(['path', 'size']);

  test.each([
    ['the same shape', '{"path":"y","size":8}', 'y', 8],
    ['a space before a string', '{"path": "y","size":8}', 'y', 8],
    ['a space before a number', '{"path":"y","size": 8}', 'y', 8],
    ['a space after a value', '{"path":"y" ,"size":8 }', 'y', 8],
    ['a field less', '{"path":"y"}', 'y', undefined],
    ['the first field gone', '{"size":8}', undefined, 8],
    ['a field more', '{"path":"y","size":8,"z":1}', 'y', 8],
    ['another key of the same length', '{"pith":"y","size":8}', undefined, 8],
    ['another order', '{"size":8,"path":"y"}', 'y', 8],
    ['a value that looks like the shape', '{"path":"\\",\\"size\\":","size":8}', '","size":', 8],
    ['nothing', '{}', undefined, undefined],
    ['no object', '[1]', undefined, undefined],
  ])('sees %s', (_, text, path, size) => {
    read(reader, '{"path":"x","size":7}');
    read(reader, '{"path":"x","size":7}');
    read(reader, text);
    expect([reader.value(PATH), reader.value(SIZE)]).toEqual([path, size]);
    expect([reader.isString(PATH), reader.isShortCount(SIZE)]).toEqual([path !== undefined, size !== undefined]);
  });

  test.each([
    ['{"path":"x","size":07}', 'invalid number at line 1 column 21'],
    ['{"path":"x","size":7}}', 'trailing characters at line 1 column 22'],
    ['{"path":"x","size":7', 'EOF while parsing an object at line 1 column 21'],
    ['{"path":"\\ud800","size":7}', 'lone surrogate at line 1 column 10'],
    ['{"path":,"size":7}', 'expected value at line 1 column 9'],
  ])('refuses %s as it would alone', (text, message) => {
    read(reader, '{"path":"x","size":7}');
    expect(() => read(reader, text)).toThrow(new JsonError(message));
    expect(read(reader, '{"size":1}').isAbsent(PATH)).toBe(true);
  });
});

describe('FieldReader.readAlike()', () => {
  const before = '{"path":"x","size":7}';

  /** The result for `text`, surrounded by other bytes, after `before` was read. */
  function alike(text: string, after = ',"'): { end: number; reader: FieldReader } {
    const reader = fresh(before);
    const bytes = encodeUtf8(`[]${text}${after}`);
    return { end: reader.readAlike(bytes, 2, bytes.length) - 2, reader };
  }

  test.each([
    ['{"path":"y","size":8}', 'y', 8],
    ['{"path":"","size":0}', '', 0],
    ['{"path":"\u{e9}\u{1f600}","size":123456789012345}', '\u{e9}\u{1f600}', 123456789012345],
    ['{"path":null,"size":true}', null, true],
  ])('passes over %s', (text, path, size) => {
    const { end, reader } = alike(text);
    expect(end).toBe(encodeUtf8(text).length);
    expect([reader.value(PATH), reader.value(SIZE)]).toEqual([path, size]);
  });

  test.each([
    ['another shape', '{"path":"y"}'],
    ['a space before a value', '{"path": "y","size":8}'],
    ['a space before a number', '{"path":"y","size": 8}'],
    ['a space after a value', '{"path":"y","size":8 }'],
    ['an escape', '{"path":"\\u0079","size":8}'],
    ['a float', '{"path":"y","size":8.0}'],
    ['an exponent', '{"path":"y","size":8e0}'],
    ['a negative number', '{"path":"y","size":-0}'],
    ['a long number', '{"path":"y","size":1234567890123456}'],
    ['an array', '{"path":"y","size":[]}'],
    ['an object', '{"path":"y","size":{"b":1,"a":2}}'],
    ['a leading zero', '{"path":"y","size":01}'],
    ['a control character', '{"path":"\n","size":1}'],
    ['a misspelled literal', '{"path":nul,"size":1}'],
    ['nothing', ''],
  ])('leaves %s to others', (_, text) => expect(alike(text).end).toBe(-3));

  test('returns -1 for an object that the window cuts, at any position', () => {
    const text = '{"path":"y\u{e9}","size":847201}';
    for (let length = 0; length < encodeUtf8(text).length; length++) {
      const reader = fresh(before);
      expect(reader.readAlike(encodeUtf8(text), 0, length)).toBe(-1);
    }
  });

  test('returns -1 if nothing was read before, or no object with ascending keys', () => {
    for (const other of ['', '[]', '{}', '{"size":1,"path":"x"}']) {
      const reader = new FieldReader(['path', 'size']);
      if (other !== '') read(reader, other);
      expect(reader.readAlike(encodeUtf8(other), 0, other.length)).toBe(-1);
    }
  });
});

describe('KeyTable', () => {
  const table = new KeyTable(['path', 'size', '', '\u{e9}', 'pat', '__proto__']);

  test.each([
    ['path', 0],
    ['size', 1],
    ['', 2],
    ['\u{e9}', 3],
    ['pat', 4],
    ['__proto__', 5],
    ['paths', -1],
    ['pata', -1],
    ['a much longer key', -1],
  ])('finds %j at %i', (name, field) => {
    const bytes = encodeUtf8(`"${name}"`);
    expect(table.find(bytes, 1, bytes.length - 1)).toBe(field);
  });
});
