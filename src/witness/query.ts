/**
 * One way to ask a ledger (W4): the records that pass every filter, in the order the lines are handed in, which is newest
 * first. Any object is a record here, also one that lacks fields; a line that is no object is counted and passed over.
 *
 *     select(lines, { tool: 'lock', since: null, until: null, outcome: 'REFUSAL', inputHash: null, limit: 10 })
 */
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { parseInstant } from '#core/time';
import { FIELDS } from './document.ts';
import { lineReader, type RecordLine } from './line.ts';
import type { RawLine } from './verify.ts';

export interface Filter {
  readonly tool: string | null;
  /** Milliseconds since 1970, both inclusive. A record without a usable `ts` passes neither. */
  readonly since: number | null;
  readonly until: number | null;
  readonly outcome: string | null;
  /** Part of the hash of any input. */
  readonly inputHash: string | null;
  readonly limit: number | null;
}

export interface Selected {
  readonly matched: number;
  /** Lines that were met and could not be read. */
  readonly unreadable: number;
}

export function select(lines: Iterable<RawLine>, filter: Filter, use: (record: RecordLine) => void): Selected {
  const read = lineReader();
  let matched = 0;
  let unreadable = 0;
  for (const raw of lines) {
    const line = raw.isTooLong ? null : read(raw.bytes);
    if (line?.kind !== 'record') {
      unreadable++;
    } else if (passes(line.get, filter)) {
      use(line);
      if (++matched === filter.limit) break;
    }
  }
  return { matched, unreadable };
}

export function passes(get: RecordLine['get'], { tool, since, until, outcome, inputHash }: Filter): boolean {
  if (tool !== null && get('tool') !== tool) return false;
  if (outcome !== null && get('outcome') !== outcome) return false;
  if (inputHash !== null && !hasInputHash(get('inputs'), inputHash)) return false;
  if (since === null && until === null) return true;
  const ts = get('ts');
  const instant = typeof ts === 'string' ? parseInstant(ts) : null;
  return instant !== null && (since === null || instant >= since) && (until === null || instant <= until);
}

function hasInputHash(inputs: JsonValue | undefined, part: string): boolean {
  if (!Array.isArray(inputs)) return false;
  return inputs.some((input) => isJsonObject(input) && typeof input['hash'] === 'string' && input['hash'].includes(part));
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const LAST_MOMENT = 'T23:59:59.999Z';

/** An instant for a timestamp or a date, which as an upper bound includes its day in UTC; null for anything else. */
export function parseBound(text: string, side: 'since' | 'until'): number | null {
  if (!DATE.test(text)) return parseInstant(text);
  return parseInstant(text + (side === 'since' ? 'T00:00:00Z' : LAST_MOMENT));
}

/** The record with every field of the format, null where it has none. */
export function withAllFields(record: JsonObject): JsonObject {
  const whole: { [key: string]: JsonObject[string] } = { ...record };
  for (const field of FIELDS) whole[field] ??= null;
  return whole;
}

/** `TS  TOOL VERSION  OUTCOME (exit N)`, a question mark where there is nothing to show. */
export function formatRow(get: RecordLine['get']): string {
  const text = (field: string): string => {
    const value = get(field);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '?';
  };
  return `${text('ts')}  ${text('tool')} ${text('version')}  ${text('outcome')} (exit ${text('exit_code')})`;
}
