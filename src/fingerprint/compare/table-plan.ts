/**
 * Which tables of a grid are compared: what its content hash covers. A built-in fingerprint covers every sheet. A definition covers the ranges
 * and columns that it extracts, and its rows are paired by the columns of its first `column_unique` for that sheet.
 *
 *     tablePlan(loanTape)     { parts: [{ sheet: null, columns: ['Loan ID', 'Balance'], … }], keys: [{ sheet: null, columns: ['Loan ID'] }] }
 */
import { encodeUtf8 } from '#core/bytes/utf8';
import { parseJson } from '#core/json/read';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { parseRange, type Range } from '../assert/cells.ts';
import type { Candidate } from '../candidate.ts';
import type { Definition } from '../define/definition.ts';

export interface TablePart {
  /** Null for the first sheet. */
  readonly sheet: string | null;
  /** Null for all columns, or those of the range. */
  readonly columns: readonly string[] | null;
  readonly range: Range | null;
  readonly decimals: Readonly<Record<string, number>>;
  /** Whether the order of the rows counts. */
  readonly isOrdered: boolean;
}

export interface TableKey {
  readonly sheet: string | null;
  readonly columns: readonly string[];
}

export interface TablePlan {
  /** Null for every sheet, completely. */
  readonly parts: readonly TablePart[] | null;
  readonly keys: readonly TableKey[];
}

/** The source of a definition was read without faults, so its fields have the right types. */
export function tablePlan(candidate: Candidate): TablePlan {
  const source = definitionSource(candidate);
  if (source === null) return { parts: null, keys: [] };
  const covered = namesOf((source['content_hash'] as JsonObject | undefined)?.['over']);
  const extracts = objectsIn(source['extract']).filter(({ name }) => covered.includes(name as string));
  return {
    parts: extracts.flatMap(partOf),
    keys: objectsIn(source['assertions']).flatMap((entry) => {
      const unique = entry['column_unique'];
      if (!isJsonObject(unique) || entry['not'] === true) return [];
      return [{ sheet: sheetOf(unique), columns: namesOf(unique['columns']) }];
    }),
  };
}

/** Null for a built-in fingerprint. */
function definitionSource(candidate: Candidate): JsonObject | null {
  return 'canonical' in candidate ? (parseJson(encodeUtf8((candidate as Definition).canonical)) as JsonObject) : null;
}

function partOf(extract: JsonObject): readonly TablePart[] {
  const sheet = sheetOf(extract);
  const range = typeof extract['range'] === 'string' ? parseRange(extract['range']) : null;
  if (extract['type'] === 'range' && range !== null) return [{ sheet, columns: null, range, decimals: {}, isOrdered: true }];
  if (extract['type'] !== 'columns') return [];
  const decimals = (extract['decimals'] ?? {}) as Readonly<Record<string, number>>;
  return [{ sheet, columns: namesOf(extract['columns']), range: null, decimals, isOrdered: extract['rows'] !== 'unordered' }];
}

function sheetOf({ sheet }: JsonObject): string | null {
  return typeof sheet === 'string' ? sheet : null;
}

/** One name, or a list of names. */
function namesOf(value: JsonValue | undefined): readonly string[] {
  return typeof value === 'string' ? [value] : Array.isArray(value) ? (value as readonly string[]) : [];
}

function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]).filter(isJsonObject) : [];
}
