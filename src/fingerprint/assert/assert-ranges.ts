/** Assertions on ranges of cells: how many are blank, and the sum of their numbers. */

import { counted, grouped } from '#core/count-text';
import { CELL, PERCENT, RANGE, TEXT, TOLERANCE } from '../define/field-types.ts';
import { defaulting, optional, required } from '../define/fields.ts';
import { GRID_FORMATS } from '../formats.ts';
import { shown, shownCell } from '../shown.ts';
import { type AssertionKind, assertion, missed, passed, type Scope, unjudged, type Verdict } from './assertion.ts';
import { cellName, isBlank, type Range } from './cells.ts';
import { distance, formatDecimal, isAtMost, readNumber, ZERO } from './decimal.ts';
import { ExactSum } from './exact-sum.ts';
import { watchRange } from './range-cells.ts';
import { watchSheet } from './sheets.ts';

export const RANGE_ASSERTIONS: readonly AssertionKind[] = [
  assertion({
    name: 'range_non_null',
    formats: GRID_FORMATS,
    doc: 'No cell of the range is blank.',
    fields: { sheet: optional(TEXT), range: required(RANGE) },
    begin: ({ sheet, range }, scope) =>
      countFilled(scope, sheet, range, `no blank cell in ${range.text}`, ({ filled, total, firstBlank }, expected) =>
        filled === total
          ? passed(`${counted(total, 'cell')}, none blank`)
          : missed(expected, `${total - filled} of ${total}`, at(firstBlank)),
      ),
  }),
  assertion({
    name: 'range_populated',
    formats: GRID_FORMATS,
    doc: 'At least `min_pct` per cent of the cells of the range are not blank.',
    fields: { sheet: optional(TEXT), range: required(RANGE), min_pct: required(PERCENT) },
    begin: ({ sheet, range, min_pct }, scope) =>
      countFilled(
        scope,
        sheet,
        range,
        `at least ${formatDecimal(min_pct)}% of ${range.text} filled`,
        ({ filled, total, firstBlank }, expected) => {
          const needed = min_pct.units * BigInt(total);
          const isEnough = needed <= BigInt(filled) * 100n * 10n ** BigInt(min_pct.scale);
          const found = `${grouped(filled)} of ${counted(total, 'cell')}`;
          return isEnough ? passed(found) : missed(expected, found, at(firstBlank));
        },
      ),
  }),
  assertion({
    name: 'sum_eq',
    formats: GRID_FORMATS,
    doc: 'The numbers of the range add up to the number in `equals_cell`, give or take `tolerance`. Blank cells count nothing; other text and two currencies fail.',
    fields: { sheet: optional(TEXT), range: required(RANGE), equals_cell: required(CELL), tolerance: defaulting(TOLERANCE, ZERO) },
    begin({ sheet, range, equals_cell, tolerance }, scope) {
      const sum = new ExactSum(scope.dialect.signs);
      let total: string | null = null;
      let stray: { readonly cell: string; readonly text: string } | null = null;
      const summing = watchRange(range, (number, cells) => {
        cells.forEach((cell, i) => {
          if (cell === null || isBlank(cell)) return;
          if (!sum.add(cell)) stray ??= { cell: cellName(range.fromColumn + i, number), text: shown(cell) };
        });
      });
      return watchSheet(scope, sheet, {
        from: Math.min(range.from, equals_cell.row),
        to: Math.max(range.to, equals_cell.row),
        row(number, cells) {
          if (number >= range.from && number <= range.to) summing.row(number, cells);
          if (number === equals_cell.row) total = cells[equals_cell.column] ?? null;
        },
        verdict(): Verdict {
          const expected = `the sum of ${range.text} in ${equals_cell.text}`;
          if (stray !== null) return unjudged(`numbers in ${range.text}`, stray.text, { cell: stray.cell });
          if (sum.terms === 0) return unjudged(`numbers in ${range.text}`, 'none');
          const number = total === null ? null : readNumber(total, scope.dialect.signs);
          if (number === null) return unjudged(`${expected}, ${formatDecimal(sum.value)}`, shownCell(total));
          const currencies = sum.currenciesWith(number.currency);
          if (currencies.length > 1) return unjudged(`one currency in ${range.text} and ${equals_cell.text}`, currencies.join(' and '));
          const difference = distance(sum.value, number.value);
          if (isAtMost(difference, tolerance)) return passed(`${range.text} adds up to ${formatDecimal(sum.value)}`);
          const found = formatDecimal(number.value);
          return missed(`${expected}, ${formatDecimal(sum.value)}`, found, { difference: formatDecimal(difference) });
        },
      });
    },
  }),
];

interface Filled {
  readonly filled: number;
  readonly total: number;
  readonly firstBlank: string | null;
}

function countFilled(
  scope: Scope,
  sheet: string | null,
  range: Range,
  expected: string,
  judge: (filled: Filled, expected: string) => Verdict,
) {
  const width = range.toColumn - range.fromColumn + 1;
  let filled = 0;
  let firstBlank: string | null = null;
  const counting = watchRange(range, (number, cells) => {
    for (let i = 0; i < width; i++) {
      if (!isBlank(cells[i])) filled++;
      else firstBlank ??= cellName(range.fromColumn + i, number);
    }
  });
  return watchSheet(scope, sheet, {
    ...counting,
    verdict() {
      const rows = range.to === Number.POSITIVE_INFINITY ? counting.rows : range.to - range.from + 1;
      if (counting.rows < rows) firstBlank ??= cellName(range.fromColumn, range.from + counting.rows);
      return rows === 0 ? unjudged(expected, 'no rows') : judge({ filled, total: rows * width, firstBlank }, expected);
    },
  });
}

function at(cell: string | null) {
  return cell === null ? undefined : { cell };
}
