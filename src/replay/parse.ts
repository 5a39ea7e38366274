/**
 * Parses the files of a bundle (C2). Every file that is not valid JSON is named, with the position of the error:
 *
 *     decode snapshot.json object: expected an object, found an array
 *     decode claims/claim1.json: duplicate key "a" at line 3 column 5
 */

import { withoutBom } from '#core/bytes/prefix';
import { Cursor, JsonError, lineOf } from '#core/json/cursor';
import { JSON_LIMITS, JsonTooLarge } from '#core/json/limits';
import { parseJson } from '#core/json/read';
import { countValues } from '#core/json/size-limit';
import { passValue } from '#core/json/skip-or-copy';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import type { BundleFile, Problem } from './bundle.ts';
import { requireExactNumbers } from './exact-numbers.ts';

export interface ParsedFile extends BundleFile {
  readonly value: JsonValue;
  /** True if every number is exactly a double. Otherwise two files may have the same value and mean different numbers. */
  readonly isExact: boolean;
}

export interface ParsedBundle {
  readonly snapshot: JsonObject | null;
  /** The files that could be parsed, in load order. */
  readonly files: readonly ParsedFile[];
  readonly problems: readonly Problem[];
  /** For each file, the first number that is not a double and its position, if such numbers were accepted. */
  readonly inexact: readonly string[];
}

/** A file up to this length is parsed directly. A longer one is first validated and its values are counted. */
const SHORT = 1 << 20;

/** Integers beyond 2^53-1 and other numbers that are not doubles are errors unless `asDoubles` is set (R1, R10). */
export function parseBundle(files: readonly BundleFile[], { asDoubles }: { readonly asDoubles: boolean }): ParsedBundle {
  const parsed: ParsedFile[] = [];
  const problems: Problem[] = [];
  const taken: MemoryUsed = { bytes: 0, values: 0, uncounted: [] };
  let snapshot: JsonObject | null = null;
  const inexact: string[] = [];
  for (const file of files) {
    try {
      const content = withoutBom(file.bytes);
      countMemory(taken, content);
      const value = parseJson(content);
      if (file.collection === null) snapshot = requireObject(value);
      const fault = numberFault(content);
      if (fault !== null && !asDoubles) throw fault;
      if (fault !== null) inexact.push(`${file.file}: ${fault.message}`);
      parsed.push({ file: file.file, collection: file.collection, bytes: file.bytes, value, isExact: fault === null });
    } catch (error) {
      problems.push(problemOf(file, error));
    }
  }
  return { snapshot, files: parsed, problems, inexact };
}

function numberFault(content: Uint8Array): JsonError | null {
  try {
    requireExactNumbers(content);
    return null;
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
}

interface MemoryUsed {
  bytes: number;
  values: number;
  /** Files whose values were not counted yet. A byte is at most one value, so short bundles are never counted. */
  uncounted: Uint8Array[];
}

/** Attacker-controlled: limits the memory that the whole bundle takes. Deep nesting is refused before the values are counted. */
function countMemory(taken: MemoryUsed, content: Uint8Array): void {
  if (content.length > SHORT) passValue(new Cursor(content), 0, null);
  taken.bytes += content.length;
  taken.uncounted.push(content);
  if (taken.bytes <= SHORT) return;
  if (taken.bytes > JSON_LIMITS.document.bytes) throw new JsonTooLarge(`the bundle has more than ${JSON_LIMITS.document.bytes} bytes`);
  for (const text of taken.uncounted) taken.values += countValues(text);
  taken.uncounted = [];
  if (taken.values > JSON_LIMITS.document.values) throw new JsonTooLarge(`the bundle has more than ${JSON_LIMITS.document.values} values`);
}

function requireObject(value: JsonValue): JsonObject {
  if (isJsonObject(value)) return value;
  throw new JsonError(`expected an object, found ${kindOf(value)}`);
}

/** The type of a value in words: `an array`, `null`, `a string`. */
export function kindOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (isJsonObject(value)) return 'an object';
  return typeof value === 'string' ? 'a string' : typeof value === 'boolean' ? 'a boolean' : 'a number';
}

function problemOf({ file, collection }: BundleFile, error: unknown): Problem {
  if (!(error instanceof JsonError)) throw error;
  const what = collection === null ? `${file} object` : file;
  return { file, kind: 'invalid', message: `decode ${what}: ${error.message}`, line: lineOf(error) ?? undefined };
}
