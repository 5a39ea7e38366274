/**
 * Compares two values as a lock does. A lock is JCS, which writes 1.0 as 1, so a value from YAML and the value read back from the lock may differ
 * only in that.
 *
 *     isSameValue({ rate: new Float(1) }, { rate: 1 })     true
 */
import type { JsonValue } from '#core/json/value';
import { formatJcs, formatSpine } from '#core/json/write';

export function isSameValue(a: JsonValue, b: JsonValue): boolean {
  return textOf(a) === textOf(b);
}

/** A lock that was written by another program may have an integer that JCS cannot write. */
function textOf(value: JsonValue): string {
  try {
    return formatJcs(value);
  } catch (error) {
    if (error instanceof RangeError) return formatSpine(value);
    throw error;
  }
}
