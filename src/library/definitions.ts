/**
 * Definitions made from something else: from good samples, and from a Frictionless Table Schema, and back to one. Nothing is written; the
 * definition is returned as the text of a `*.fp.yaml`.
 *
 *     const { text, notes } = await inferFingerprint(['november.csv', 'december.csv'], { id: 'loan-tape.v1' });
 */
import type { JsonObject } from '#core/json/value';
import type { CsvEncoding } from '#core/parsed';
import { parseDateFormat } from '#fingerprint/assert/dates';
import { isFingerprintId } from '#fingerprint/define/definition';
import { stemOf } from '#fingerprint/formats';
import { exportDefinitionFile, importSchemaFile } from '#fingerprint/ops/frictionless';
import { idFrom, inferDefinition } from '#fingerprint/ops/infer-definition';
import { type ParserLimits, threadSettings } from './fingerprint.ts';
import { absolute } from './given-path.ts';

/** How the samples are written. What is not stated is found, or left out where the samples leave it open. */
export interface InferSettings extends ParserLimits {
  /** The default is the name of the first sample, and `.v1`. */
  readonly id?: string;
  /** The sheet of a workbook; the default is the first. */
  readonly sheet?: string;
  /** The row with the names of the columns; the default is 1. */
  readonly headerRow?: number;
  readonly delimiter?: string;
  /** Empty if no quotes are used. */
  readonly quote?: '"' | "'" | '';
  readonly encoding?: CsvEncoding;
  readonly decimal?: '.' | ',';
  /** Empty for none. */
  readonly thousands?: ',' | '.' | "'" | ' ' | '';
  /** A format such as `DD.MM.YYYY`. */
  readonly dates?: string;
}

export interface InferredFingerprint {
  readonly id: string;
  /** The definition, with comments on what was seen. */
  readonly text: string;
  /** What was left out or left open. */
  readonly notes: readonly string[];
}

/** Throws a `Refusal` for samples that cannot be used, and a `RangeError` for settings that have no meaning. */
export function inferFingerprint(samples: readonly string[], settings: InferSettings = {}): Promise<InferredFingerprint> {
  if (samples.length === 0) throw new RangeError('expected at least one sample, found none');
  const { id, sheet, headerRow = 1, delimiter, quote, encoding, decimal, thousands, dates } = settings;
  if (id !== undefined) requireId(id);
  if (dates !== undefined && parseDateFormat(dates) === null)
    throw new RangeError(`expected a format of dates such as DD.MM.YYYY, found ${JSON.stringify(dates)}`);
  if (decimal !== undefined && decimal === thousands) throw new RangeError('expected two different signs for decimals and thousands');
  if (!Number.isSafeInteger(headerRow) || headerRow < 1) throw new RangeError(`expected a row from 1 on, found ${headerRow}`);
  const isRead = delimiter !== undefined || quote !== undefined || encoding !== undefined;
  const stated = {
    id: id ?? null,
    sheet: sheet ?? null,
    headerRow,
    csv: isRead ? { delimiter: delimiter ?? null, quote: quote ?? '"', encoding: encoding ?? null } : null,
    decimal: decimal ?? null,
    thousands: thousands ?? null,
    dates: dates ?? null,
  };
  const given = samples.map((name) => ({ name, path: absolute(name) }));
  return inferDefinition(given, stated, { ...threadSettings(settings), at: 0 });
}

export interface ImportSchemaSettings {
  /** The default is the name of the file, and `.v1`. */
  readonly id?: string;
  /** The default is what the resource says, else csv. */
  readonly format?: 'csv' | 'xlsx' | 'parquet';
  /** The name of a resource of a Data Package. */
  readonly resource?: string;
}

export interface ImportedSchema {
  readonly id: string;
  /** The definition. */
  readonly text: string;
  /** What a definition cannot say. */
  readonly losses: readonly string[];
}

/** A Frictionless Table Schema, a resource or a Data Package in a file as a definition: `fingerprint import-schema`. */
export function importTableSchema(file: string, settings: ImportSchemaSettings = {}): ImportedSchema {
  const id = settings.id ?? idFrom(stemOf(file).replace(/\.(?:table)?schema$/, ''));
  requireId(id);
  const { format = null, resource = null } = settings;
  return { id, ...importSchemaFile({ name: file, path: absolute(file) }, { id, format, resource }) };
}

export interface ExportedSchema {
  /** The Table Schema, or the resource that has it. */
  readonly descriptor: JsonObject;
  /** What a Table Schema cannot say. */
  readonly losses: readonly string[];
}

/** A definition in a file as a Frictionless Table Schema: `fingerprint export-schema`. With `withDialect` it is a resource with the dialect. */
export function exportTableSchema(definition: string, { withDialect = false }: { readonly withDialect?: boolean } = {}): ExportedSchema {
  return exportDefinitionFile({ name: definition, path: absolute(definition) }, { withDialect });
}

function requireId(id: string): void {
  if (!isFingerprintId(id)) throw new RangeError(`expected an id such as loan-tape.v1, found ${JSON.stringify(id)}`);
}
