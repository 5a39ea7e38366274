import { describe, expect, it } from 'vitest';
import { cellName, isBlank, isBlankRow, parseCell, parseColumn, parseRange, parseRows } from './cells.ts';

describe('parseCell()', () => {
  it.each([
    ['A1', 0, 1],
    ['z9', 25, 9],
    ['AA10', 26, 10],
    ['XFD1048576', 16383, 1048576],
  ])('reads %s, and cellName() writes it', (text, column, row) => {
    expect(parseCell(text)).toEqual({ text: text.toUpperCase(), column, row });
    expect(cellName(column, row)).toBe(text.toUpperCase());
  });

  it.each(['', 'A', '1', 'A0', 'A01', 'A-1', 'ABCD1', 'A1234567890', ' A1', 'A1:B2', '$A$1'])('refuses %j', (text) =>
    expect(parseCell(text)).toBeNull(),
  );
});

describe('parseRange()', () => {
  it.each<[string, number, number, number, number]>([
    ['B2', 1, 1, 2, 2],
    ['A1:C10', 0, 2, 1, 10],
    ['A2:F', 0, 5, 2, Number.POSITIVE_INFINITY],
    ['b:b', 1, 1, 1, Number.POSITIVE_INFINITY],
  ])('reads %s', (text, fromColumn, toColumn, from, to) =>
    expect(parseRange(text)).toEqual({ text: text.toUpperCase(), fromColumn, toColumn, from, to }),
  );

  it.each(['', 'A1:', ':B2', 'B1:A2', 'A2:B1', 'A:B2', 'A1-B2', 'A1:B2:C3'])('refuses %j', (text) => expect(parseRange(text)).toBeNull());
});

describe('parseRows() and parseColumn()', () => {
  it('read spans and letters', () => {
    expect(parseRows('1:20')).toEqual({ text: '1:20', from: 1, to: 20 });
    expect(parseRows('7')).toEqual({ text: '7', from: 7, to: 7 });
    expect(['0:2', '3:2', '1:', 'a', ''].map(parseRows)).toEqual([null, null, null, null, null]);
    expect(['A', 'ab', '', '1', 'ABCD'].map(parseColumn)).toEqual([0, 27, null, null, null]);
  });
});

describe('isBlank()', () => {
  it('is true for an absent cell and for white space', () => {
    expect([null, undefined, '', ' \t\u{a0}'].every(isBlank)).toBe(true);
    expect(isBlank('0')).toBe(false);
    expect([isBlankRow([]), isBlankRow([null, ' ']), isBlankRow([null, 'a'])]).toEqual([true, true, false]);
  });
});
