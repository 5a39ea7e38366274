/**
 * Classifies the text of a table cell. Only days that exist are dates, and only known currencies make an amount.
 *
 *     1,234.5  number     $12 and EUR 12  currency     4.5%  percentage     2025-12-31, 12/31/2025, 31.12.2025, Dec 31, 2025  date
 */
import { ISO_DATES, ISO_DATETIMES, isDay, monthOf } from './dates.ts';
import { readNumber } from './decimal.ts';

export type ValueType = 'string' | 'number' | 'currency' | 'percentage' | 'date';

export const VALUE_TYPES: readonly ValueType[] = ['string', 'number', 'currency', 'percentage', 'date'];

/** Attacker-controlled: a longer text is not parsed as a date. */
const MAX_DATE_LENGTH = 40;

export function valueType(text: string): ValueType {
  const trimmed = text.trim();
  if (trimmed.length <= MAX_DATE_LENGTH && isDate(trimmed)) return 'date';
  return readNumber(trimmed)?.look ?? 'string';
}

/** Number and currency are treated as the same type. */
export function isOfType(text: string, wanted: ValueType): boolean {
  const found = valueType(text);
  return found === wanted || (isAmount(found) && isAmount(wanted));
}

function isAmount(type: ValueType): boolean {
  return type === 'number' || type === 'currency';
}

const DIGITS = /^(\d{1,4})([/.-])(\d{1,2})\2(\d{1,4})$/;
const MONTH_FIRST = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i;
const DAY_FIRST = /^(\d{1,2})[ -]([a-z]{3,9})\.?[ -](\d{2}|\d{4})$/i;

function isDate(text: string): boolean {
  if (ISO_DATES.read(text) !== null || ISO_DATETIMES.read(text) !== null) return true;
  const named = MONTH_FIRST.exec(text);
  if (named !== null) return isDay(Number(named[3]), monthOf(named[1] as string), Number(named[2]));
  const reversed = DAY_FIRST.exec(text);
  if (reversed !== null) return isDay(yearOf(reversed[3] as string), monthOf(reversed[2] as string), Number(reversed[1]));
  const digits = DIGITS.exec(text);
  if (digits === null) return false;
  const [first, sign, second, third] = digits.slice(1) as [string, string, string, string];
  if (first.length === 4) return sign === '/' && isDay(Number(first), Number(second), Number(third));
  if (first.length > 2 || (third.length !== 2 && third.length !== 4)) return false;
  // Which of the two is the month differs from country to country.
  return isDay(yearOf(third), Number(second), Number(first)) || isDay(yearOf(third), Number(first), Number(second));
}

/** 29 February 00 existed in 2000. */
function yearOf(digits: string): number {
  return Number(digits) + (digits.length === 2 ? 2000 : 0);
}
