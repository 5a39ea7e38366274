/**
 * Timestamps as they are written in evidence (C5): UTC, whole seconds, `Z`.
 *
 *     formatInstant(new Date(0))                    1970-01-01T00:00:00Z
 *     parseInstant('2026-01-15T11:30:00+01:00')     1768473000000
 */
export function formatInstant(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

/** The first and last millisecond of the years 0000 to 9999. Beyond them the text has another form. */
const EARLIEST = -62_167_219_200_000;
const LATEST = 253_402_300_799_999;

export function isWritableInstant(ms: number): boolean {
  return ms >= EARLIEST && ms <= LATEST;
}

const RFC_3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/**
 * Returns milliseconds since 1970 for an RFC 3339 timestamp, or null if the text is not one. A leap second counts as the second after it.
 */
export function parseInstant(text: string): number | null {
  const match = RFC_3339.exec(text);
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [number, number, number, number, number, number];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59 || second > 60) return null;
  const offset = offsetMinutes(match[8] as string);
  if (offset === null) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute - offset, second, Math.floor(Number(`0${match[7] ?? '.0'}`) * 1000));
  return date.getTime();
}

function offsetMinutes(zone: string): number | null {
  if (zone === 'Z' || zone === 'z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(4, 6));
  if (hours > 23 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
