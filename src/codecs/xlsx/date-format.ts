/**
 * Whether a number format shows a date or a time. A workbook stores a date as a number, and only its format says that it is one.
 *
 *     isDateFormat('yyyy-mm-dd')             true
 *     isDateFormat('[h]:mm')                 true
 *     isDateFormat('#,##0.00 "days"')        false
 */

/** What may contain the letters of dates without meaning them: quoted and escaped text, colours and conditions, numbers such as `0.0E+0`. */
const NOT_A_DATE = /"[^"]*"?|\\[^]|_[^]|\*[^]|general|[.0#][0#?.,E+%-]*|\[(?!(?:h+|m+|s+)\])[^\]]*\]?/gi;
const OF_DATES = /[bdehmsy]|A\/P|上午\/下午/i;
const ERA = /g/;

export function isDateFormat(format: string): boolean {
  const rest = format.replace(NOT_A_DATE, '');
  return OF_DATES.test(rest) || ERA.test(rest);
}

/** The formats that a workbook names by a number alone, some of which depend on the language: from and to, inclusive. */
const BUILT_IN_DATES = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
] as const;

export function isBuiltInDate(id: number): boolean {
  return BUILT_IN_DATES.some(([from, to]) => id >= from && id <= to);
}
