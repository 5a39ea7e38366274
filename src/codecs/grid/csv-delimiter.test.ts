import { describe, expect, it } from 'vitest';
import { sniffDelimiter } from './csv-delimiter.ts';

describe('sniffDelimiter', () => {
  it.each([
    ['a,b\n1,2\n', ','],
    ['a\tb\n1\t2\n', '\t'],
    ['name;rate\nx;1,5\ny;2\n', ';'],
    ['a|b|c\n1|2|3\n', '|'],
    ['only\none\n', ','],
    ['', ','],
    ['"a;b",c\n"d;e",f\n', ','],
    ['a;"1,5"\nb;"2,5"\n', ';'],
    ['a|"x;y"', '|'],
    ['a;"he said ""1,5"", twice"\nb;c\n', ';'],
    ['a;5" pipe, short\nb;6" pipe, long\n', ','],
    ['\n\na;b\n\n1;2\n', ';'],
    ['a;b\n"never, closed', ';'],
    ['a;b,c\n1;2,5\n', ','],
    ['a,b;c;d\n1,2;3;4\n', ';'],
  ])('sniffDelimiter finds what parts %j', (head, delimiter) => {
    expect(sniffDelimiter(head)).toBe(delimiter);
  });
});
