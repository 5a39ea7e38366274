/**
 * One way to ask a ledger (W4): the records that pass every filter, in the order the lines are handed in, which is newest
 * first. Any object is a record here, also one that lacks fields; a line that is no object is counted and passed over.
 *
 *     select(lines, { ...EVERYTHING, tool: 'lock', outcome: 'REFUSAL', limit: 10 }, (record) => …)
 */

import type { JsonObject } from '#core/json/value';
import { borrow } from '#core/lent';
import { parseInstant } from '#core/time';
import { FIELDS } from './document.ts';
import { lineReader, type RecordLine } from './line.ts';
import { formatSubject, hashesOf, idsOf, inputHashes, pathsOf } from './subject.ts';
import type { RawLine } from './verify.ts';

export interface Filter {
  readonly tool: string | null;
  /** Milliseconds since 1970, both inclusive. A record without a usable `ts` passes neither. */
  readonly since: number | null;
  readonly until: number | null;
  readonly outcome: string | null;
  /** Part of the hash of any input. */
  readonly inputHash: string | null;
  /** Part of the hash of the output. */
  readonly outputHash: string | null;
  /** Part of an id that the record carries, or of its own. */
  readonly id: string | null;
  /** A path that was read or written, as it was typed, or its last segments. */
  readonly path: string | null;
  /** The hashes and ids of one file: a record that has any of them read, made or named it. */
  readonly file: readonly string[] | null;
  readonly limit: number | null;
}

export const EVERYTHING: Filter = {
  tool: null,
  since: null,
  until: null,
  outcome: null,
  inputHash: null,
  outputHash: null,
  id: null,
  path: null,
  file: null,
  limit: null,
};

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
    const line = raw.isTooLong ? null : read(borrow(raw.bytes));
    if (line?.kind !== 'record') {
      unreadable++;
    } else if (passes(line.get, filter)) {
      use(line);
      if (++matched === filter.limit) break;
    }
  }
  return { matched, unreadable };
}

export function passes(get: RecordLine['get'], filter: Filter): boolean {
  const { tool, since, until, outcome } = filter;
  if (tool !== null && get('tool') !== tool) return false;
  if (outcome !== null && get('outcome') !== outcome) return false;
  if (!concerns(get, filter)) return false;
  if (since === null && until === null) return true;
  const ts = get('ts');
  const instant = typeof ts === 'string' ? parseInstant(ts) : null;
  return instant !== null && (since === null || instant >= since) && (until === null || instant <= until);
}

/** Whether the run read, made or named what is asked about. */
function concerns(get: RecordLine['get'], { inputHash, outputHash, id, path, file }: Filter): boolean {
  if (inputHash !== null && !some(inputHashes(get('inputs')), (hash) => hash.includes(inputHash))) return false;
  const made = get('output_hash');
  if (outputHash !== null && !(typeof made === 'string' && made.includes(outputHash))) return false;
  if (id !== null && !some(idsOf(get), (each) => each.includes(id))) return false;
  if (path !== null && !some(pathsOf(get), (each) => endsInPath(each, path))) return false;
  return file === null || some(hashesOf(get), (each) => file.includes(each)) || some(idsOf(get), (each) => file.includes(each));
}

function some<T>(values: Iterable<T>, test: (value: T) => boolean): boolean {
  for (const value of values) if (test(value)) return true;
  return false;
}

/** `out/dec.lock.json` ends in `dec.lock.json`, and in `./dec.lock.json`; `mydec.lock.json` in neither. */
function endsInPath(recorded: string, asked: string): boolean {
  const [whole, end] = [plain(recorded), plain(asked)];
  return whole === end || (end !== '' && whole.endsWith(`/${end}`));
}

/** Without the `./` before it and the `/` behind it. */
function plain(path: string): string {
  return path.replace(/^(?:\.\/+)+/, '').replace(/(?<=[^/])\/+$/, '');
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

/** `TS  TOOL VERSION  OUTCOME (exit N)  SUBJECT`, a question mark where there is nothing to show. */
export function formatRow(get: RecordLine['get']): string {
  const text = (field: string): string => {
    const value = get(field);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '?';
  };
  const subject = formatSubject(get);
  const row = `${text('ts')}  ${text('tool')} ${text('version')}  ${text('outcome')} (exit ${text('exit_code')})`;
  return subject === '' ? row : `${row}  ${subject}`;
}
