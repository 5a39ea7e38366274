/** A given time, RFC 3339 text or a date, in milliseconds. */
import { isWritableInstant, parseInstant } from '#core/time';

/** `name` is the name of the setting. */
export function instantFrom(given: string | Date, name: string): number {
  const instant = typeof given === 'string' ? parseInstant(given) : given.getTime();
  if (instant === null || !isWritableInstant(instant)) throw new RangeError(`${name} is not an RFC 3339 timestamp: ${String(given)}`);
  return instant;
}
