/**
 * Classifies the text of a table cell.
 *
 *     1,234.5  number     $12 and EUR 12  currency     4.5%  percentage     2025-12-31, 12/31/2025, 31.12.2025, Dec 31, 2025  date
 */
import { readNumber } from './decimal.ts';

export type ValueType = 'string' | 'number' | 'currency' | 'percentage' | 'date';

export const VALUE_TYPES: readonly ValueType[] = ['string', 'number', 'currency', 'percentage', 'date'];

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}';
const DATES: readonly RegExp[] = [
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/,
  /^\d{1,2}[/.-]\d{1,2}[/.-](?:\d{2}|\d{4})$/,
  /^\d{4}\/\d{1,2}\/\d{1,2}$/,
  new RegExp(`^${MONTH}\\.? \\d{1,2},? \\d{4}$`, 'i'),
  new RegExp(`^\\d{1,2}[ -]${MONTH}\\.?[ -](?:\\d{2}|\\d{4})$`, 'i'),
];

/** Attacker-controlled: a longer text is not parsed as a date. */
const LONGEST_DATE = 40;

export function valueType(text: string): ValueType {
  const trimmed = text.trim();
  if (trimmed.length <= LONGEST_DATE && DATES.some((date) => date.test(trimmed))) return 'date';
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
