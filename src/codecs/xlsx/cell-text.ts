/** The value of a workbook cell as text: `1234.5`, `2025-12-01`, `true`, `#DIV/0!`. */
import { ParseFailure } from '#core/parsed';

const DAY = 86_400_000;
/**
 * Day 0 of the two date systems. The 1900 system counts a 29 February 1900, which did not exist, so days before March 1900 are off by one.
 */
const DAY_0 = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };
const NO_SUCH_DAY = 60;
const DAYS = 2_958_466;

/** Line ends inside a text become LF; an empty text is blank. */
export function plainText(text: string): string | null {
  if (text === '') return null;
  const plain = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  if (!plain.isWellFormed()) throw new ParseFailure('expected well-formed text, found a lone surrogate');
  return plain;
}

/** `_x000D_` stands for a character that XML cannot contain, or must not show. */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
/** A double has no more digits that mean anything. */
const DIGITS = 17;

/**
 * A number in its shortest form; null if the text is not a number. Spreadsheets calculate with doubles, so `0.10000000000000001` is 0.1. What no
 * double can hold keeps its digits: integers beyond 2^53, and more than 17 digits.
 */
export function numberText(written: string): string | null {
  const text = written.trim();
  if (!NUMBER.test(text)) return null;
  const value = Number(text);
  if (!Number.isFinite(value)) return null;
  if (text.length > DIGITS - 2 && hasMoreDigits(text, value)) return text;
  return doubleText(value);
}

function hasMoreDigits(text: string, value: number): boolean {
  const digits = text
    .replace(/[eE].*$/, '')
    .replace(/[^0-9]/g, '')
    .replace(/^0+/, '');
  return digits.length > DIGITS || (/^[+-]?\d+$/.test(text) && !Number.isSafeInteger(value));
}

export function doubleText(value: number): string {
  return String(Object.is(value, -0) ? 0 : value);
}

/**
 * `2025-12-01`, `2025-12-01T08:30:00`, or for a time of day alone `08:30:00`, to the millisecond; null for a number outside the calendar. Day 60
 * of the 1900 system is `1900-02-29`, as every spreadsheet shows it.
 */
export function dateText(serial: number, is1904: boolean): string | null {
  if (!(serial >= 0) || serial >= DAYS) return null;
  const millis = Math.round(serial * DAY);
  const day = Math.floor(millis / DAY);
  const clock = new Date(millis - day * DAY)
    .toISOString()
    .slice(11, -1)
    .replace(/\.000$/, '');
  if (serial > 0 && serial < 1) return day === 1 ? '24:00:00' : clock;
  const date = dayText(day, is1904);
  return clock === '00:00:00' ? date : `${date}T${clock}`;
}

function dayText(day: number, is1904: boolean): string {
  if (!is1904 && day === NO_SUCH_DAY) return '1900-02-29';
  const days = is1904 || day > NO_SUCH_DAY || day < 1 ? day : day + 1;
  return new Date((is1904 ? DAY_0[1904] : DAY_0[1900]) + days * DAY).toISOString().slice(0, 10);
}

/** A date that is stored as ISO 8601: midnight is the day alone. Times without a date and durations stay as they are. */
export function isoText(written: string): string | null {
  const text = written.trim();
  const match = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)Z?)?$/.exec(text);
  if (match === null) return /^T?\d\d:\d\d|^P[0-9TYMWDHS.,]+$/.test(text) ? text : null;
  const [, day, clock = '00:00:00'] = match as unknown as [string, string, string | undefined];
  const whole = (clock.length === 5 ? `${clock}:00` : clock).replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
  return whole === '00:00:00' ? day : `${day}T${whole}`;
}
