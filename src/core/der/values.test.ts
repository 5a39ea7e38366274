import { describe, expect, it } from 'vitest';
import { BadDer, readDer, TAG } from './read.ts';
import { bitsOf, fieldsOf, flagOf, integerHex, oidOf, onlyChild, smallInteger, timeOf, wholeBits } from './values.ts';
import { derInteger, derOf, derOid } from './write.ts';

const read = (text: string) => readDer(Buffer.from(text.replaceAll(' ', ''), 'hex'));
const time = (text: string, tag: number = TAG.generalizedTime) => timeOf(readDer(derOf(tag, Buffer.from(text))), 'a time');

describe('values of DER', () => {
  it.each(['1.2.840.113549.1.9.16.1.4', '2.5.29.37.0', '2.999.1', '0.9.2342.19200300.100.1.25', '1.3.6.1.5.5.7.3.8'])(
    'oidOf() reads %s as derOid() writes it',
    (text) => expect(oidOf(readDer(derOid(text)), 'a name')).toBe(text),
  );

  it.each(['', '1', '3.1', '1.40', '1.2.', '1.02', 'a.b', '1.2.999999999'])('derOid() refuses %j', (text) =>
    expect(() => derOid(text)).toThrow(BadDer),
  );

  it('smallInteger() and integerHex() read numbers', () => {
    expect(smallInteger(readDer(derInteger(70_000)), 'a number')).toBe(70_000);
    expect(integerHex(readDer(derInteger(Uint8Array.of(0, 0xff, 1))), 'a number')).toBe('00ff01');
    expect(() => smallInteger(read('02 01 ff'), 'a number')).toThrow('expected a small number as a number, found ff');
    expect(() => smallInteger(read('02 05 01 00 00 00 00'), 'a number')).toThrow(BadDer);
  });

  it('bitsOf(), wholeBits() and flagOf() read flags and bytes', () => {
    expect([...bitsOf(read('03 03 06 81 40'), 'bits')]).toEqual([0, 7, 9]);
    expect(wholeBits(read('03 03 00 81 40'), 'bits')).toEqual(Buffer.of(0x81, 0x40));
    expect(() => wholeBits(read('03 02 04 10'), 'bits')).toThrow('expected whole bytes as bits');
    expect([undefined, read('01 01 00'), read('01 01 ff')].map(flagOf)).toEqual([false, false, true]);
  });

  it('fieldsOf() takes fields in order and says what is missing or too much', () => {
    const fields = fieldsOf(read('30 05 02 01 05 05 00'), 'a thing');
    expect(fields.optional(TAG.null)).toBeUndefined();
    expect(fields.next(TAG.integer, 'a number').content).toEqual(Buffer.of(5));
    expect(() => fields.end()).toThrow('expected the end of a thing, found a further value');
    expect(fields.optional(TAG.null)?.tag).toBe(5);
    expect(() => fields.any('more')).toThrow('expected more in a thing, found its end');
    fields.end();
    expect(() => fieldsOf(read('05 00'), 'a thing')).toThrow('expected a thing, found tag 05');
    expect(() => onlyChild(read('30 00'), 'a box')).toThrow('expected one value in a box, found 0');
  });

  it('timeOf() reads times in UTC', () => {
    expect(new Date(time('20260601120000Z')).toISOString()).toBe('2026-06-01T12:00:00.000Z');
    expect(new Date(time('20260601120000.25Z')).toISOString()).toBe('2026-06-01T12:00:00.250Z');
    expect(new Date(time('490101000000Z', TAG.utcTime)).toISOString()).toBe('2049-01-01T00:00:00.000Z');
    expect(new Date(time('500101000000Z', TAG.utcTime)).toISOString()).toBe('1950-01-01T00:00:00.000Z');
  });

  it.each([
    '20260601120000',
    '20260601120000+0100',
    '20261301120000Z',
    '20260230120000Z',
    '20260601240000Z',
    '20260601120060Z',
    '20260601120000.Z',
    '20260601120000.50Z',
    '20260601120000,5Z',
    '202606011200Z',
    '260601120000Z',
    ' 20260601120000Z',
    '20260601120000Z\n',
    '',
  ])('timeOf() refuses %j', (text) => expect(() => time(text)).toThrow(BadDer));
});
