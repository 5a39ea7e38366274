/** For each format: whatever one value is changed, the content hash is another one; however the values are saved, it is the same. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Format } from '#core/parsed';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { LONG_TIMEOUT, runs } from '../helpers/trials.ts';
import { contentHashOf } from './content.ts';
import { type Duck, openDuck } from './parquet-writers.ts';
import { csvWriter } from './writers/csv.ts';
import { jsonlWriter, jsonWriter } from './writers/json.ts';
import { parquetWriter } from './writers/parquet.ts';
import { pdfWriter } from './writers/pdf.ts';
import { htmlWriter, markdownWriter } from './writers/report.ts';
import { textWriter } from './writers/text.ts';
import type { Writer } from './writers/writer.ts';
import { xlsxWriter } from './writers/xlsx.ts';

const folder = scratchFolder('every-format');
let duck: Duck;
beforeAll(async () => {
  duck = await openDuck(folder);
});

const WRITERS = {
  csv: csvWriter,
  json: jsonWriter,
  jsonl: jsonlWriter,
  markdown: markdownWriter,
  text: textWriter,
  html: htmlWriter,
  xlsx: xlsxWriter,
  parquet: parquetWriter(() => duck),
  pdf: pdfWriter,
} as const satisfies Readonly<Record<Format, Writer>>;

describe.each(Object.entries(WRITERS) as [Format, Writer][])('%s.v0', (format, { same, changed }) => {
  const many = runs(format === 'pdf' || format === 'parquet' ? 100 : 400);

  it('gives one content hash to the same values, however they are saved', LONG_TIMEOUT, async () => {
    await fc.assert(
      fc.asyncProperty(same, async ([one, other]) => {
        expect(await contentHashOf(format, await other.bytes())).toBe(await contentHashOf(format, await one.bytes()));
      }),
      many,
    );
  });

  it('gives another content hash where any one value differs', LONG_TIMEOUT, async () => {
    await fc.assert(
      fc.asyncProperty(changed, async ([one, other]) => {
        expect(await contentHashOf(format, await other.bytes())).not.toBe(await contentHashOf(format, await one.bytes()));
      }),
      many,
    );
  });
});
