/** The formats of strings that are checked. Others are mistakes in the schema, because nobody would check them. */
import { ISO_DATES } from '../assert/dates.ts';

const TIME = '([01]\\d|2[0-3]):[0-5]\\d:([0-5]\\d|60)(\\.\\d+)?([Zz]|[+-]([01]\\d|2[0-3]):[0-5]\\d)';
const TIME_ONLY = new RegExp(`^${TIME}$`);
const DATE_TIME = new RegExp(`^(\\d{4}-\\d{2}-\\d{2})[Tt]${TIME}$`);
const BYTE = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';

export const FORMATS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', isDate],
  ['date-time', (text: string) => isDate(DATE_TIME.exec(text)?.[1] ?? '')],
  ['time', (text: string) => TIME_ONLY.test(text)],
  ['uuid', matches(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i)],
  ['ipv4', matches(new RegExp(`^${BYTE}(?:\\.${BYTE}){3}$`))],
  ['email', matches(/^[^\s@"]{1,64}@[^\s@]{1,255}$/)],
  ['uri', matches(/^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`]*$/i)],
]);

/** Only days that exist. */
function isDate(text: string): boolean {
  return text.trim() === text && ISO_DATES.read(text) !== null;
}

function matches(pattern: RegExp): (text: string) => boolean {
  return (text) => pattern.test(text);
}
