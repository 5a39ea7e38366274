/** The creation time of a document: RFC 3339 text or a date, as whole seconds in UTC. */
import { formatInstant } from '#core/time';
import { instantFrom } from './instant-from.ts';

export function createdFrom(created: string | Date): string {
  return formatInstant(new Date(instantFrom(created, 'created')));
}
