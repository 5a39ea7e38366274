import { SSF } from '@e965/xlsx';
import { expect, it } from 'vitest';
import { isBuiltInDate, isDateFormat } from './date-format.ts';

const DATES = [
  'yyyy-mm-dd',
  'd. mmmm yyyy',
  'h:mm AM/PM',
  'A/P',
  '[h]:mm',
  '[mm]:ss',
  '[ss]',
  '[$-407]d. mmmm yyyy',
  '[Red]m/d/yy;@',
  '"as of "d.m.yy',
  '[>=100]0;dd',
  'ge',
  'yyyy"年"m"月"d"日"',
  '0.00;d',
];
const NUMBERS = [
  'General',
  'GENERAL',
  '0',
  '#,##0.00',
  '0.00E+00',
  '##0.0E+0',
  '# ?/?',
  '@',
  '0%',
  '#,##0.00 "days"',
  '#,##0\\h',
  '_(* #,##0_);_(* (#,##0)',
  '[Red]0;[Blue]0',
  '[$€-407] #,##0.00',
  '[$USD] 0',
  '',
];

it('isDateFormat() knows a date or a time from a number, as SheetJS does', () => {
  expect(DATES.filter((format) => !isDateFormat(format))).toEqual([]);
  expect(NUMBERS.filter(isDateFormat)).toEqual([]);
  expect([...DATES, ...NUMBERS].filter((format) => isDateFormat(format) !== SSF.is_date(format))).toEqual([]);
});

it('isBuiltInDate() knows the numbers of formats that show dates', () => {
  const ids = Array.from({ length: 100 }, (_, id) => id).filter(isBuiltInDate);
  expect(ids).toEqual([
    14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54, 55, 56, 57, 58, 71, 72, 73,
    74, 75, 76, 77, 78, 79, 80, 81,
  ]);
});
