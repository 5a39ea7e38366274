/** The creation time of a document (C5): `--created`, else `SOURCE_DATE_EPOCH`, else the clock; UTC, whole seconds. */
import { formatInstant, isWritableInstant, parseInstant } from '#core/time';
import { type Invocation, UsageError } from './command.ts';

export function createdAt({ context, value }: Invocation): string {
  const typed = value('--created');
  if (typed !== undefined) {
    const instant = parseInstant(typed);
    if (instant === null || !isWritableInstant(instant)) {
      throw new UsageError(`--created needs an RFC 3339 timestamp such as 2026-01-15T10:30:00Z, found '${typed}'`);
    }
    return formatInstant(new Date(instant));
  }
  const epoch = context.env['SOURCE_DATE_EPOCH'];
  if (epoch === undefined || epoch === '') return formatInstant(context.now());
  const instant = /^\d{1,12}$/.test(epoch) ? Number(epoch) * 1000 : Number.NaN;
  if (!isWritableInstant(instant)) throw new UsageError(`SOURCE_DATE_EPOCH needs whole seconds since 1970, found '${epoch}'`);
  return formatInstant(new Date(instant));
}
