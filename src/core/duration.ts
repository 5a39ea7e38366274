/**
 * A length of time as it is typed: a whole number and its unit.
 *
 *     parseDuration('20m')     1_200_000
 */
const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
const DURATION = /^(\d{1,9})([smhdw])$/;

/** In milliseconds, or null if the text is none. */
export function parseDuration(text: string): number | null {
  const [, count, unit] = DURATION.exec(text) ?? [];
  return count === undefined || unit === undefined ? null : Number(count) * (UNITS[unit] as number);
}
