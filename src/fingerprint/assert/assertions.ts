/** Every assertion that a definition may use, in the order of the documentation. */

import { AMOUNT_ASSERTIONS } from '../columns/assert-amounts.ts';
import { COLUMN_ASSERTIONS } from '../columns/assert-columns.ts';
import { PART_ASSERTIONS } from '../columns/assert-parts.ts';
import { RECORD_ASSERTIONS } from '../columns/assert-records.ts';
import { SCHEMA_ASSERTIONS } from '../json-schema/assert-schema.ts';
import { CELL_ASSERTIONS } from './assert-cells.ts';
import { FILE_ASSERTIONS } from './assert-file.ts';
import { HEADING_ASSERTIONS } from './assert-headings.ts';
import { HTML_ASSERTIONS } from './assert-html.ts';
import { PARQUET_ASSERTIONS } from './assert-parquet.ts';
import { PDF_ASSERTIONS } from './assert-pdf.ts';
import { RANGE_ASSERTIONS } from './assert-ranges.ts';
import { ROW_ASSERTIONS } from './assert-rows.ts';
import { SHEET_ASSERTIONS } from './assert-sheets.ts';
import { TABLE_ASSERTIONS } from './assert-tables.ts';
import { TEXT_ASSERTIONS } from './assert-text.ts';
import type { AssertionKind } from './assertion.ts';

export const ASSERTIONS: readonly AssertionKind[] = [
  ...FILE_ASSERTIONS,
  ...SHEET_ASSERTIONS,
  ...CELL_ASSERTIONS,
  ...RANGE_ASSERTIONS,
  ...ROW_ASSERTIONS,
  ...COLUMN_ASSERTIONS,
  ...AMOUNT_ASSERTIONS,
  ...RECORD_ASSERTIONS,
  ...PART_ASSERTIONS,
  ...SCHEMA_ASSERTIONS,
  ...PARQUET_ASSERTIONS,
  ...HEADING_ASSERTIONS,
  ...TEXT_ASSERTIONS,
  ...TABLE_ASSERTIONS,
  ...HTML_ASSERTIONS,
  ...PDF_ASSERTIONS,
];

const BY_NAME: ReadonlyMap<string, AssertionKind> = new Map(ASSERTIONS.map((kind) => [kind.name, kind]));

export function assertionKind(name: string): AssertionKind | undefined {
  return BY_NAME.get(name);
}
