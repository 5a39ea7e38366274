/**
 * The period in which a definition is valid: from the beginning of `valid_from` to the end of `valid_until`, in UTC. Both are dates, or instants
 * of RFC 3339.
 *
 *     whyNotValid({ validFrom: '2026-01-01', validUntil: null }, Date.UTC(2025, 11, 31))     not valid before 2026-01-01
 */
import { parseInstant } from '#core/time';

const DAY = 86_400_000;

export interface Validity {
  readonly validFrom: string | null;
  readonly validUntil: string | null;
}

/** The first moment of the date or instant, or null if it is neither. */
export function firstMoment(text: string): number | null {
  return parseInstant(isDate(text) ? `${text}T00:00:00Z` : text);
}

/** The last moment of the date or instant. */
export function lastMoment(text: string): number | null {
  const first = firstMoment(text);
  return first === null || !isDate(text) ? first : first + DAY - 1;
}

/** `at` is in milliseconds since 1970. Returns null if the definition is valid. */
export function whyNotValid({ validFrom, validUntil }: Validity, at: number): string | null {
  if (validFrom !== null && at < (firstMoment(validFrom) ?? 0)) return `not valid before ${validFrom}`;
  if (validUntil !== null && at > (lastMoment(validUntil) ?? 0)) return `not valid after ${validUntil}`;
  return null;
}

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}
