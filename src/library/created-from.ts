/** When a document says it was created: RFC 3339 text or a date, as whole seconds in UTC. */
import { formatInstant, isWritableInstant, parseInstant } from '#core/time';

export function createdFrom(created: string | Date): string {
  const instant = typeof created === 'string' ? parseInstant(created) : created.getTime();
  if (instant === null || !isWritableInstant(instant)) throw new RangeError(`created is not an RFC 3339 timestamp: ${String(created)}`);
  return formatInstant(new Date(instant));
}
