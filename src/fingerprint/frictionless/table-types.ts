/**
 * What the types of a Table Schema are in a definition, and back. A type that definitions do not have is a pattern, which the export knows again.
 *
 *     time      column_cells: { pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$' }
 *     year      column_cells: { type: integer, pattern: '^-?[0-9]{4}$' }
 */

/** Types that are only a pattern. */
export const PATTERN_TYPES: Readonly<Record<string, string>> = {
  time: '^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$',
  yearmonth: '^-?[0-9]{4}-(0[1-9]|1[0-2])$',
};
export const YEAR_PATTERN = '^-?[0-9]{4}$';
export const UUID_PATTERN = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

/** The texts of a boolean without `trueValues` and `falseValues`. */
export const TRUE_VALUES: readonly string[] = ['true', 'True', 'TRUE', '1'];
export const FALSE_VALUES: readonly string[] = ['false', 'False', 'FALSE', '0'];

/** The types that definitions have by the same name. */
export const SAME_TYPES: readonly string[] = ['string', 'integer', 'number', 'date', 'datetime'];

/** Days and months may have one or two digits, as in Python's `strptime`. */
const FROM_STRPTIME: ReadonlyMap<string, string> = new Map([
  ['%Y', 'YYYY'],
  ['%m', 'M'],
  ['%d', 'D'],
  ['%b', 'MMM'],
  ['%H', 'hh'],
  ['%M', 'mm'],
  ['%S', 'ss'],
]);
const TO_STRPTIME: ReadonlyMap<string, string> = new Map([
  ...[...FROM_STRPTIME].map(([python, own]) => [own, python] as const),
  ['MM', '%m'],
  ['DD', '%d'],
]);

/** `%d.%m.%Y` as `D.M.YYYY`; null if it has something else. */
export function fromStrptime(format: string): string | null {
  let isKnown = true;
  const own = format.replace(/%.?|[A-Za-z\d]/g, (part) => {
    const known = part === 'T' ? part : FROM_STRPTIME.get(part);
    isKnown &&= known !== undefined;
    return known ?? '';
  });
  return isKnown ? own : null;
}

export function toStrptime(format: string): string {
  return format.replace(/YYYY|MMM|MM|M|DD|D|hh|mm|ss|%/g, (part) => TO_STRPTIME.get(part) ?? '%%');
}

/** The longest that RE2 counts. */
const MAX_REPEATED = 1000;

/** Null if RE2 cannot count so far. */
export function lengthPattern(least: number, most: number | null): string | null {
  if (least > MAX_REPEATED || (most ?? 0) > MAX_REPEATED) return null;
  return `(?s)^.{${least},${most ?? ''}}$`;
}

export function readLengthPattern(pattern: string): { readonly minLength?: number; readonly maxLength?: number } | null {
  const match = /^\(\?s\)\^\.\{(\d+),(\d*)\}\$$/.exec(pattern);
  if (match === null) return null;
  const [least, most] = [Number(match[1]), match[2] as string];
  return { ...(least > 0 ? { minLength: least } : {}), ...(most === '' ? {} : { maxLength: Number(most) }) };
}

/** A pattern of a Table Schema is for the whole text. */
export function wholePattern(pattern: string): string {
  return `^(?:${pattern})$`;
}

/** Null if the pattern may match a part of the text. */
export function readWholePattern(pattern: string): string | null {
  const wrapped = /^\^\(\?:([^]*)\)\$$/.exec(pattern)?.[1];
  if (wrapped !== undefined && isBalanced(wrapped)) return wrapped;
  const plain = /^\^([^|()]*)\$$/.exec(pattern)?.[1];
  return plain === undefined || plain.endsWith('\\') ? null : plain;
}

/** Whether no bracket is closed before it is opened, outside of classes. */
function isBalanced(pattern: string): boolean {
  let depth = 0;
  for (const [part] of pattern.matchAll(/\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*\]|[()]/g)) {
    if (part === '(') depth++;
    if (part === ')' && --depth < 0) return false;
  }
  return depth === 0;
}
