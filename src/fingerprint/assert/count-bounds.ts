/** Checks that a count is between `min` and `max`; either bound may be absent. */

import { counted } from '#core/count-text';
import { missed, passed, type Verdict } from './assertion.ts';

interface Bounds {
  readonly min: number | null;
  readonly max: number | null;
}

export function needsABound({ min, max }: Bounds): string | null {
  if (min === null && max === null) return 'missing field "min" or "max"';
  return min !== null && max !== null && max < min ? 'expected min to be at most max' : null;
}

export function judgeCount(count: number, noun: string, { min, max }: Bounds): Verdict {
  if (count >= (min ?? 0) && (max === null || count <= max)) return passed(counted(count, noun));
  const expected =
    max === null ? `at least ${counted(min ?? 0, noun)}` : min === null ? `at most ${counted(max, noun)}` : spanOf(min, max, noun);
  return missed(expected, String(count));
}

/** `2 to 5 rows`, or `5 rows` if there is only one such number. */
export function spanOf(min: number, max: number, noun: string): string {
  return `${min === max ? '' : `${min} to `}${counted(max, noun)}`;
}
