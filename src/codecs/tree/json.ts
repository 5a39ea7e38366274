/**
 * JSON as a tree of one value, JSON Lines as a tree of many. Both use the strict reader (C2), so a duplicate key or a lone surrogate is a
 * failure. No digit of a number is lost.
 */

import { LineReader, LineTooLong } from '#core/bytes/lines';
import { withoutBom } from '#core/bytes/prefix';
import { readWhole } from '#core/bytes/source';
import { JSON_LIMITS } from '#core/json/limits';
import { JsonError, parseJsonExactly } from '#core/json/read';
import type { JsonValue } from '#core/json/value';
import { ParseFailure, type Tree } from '#core/parsed';
import type { ByteSource } from '#core/ports';

export function readJson(source: ByteSource, maxSize: number): Tree {
  const bytes = readWhole(source, maxSize);
  if (bytes === null) throw new ParseFailure(`longer than ${maxSize} bytes, the most that is read as one JSON document`);
  const value = parsed(withoutBom(bytes), '');
  return { kind: 'tree', values: () => [value], unread: () => [() => value], facts: {} };
}

/** Blank lines are a failure, as for every reader of records. A line may have at most 64 MiB. */
export function readJsonLines(source: ByteSource): Tree {
  return { kind: 'tree', values: () => lineValues(source), unread: () => unreadLines(source), facts: {} };
}

function* lineValues(source: ByteSource): Generator<JsonValue, undefined, undefined> {
  for (const read of unreadLines(source)) yield read();
  return undefined;
}

/** The same function for every line: it parses the current one. */
function* unreadLines(source: ByteSource): Generator<() => JsonValue, undefined, undefined> {
  const lines = new LineReader(source);
  let number = 0;
  const read = (): JsonValue => {
    const line = lines.bytes.subarray(lines.start, lines.end);
    return parsed(number === 1 ? withoutBom(line) : line, `line ${number}: `);
  };
  while (hasNext(lines, ++number)) yield read;
  return undefined;
}

function hasNext(lines: LineReader, number: number): boolean {
  try {
    return lines.next();
  } catch (error) {
    throw error instanceof LineTooLong ? new ParseFailure(`line ${number}: ${error.message}`) : error;
  }
}

function parsed(bytes: Uint8Array, place: string): JsonValue {
  try {
    return parseJsonExactly(bytes, JSON_LIMITS.data);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new ParseFailure(place === '' ? error.message : `${place}${error.message.replace(/ at line 1 column (\d+)$/, ' at column $1')}`);
  }
}
