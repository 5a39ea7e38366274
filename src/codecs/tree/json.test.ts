import { describe, expect, it } from 'vitest';
import { memorySource } from '#core/bytes/source';
import { encodeUtf8 } from '#core/bytes/utf8';
import { ParseFailure } from '#core/parsed';
import { readJson, readJsonLines } from './json.ts';

const source = (text: string) => memorySource(encodeUtf8(text));

describe('readJson', () => {
  it('readJson gives the one value, with or without a byte order mark', () => {
    expect([...readJson(source(' {"a":[1,9007199254740993]} '), 1 << 20).values()]).toEqual([{ a: [1, 9007199254740993n] }]);
    expect([...readJson(source('\ufeff[1]'), 1 << 20).values()]).toEqual([[1]]);
  });

  it.each([
    ['{"a":1,"a":2}', /duplicate key/],
    ['"\\ud800"', /surrogate/],
    ['[1] x', /./],
    ['', /./],
    ['['.repeat(100_000), /./],
  ])('readJson fails on %.20s', (text, message) => {
    expect(() => readJson(source(text), 1 << 20)).toThrow(ParseFailure);
    expect(() => readJson(source(text), 1 << 20)).toThrow(message);
  });

  it('readJson fails on a document longer than the limit', () => {
    expect(() => readJson(source('[1,2]'), 4)).toThrow('longer than 4 bytes, the most that is read as one JSON document');
  });
});

describe('readJsonLines', () => {
  it('readJsonLines gives a value for each line, whatever its line ends', () => {
    expect([...readJsonLines(source('\ufeff{"a":1}\r\n2\n"x"')).values()]).toEqual([{ a: 1 }, 2, 'x']);
    expect(Array.from(readJsonLines(source('\ufeff{"a":1}\r\n2\n"x"')).unread(), (parse) => parse())).toEqual([{ a: 1 }, 2, 'x']);
    expect([...readJsonLines(source('')).values()]).toEqual([]);
  });

  it('readJsonLines names the line that is not JSON', () => {
    expect(() => [...readJsonLines(source('1\n\n2\n')).values()]).toThrow(/^line 2: /);
    expect(() => [...readJsonLines(source('1\n{"a":}\n')).values()]).toThrow(/^line 2: /);
  });
});
