/**
 * Dates and times as files write them, in a stated format or in ISO 8601. Only days that exist are dates.
 *
 *     parseDateFormat('DD.MM.YYYY')?.read('31.12.2025')     1767139200000, milliseconds since 1970
 *     parseDateFormat('DD.MM.YYYY')?.read('31.11.2025')     null
 *
 * A format consists of `YYYY MM DD M D MMM hh mm ss` (`M` and `D` have one or two digits, `MMM` is the English name of the month, in full or
 * by three letters) and other characters, which stand for themselves.
 */
export interface DateFormat {
  readonly text: string;
  /** Milliseconds since 1970 in UTC, or null. */
  read(text: string): number | null;
}

const TOKENS: ReadonlyMap<string, readonly [field: Field, pattern: string]> = new Map([
  ['YYYY', ['year', '(\\d{4})']],
  ['MMM', ['month', '([A-Za-z]{3,9})']],
  ['MM', ['month', '(\\d{2})']],
  ['M', ['month', '(\\d{1,2})']],
  ['DD', ['day', '(\\d{2})']],
  ['D', ['day', '(\\d{1,2})']],
  ['hh', ['hour', '(\\d{2})']],
  ['mm', ['minute', '(\\d{2})']],
  ['ss', ['second', '(\\d{2})']],
]);
type Field = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];

/** Null if the format does not name year, month and day once each. */
export function parseDateFormat(text: string): DateFormat | null {
  const fields: Field[] = [];
  let pattern = '';
  for (const [part] of text.matchAll(/YYYY|MMM|MM|M|DD|D|hh|mm|ss|[^]/g)) {
    const token = TOKENS.get(part);
    if (token === undefined && /[A-Za-z\d]/.test(part) && part !== 'T') return null;
    if (token !== undefined) fields.push(token[0]);
    pattern += token?.[1] ?? part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  }
  if (!(['year', 'month', 'day'] as const).every((field) => fields.includes(field)) || new Set(fields).size < fields.length) return null;
  const regex = new RegExp(`^${pattern}$`);
  return {
    text,
    read(written) {
      const match = regex.exec(written.trim());
      if (match === null) return null;
      const found: Partial<Record<Field, number>> = {};
      fields.forEach((field, i) => {
        const digits = match[i + 1] as string;
        found[field] = field === 'month' && !/\d/.test(digits) ? monthOf(digits) : Number(digits);
      });
      const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = found;
      return moment({ year, month, day }, { hour, minute, second });
    },
  };
}

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const ISO_DATETIME = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?$/;

export const ISO_DATES: DateFormat = {
  text: 'YYYY-MM-DD',
  read(text) {
    const match = ISO_DATE.exec(text.trim());
    return match === null ? null : moment({ year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) });
  },
};

/** With a time of day; a fraction of a second counts to the millisecond. A time without a zone is taken for UTC. */
export const ISO_DATETIMES: DateFormat = {
  text: 'YYYY-MM-DDThh:mm:ss',
  read(text) {
    const match = ISO_DATETIME.exec(text.trim());
    if (match === null) return null;
    const [year, month, day, hour, minute, second] = match.slice(1, 7).map((digits) => Number(digits ?? 0)) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const at = moment({ year, month, day }, { hour, minute, second });
    const offset = offsetMinutes(match[8] ?? 'Z');
    return at === null || offset === null ? null : at + Math.floor(Number(`0.${match[7] ?? 0}`) * 1000) - offset * 60_000;
  },
};

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Null for a day or a time that does not exist. A leap second counts as the second after it. */
function moment({ year, month, day }: Day, { hour, minute, second } = { hour: 0, minute: 0, second: 0 }): number | null {
  if (!isDay(year, month, day) || hour > 23 || minute > 59 || second > 60) return null;
  return dayNumber(year, month, day) * DAY + ((hour * 60 + minute) * 60 + second) * 1000;
}

const DAY = 86_400_000;

/** Days since 1970 of a day that exists, in the Gregorian calendar. The year is taken to begin in March, so that the leap day is its last. */
function dayNumber(year: number, month: number, day: number): number {
  const shifted = month > 2 ? year : year - 1;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return 365 * shifted + Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400) + dayOfYear - 719_468;
}

/**
 * A date such as 2025-12-31 in bytes as the number 20251231, of which an earlier date has a smaller one; 0 for other text, also if it is such a
 * date with spaces around it.
 */
export function plainIsoDate(bytes: Uint8Array, start: number, end: number): number {
  if (end - start !== 10 || bytes[start + 4] !== 0x2d || bytes[start + 7] !== 0x2d) return 0;
  const year = 100 * twoDigits(bytes, start) + twoDigits(bytes, start + 2);
  const month = twoDigits(bytes, start + 5);
  const day = twoDigits(bytes, start + 8);
  return isDay(year, month, day) ? year * 10_000 + month * 100 + day : 0;
}

/** Far below 0 if they are no digits. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] as number) ^ 0x30;
  const ones = (bytes[at + 1] as number) ^ 0x30;
  return tens <= 9 && ones <= 9 ? 10 * tens + ones : -100_000;
}

/** The first moment of the day of such a number. */
export function momentOfPlain(date: number): number {
  return dayNumber(Math.floor(date / 10_000), Math.floor(date / 100) % 100, date % 100) * DAY;
}

/** The number of the day that begins so many days after 1970, as `plainIsoDate` gives it. */
export function plainOfDay(days: number): number {
  const date = new Date(days * DAY);
  return date.getUTCFullYear() * 10_000 + (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
}

export function isDay(year: number, month: number, day: number): boolean {
  if (!(month >= 1 && month <= 12 && day >= 1 && year >= 0)) return false;
  if (month !== 2) return day <= (month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31);
  return day <= ((year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28);
}

/** From 1; 0 for what is no month. */
export function monthOf(name: string): number {
  const lower = name.toLowerCase();
  return lower.length < 3 ? 0 : MONTHS.findIndex((month) => month.startsWith(lower)) + 1;
}

function offsetMinutes(zone: string): number | null {
  if (zone === 'Z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', ''));
  return hours > 23 || minutes > 59 ? null : (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
