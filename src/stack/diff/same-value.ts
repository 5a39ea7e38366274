/**
 * Whether two values are one and the same in a lock. A lock is JCS, in which 1.0 is written as 1, so that what was read from YAML and what is
 * read back from the lock may be told apart by nothing else than that.
 *
 *     isSameValue({ rate: new Float(1) }, { rate: 1 })     true
 */
import type { JsonValue } from '#core/json/value';
import { formatJcs, formatSpine } from '#core/json/write';

export function isSameValue(a: JsonValue, b: JsonValue): boolean {
  return textOf(a) === textOf(b);
}

/** An integer that JCS cannot write may still stand in a lock by another hand. */
function textOf(value: JsonValue): string {
  try {
    return formatJcs(value);
  } catch (error) {
    if (error instanceof RangeError) return formatSpine(value);
    throw error;
  }
}
