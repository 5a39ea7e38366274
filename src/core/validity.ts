/**
 * A validity period, judged at one instant: the start is included, the end is not.
 *
 *     validityFault({ from: 0, until: 1000 }, 1000)     'expired'
 */
import { formatInstant, isWritableInstant } from './time.ts';

export interface Validity {
  /** In milliseconds; null if not stated. */
  readonly from: number | null;
  readonly until: number | null;
}

export function validityFault({ from, until }: Validity, at: number): 'expired' | 'not_yet_effective' | null {
  if (until !== null && at >= until) return 'expired';
  return from !== null && at < from ? 'not_yet_effective' : null;
}

/** `from 2026-01-01T00:00:00Z until 2027-01-01T00:00:00Z`. */
export function validityText({ from, until }: Validity): string {
  const parts = [from === null ? [] : `from ${instantText(from)}`, until === null ? [] : `until ${instantText(until)}`].flat();
  return parts.length === 0 ? 'at any time' : parts.join(' ');
}

/** In whole seconds; with an offset, an instant can be outside the years that can be written. */
export function instantText(ms: number): string {
  return isWritableInstant(ms) ? formatInstant(new Date(ms)) : `${ms} ms`;
}
