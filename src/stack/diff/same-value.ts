/**
 * Whether two values are one and the same in a lock. A lock is JCS, in which 1.0 is written as 1, so that what was read from YAML and what is
 * read back from the lock may be told apart by nothing else than that.
 *
 *     isSameValue({ rate: new Float(1) }, { rate: 1 })     true
 */
import { isJsonObject, type JsonValue } from '#core/json/value';
import { formatJcs, formatSpine } from '#core/json/write';

export function isSameValue(a: JsonValue, b: JsonValue): boolean {
  // Nearly all that is compared is alike to the letter, and told so without being written out.
  return isAlike(a, b) || textOf(a) === textOf(b);
}

/** The same values under the same names; where not, they may still be written alike. */
function isAlike(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, index) => isAlike(item, b[index]));
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every((name) => Object.hasOwn(b, name) && isAlike(a[name] as JsonValue, b[name] as JsonValue));
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
