/**
 * The facts that are shown of what a built-in fingerprint extracted.
 *
 *     factsOf('csv', { delimiter: ';', encoding: 'utf-8', row_count: 340 })      { delimiter: ';', encoding: 'utf-8', rows: 340 }
 */
import type { JsonObject } from '#core/json/value';
import type { Format } from '#core/parsed';

/** What parsing found: `{ columns: 12, delimiter: ';', encoding: 'utf-8', rows: 340 }`. */
export type Facts = Readonly<Record<string, string | number | boolean>>;

/** For each format: what is shown, and where it is in `extracted`. */
const SHOWN: Readonly<Record<Format, Readonly<Record<string, string>>>> = {
  csv: { delimiter: 'delimiter', encoding: 'encoding', rows: 'row_count' },
  json: {},
  jsonl: { values: 'value_count' },
  markdown: { encoding: 'encoding', headings: 'heading_count', tables: 'table_count' },
  text: { encoding: 'encoding' },
  html: { headings: 'heading_count', tables: 'table_count' },
  xlsx: { rows: 'row_count', sheets: 'sheet_count' },
  parquet: { rows: 'row_count' },
  pdf: { pages: 'page_count' },
};

export function factsOf(format: Format, extracted: JsonObject): Facts {
  const facts: Facts = Object.fromEntries(
    Object.entries(SHOWN[format]).flatMap(([shown, name]) => {
      const value = extracted[name];
      return typeof value === 'string' || typeof value === 'number' ? [[shown, value]] : [];
    }),
  );
  return format === 'parquet' ? { columns: columnsIn(extracted['schema']), ...facts } : facts;
}

/** The schema is the list of the columns. */
function columnsIn(schema: JsonObject[string] | undefined): number {
  return Array.isArray(schema) ? schema.length : 0;
}
