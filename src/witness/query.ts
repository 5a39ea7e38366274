/**
 * The query on a ledger (W4): the records that pass every filter, in the order of the given lines, which is newest first. Any JSON object
 * counts as a record here, even without all fields. A line that is not an object is counted and skipped.
 *
 *     select(lines, { ...NO_FILTER, tool: 'lock', outcome: 'REFUSAL', limit: 10 }, (record) => …)
 */

import type { JsonObject } from '#core/json/value';
import { readNow } from '#core/reused';
import { parseInstant } from '#core/time';
import { FIELDS } from './document.ts';
import { lineReader, type RecordLine } from './line.ts';
import { formatSubject, hashesOf, idsOf, inputHashes, pathsOf } from './subject.ts';
import type { RawLine } from './verify.ts';

export interface Filter {
  readonly tool: string | null;
  /** In milliseconds since 1970, both inclusive. A record without a valid `ts` passes neither filter. */
  readonly since: number | null;
  readonly until: number | null;
  readonly outcome: string | null;
  /** A part of the hash of any input. */
  readonly inputHash: string | null;
  /** A part of the hash of the output. */
  readonly outputHash: string | null;
  /** A part of the id of the record, or of an id in its parameters. */
  readonly id: string | null;
  /** A path that was read or written, as it was typed, or its last segments. */
  readonly path: string | null;
  /** The hashes and ids of one file. A record that has any of them read, made or named the file. */
  readonly file: readonly string[] | null;
  readonly limit: number | null;
}

export const NO_FILTER: Filter = {
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
  /** The number of lines that could not be read. */
  readonly unreadable: number;
}

export function select(lines: Iterable<RawLine>, filter: Filter, use: (record: RecordLine) => void): Selected {
  const read = lineReader();
  let matched = 0;
  let unreadable = 0;
  for (const raw of lines) {
    const line = raw.isTooLong ? null : read(readNow(raw.bytes));
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
  if (!matchesSubject(get, filter)) return false;
  if (since === null && until === null) return true;
  const ts = get('ts');
  const instant = typeof ts === 'string' ? parseInstant(ts) : null;
  return instant !== null && (since === null || instant >= since) && (until === null || instant <= until);
}

/** Whether the run read, made or named the object of the query. */
function matchesSubject(get: RecordLine['get'], { inputHash, outputHash, id, path, file }: Filter): boolean {
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

/** `out/dec.lock.json` ends in `dec.lock.json` and in `./dec.lock.json`; `mydec.lock.json` does not. */
function endsInPath(recorded: string, asked: string): boolean {
  const [whole, end] = [plain(recorded), plain(asked)];
  return whole === end || (end !== '' && whole.endsWith(`/${end}`));
}

/** Removes `./` at the beginning and `/` at the end. */
function plain(path: string): string {
  return path.replace(/^(?:\.\/+)+/, '').replace(/(?<=[^/])\/+$/, '');
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const LAST_MOMENT = 'T23:59:59.999Z';

/** Returns the instant of a timestamp or a date, or null for anything else. A date as an upper bound includes the whole day in UTC. */
export function parseBound(text: string, side: 'since' | 'until'): number | null {
  if (!DATE.test(text)) return parseInstant(text);
  return parseInstant(text + (side === 'since' ? 'T00:00:00Z' : LAST_MOMENT));
}

/** The record with every field of the format; a field that is absent becomes null. */
export function withAllFields(record: JsonObject): JsonObject {
  const whole: { [key: string]: JsonObject[string] } = { ...record };
  for (const field of FIELDS) whole[field] ??= null;
  return whole;
}

/** Returns `TS  TOOL VERSION  OUTCOME (exit N)  SUBJECT`, with a question mark for a missing value. */
export function formatRow(get: RecordLine['get']): string {
  const text = (field: string): string => {
    const value = get(field);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '?';
  };
  const subject = formatSubject(get);
  const row = `${text('ts')}  ${text('tool')} ${text('version')}  ${text('outcome')} (exit ${text('exit_code')})`;
  return subject === '' ? row : `${row}  ${subject}`;
}
