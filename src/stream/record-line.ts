/**
 * One line of a stream of records: a JSON object, or the refusal of the tool before, which is thrown.
 *
 *     parseRecordLine(bytes, 3, badInput)     {"path":"a.csv","version":"vacuum.v0",…}
 */
import { JsonError, parseJson } from '#core/json/read';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import type { Refusal } from '#core/refusal';
import { upstreamRefusal } from '#core/upstream-refusal';

export function parseRecordLine(bytes: Uint8Array, line: number, badInput: (detail: JsonObject) => Refusal): JsonObject {
  const bad = (error: string): Refusal => badInput({ line, error });
  if (bytes.length === 0) throw bad('line is empty; expected one JSON value per line');
  let value: JsonValue;
  try {
    value = parseJson(bytes);
  } catch (error) {
    throw error instanceof JsonError ? bad(error.message) : error;
  }
  if (!isJsonObject(value)) throw bad('record must be a JSON object');
  const refusal = upstreamRefusal(value);
  if (refusal !== null) throw refusal === 'without a code' ? bad(`upstream refusal ${refusal}`) : refusal;
  return value;
}
