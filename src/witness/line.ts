/**
 * One line of a ledger. It is validated as strictly as all evidence, but only the requested fields are parsed: a ledger has millions of
 * lines, and a query needs one or two fields of each.
 *
 *     const read = lineReader();
 *     const line = read(bytes);                       for each line
 *     if (line.kind === 'record') line.get('tool')    'lock'
 */

import { compareBytes } from '#core/bytes/order';
import { encodeUtf8 } from '#core/bytes/utf8';
import { ByteWriter } from '#core/bytes/writer';
import { JSON_LIMITS } from '#core/json/limits';
import { JsonError, parseJson } from '#core/json/read';
import { countValues } from '#core/json/size-limit';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { type Scan, scanRecord } from './scan.ts';

export type LedgerLine = RecordLine | { readonly kind: 'unreadable'; readonly error: string };

/** Any JSON object. It is valid until the next line is read. */
export interface RecordLine {
  readonly kind: 'record';
  get(field: string): JsonValue | undefined;
  whole(): JsonObject;
  /** The canonical record with an empty `id`. The id must be the hash of these bytes. */
  unsealed(): Uint8Array;
  /** Whether the line has exactly the canonical bytes of its content. */
  isCanonical(): boolean;
}

const TOO_MUCH: LedgerLine = { kind: 'unreadable', error: `more than ${JSON_LIMITS.document.values} values` };

/** Expects a line without its newline. The line is attacker-controlled, and no line stops the reading of others. */
export function lineReader(): (line: Uint8Array) => LedgerLine {
  const unsealed = new ByteWriter();
  return (line) => {
    if (line.length > JSON_LIMITS.document.values && countValues(line) > JSON_LIMITS.document.values) return TOO_MUCH;
    const scan = scanRecord(line, unsealed);
    return scan === null ? readExactly(line) : scannedLine(line, scan);
  };
}

function scannedLine(line: Uint8Array, { keys, starts, ends, idAt, unsealed }: Scan): RecordLine {
  const id = keys.indexOf('id');
  return {
    kind: 'record',
    get(field) {
      const at = keys.indexOf(field);
      return at < 0 ? undefined : parseJson(line, starts[at], ends[at]);
    },
    whole: () => parseJson(line) as JsonObject,
    unsealed: () => unsealed,
    isCanonical() {
      const before = starts[id] as number;
      if (compareBytes(line.subarray(0, before), unsealed.subarray(0, idAt)) !== 0) return false;
      return compareBytes(line.subarray(ends[id]), unsealed.subarray(idAt + 2)) === 0;
    },
  };
}

export function readExactly(line: Uint8Array): LedgerLine {
  let value: JsonValue;
  try {
    value = parseJson(line);
  } catch (error) {
    if (error instanceof JsonError) return { kind: 'unreadable', error: error.message.replace(' at line 1 column ', ' at column ') };
    throw error;
  }
  if (!isJsonObject(value)) return { kind: 'unreadable', error: 'not an object' };
  const whole = value;
  return {
    kind: 'record',
    get: (field) => whole[field],
    whole: () => whole,
    unsealed: () => encodeUtf8(formatSpine({ ...whole, id: '' })),
    isCanonical: () => compareBytes(line, encodeUtf8(formatSpine(whole))) === 0,
  };
}

/** Returns the id that a line states, or null if it states none. `prev` of a later record is the id of the nearest record above it. */
export function idOf(line: LedgerLine): string | null {
  const id = line.kind === 'record' ? line.get('id') : null;
  return typeof id === 'string' && id !== '' ? id : null;
}
