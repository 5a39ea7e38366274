/** When a document was created (C5): `--created`, else `SOURCE_DATE_EPOCH`, else the clock; UTC, whole seconds. */
import { formatInstant, parseInstant } from '#core/time';
import { type Invocation, UsageError } from './command.ts';

/** The first and last second of the years 0000 to 9999, beyond which the text has another form. */
const EARLIEST = -62167219200;
const LATEST = 253402300799;

export function createdAt({ world, value }: Invocation): string {
  const typed = value('--created');
  if (typed !== undefined) {
    const seconds = Math.floor((parseInstant(typed) ?? Number.NaN) / 1000);
    if (!(seconds >= EARLIEST && seconds <= LATEST)) {
      throw new UsageError(`--created needs an RFC 3339 timestamp such as 2026-01-15T10:30:00Z, found '${typed}'`);
    }
    return formatInstant(new Date(seconds * 1000));
  }
  const epoch = world.env['SOURCE_DATE_EPOCH'];
  if (epoch === undefined || epoch === '') return formatInstant(world.now());
  const seconds = /^\d{1,12}$/.test(epoch) ? Number(epoch) : Number.NaN;
  if (!(seconds <= LATEST)) throw new UsageError(`SOURCE_DATE_EPOCH needs whole seconds since 1970, found '${epoch}'`);
  return formatInstant(new Date(seconds * 1000));
}
