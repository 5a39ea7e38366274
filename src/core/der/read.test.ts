import { describe, expect, it } from 'vitest';
import { BadDer, readDer } from './read.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text.replaceAll(' ', ''), 'hex');

describe('readDer()', () => {
  it('reads values inside of values, each with its own bytes', () => {
    const value = readDer(bytes('30 08 02 01 05 a0 03 04 01 ff'));
    expect(value.children.map(({ tag }) => tag)).toEqual([0x02, 0xa0]);
    expect(Buffer.from(value.children[1]?.whole ?? []).toString('hex')).toBe('a0030401ff');
    expect(value.children[1]?.children[0]?.content).toEqual(bytes('ff'));
  });

  it('reads a length of two bytes', () => {
    expect(readDer(Buffer.concat([bytes('04 82 01 00'), Buffer.alloc(256)])).content).toHaveLength(256);
  });

  it.each([
    ['nothing', ''],
    ['a tag without a length', '30'],
    ['a value that is cut', '30 03 02 01'],
    ['an inner value that is longer than the outer', '30 03 02 02 05 00'],
    ['bytes after the value', '02 01 05 00'],
    ['an indefinite length', '30 80 02 01 05 00 00'],
    ['a length in a longer form', '02 81 01 05'],
    ['a length with a leading zero', '04 82 00 80'],
    ['a length of five bytes', '04 85 01 00 00 00 00'],
    ['a tag of two bytes', '1f 81 01 00'],
    ['the tag of an end', '00 00'],
    ['a SEQUENCE that is not constructed', '10 00'],
    ['an OCTET STRING in pieces', '24 03 04 01 00'],
    ['an INTEGER without content', '02 00'],
    ['an INTEGER with a leading zero', '02 02 00 05'],
    ['a negative INTEGER with a leading byte', '02 02 ff 85'],
    ['a BOOLEAN that is neither', '01 01 01'],
    ['a NULL with content', '05 01 00'],
    ['an object identifier without content', '06 00'],
    ['an object identifier that does not end', '06 01 81'],
    ['an object identifier with a leading zero', '06 03 2a 80 01'],
    ['an object identifier with a huge arc', '06 05 81 81 81 81 01'],
    ['a BIT STRING without content', '03 00'],
    ['a BIT STRING with eight unused bits', '03 02 08 00'],
    ['a BIT STRING whose unused bits are set', '03 02 04 0f'],
    ['an empty BIT STRING with unused bits', '03 01 04'],
  ])('refuses %s', (_, text) => expect(() => readDer(bytes(text))).toThrow(BadDer));

  it('limits depth, length and number of values', () => {
    let deep = Buffer.from('0500', 'hex');
    for (let i = 0; i < 40; i++) deep = Buffer.concat([Buffer.of(0x30, deep.length), deep]);
    expect(() => readDer(deep)).toThrow('deep');
    expect(() => readDer(Buffer.alloc(100), { maxLength: 99 })).toThrow('at most 99 bytes');
    const nulls = Buffer.alloc(60_000).map((_, at) => (at % 2 === 0 ? 5 : 0));
    expect(() => readDer(Buffer.concat([bytes('30 82 ea 60'), nulls]))).toThrow('DER values');
  });
});
