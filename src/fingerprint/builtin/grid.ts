/** csv.v0, xlsx.v0 and parquet.v0: the content hash covers every row of every sheet. */

import { counted } from '#core/count-text';
import { formatSpine } from '#core/json/write';
import type { Format, Grid } from '#core/parsed';
import type { NewHasher } from '#core/ports';
import { type Feed, missed, passed } from '../assert/assertion.ts';
import type { Run } from '../candidate.ts';
import { Framer } from './framing.ts';
import { GridContent } from './grid-content.ts';

export function beginGrid(format: Format, grid: Grid, newHasher: NewHasher): Run {
  const framer = new Framer(newHasher);
  framer.text(`${format}.v0`);
  const content = new GridContent(framer, { isExact: format === 'parquet' });
  let open = -1;
  /** Ends the sheets before this one and opens it. A sheet without rows receives no rows, so it is opened here too. */
  function reach(index: number): void {
    while (open < index) {
      if (open >= 0) content.endSheet();
      open++;
      // The only sheet of csv and parquet has no name of its own.
      if (open < grid.sheets.length) content.sheet(format === 'xlsx' ? (grid.sheets[open] as string) : format);
    }
  }
  const feeds: readonly Feed[] = grid.sheets.map((sheet, index) =>
    grid.blocks === undefined
      ? {
          sheet,
          from: 1,
          to: Number.POSITIVE_INFINITY,
          row(_, cells) {
            if (open !== index) reach(index);
            content.row(cells);
          },
        }
      : {
          sheet,
          block(block) {
            reach(index);
            content.block(block);
          },
        },
  );
  return {
    feeds,
    *verdicts() {
      yield { name: `${format}_valid`, verdict: passed(counted(content.filledRows, 'row')) };
      if (format === 'csv')
        yield { name: 'has_row', verdict: content.filledRows > 0 ? passed('there is one') : missed('a row that is not empty', 'none') };
      if (format === 'xlsx')
        yield { name: 'has_sheet', verdict: grid.sheets.length > 0 ? passed('there is one') : missed('a sheet', 'none') };
    },
    content() {
      reach(grid.sheets.length);
      if (format === 'parquet') framer.text(formatSpine(grid.facts['schema'] ?? null));
      const counts =
        format === 'xlsx' ? { sheet_count: grid.sheets.length, row_count: content.filledRows } : { row_count: content.filledRows };
      return { extracted: { ...counts, ...grid.facts }, contentHash: framer.end() };
    },
  };
}
