/** Assertions on the amounts of columns: what they add up to, and in which currency they are. */

import type { Format } from '#core/parsed';
import { type AssertionKind, assertion, missed, passed, unjudged, type Verdict } from '../assert/assertion.ts';
import { distance, formatDecimal, isAtMost, readNumber, ZERO } from '../assert/decimal.ts';
import { ExactSum } from '../assert/exact-sum.ts';
import { CELL_OR_POINTER, COLUMN_NAME, COLUMN_NAMES, NUMBER, oneWayObjection, TOLERANCE } from '../define/field-types.ts';
import { defaulting, optional, required } from '../define/fields.ts';
import { isTree, TABLE_FORMATS } from '../formats.ts';
import { shown, shownCell } from '../shown.ts';
import { SHEET } from './assert-columns.ts';
import { watchCell } from './cells-of-blocks.ts';
import { watchColumns } from './columns.ts';
import { Offenders } from './offenders.ts';
import { decimalByte, plain, readPlainNumber } from './plain-number.ts';
import { formatPointer, parsePointer, rowPath } from './pointers.ts';

export const AMOUNT_ASSERTIONS: readonly AssertionKind[] = [
  assertion({
    name: 'column_sum',
    formats: TABLE_FORMATS,
    doc: 'The numbers of the column add up to `equals`, to the number in `equals_cell` or to the sum of `equals_column`, give or take `tolerance`. Blank cells count nothing; other text and two currencies fail.',
    fields: {
      ...SHEET,
      column: required(COLUMN_NAME),
      equals: optional(NUMBER),
      equals_cell: optional(CELL_OR_POINTER),
      equals_column: optional(COLUMN_NAME),
      tolerance: defaulting(TOLERANCE, ZERO),
    },
    objection({ column, equals, equals_cell, equals_column }, format) {
      if ([equals, equals_cell, equals_column].filter((one) => one !== null).length !== 1)
        return 'expected one of equals, equals_cell and equals_column';
      if (format === 'jsonl' && equals_cell !== null) return 'equals_cell is for one document: expected equals or equals_column';
      return equals_column === null ? null : sameRowsObjection(column, equals_column, format);
    },
    begin({ sheet, column, equals, equals_cell, equals_column, tolerance }, scope) {
      const { signs } = scope.dialect;
      const decimal = decimalByte(signs);
      const columns = equals_column === null ? [column] : [column, equals_column];
      const sums = columns.map(() => new ExactSum(signs));
      const strays = new Offenders();
      const total = equals_cell === null ? null : watchCell(equals_cell);
      return watchColumns(
        scope,
        { sheet, columns },
        {
          ...total,
          row(cells) {
            const { bytes, starts, ends } = cells.block;
            for (let i = 0; i < sums.length; i++) {
              if (cells.isBlank(i)) continue;
              const sum = sums[i] as ExactSum;
              const cell = cells.cell(i);
              if (readPlainNumber(bytes, starts[cell] as number, ends[cell] as number, decimal)) sum.addUnits(plain.units, plain.scale);
              else if (!sum.add(cells.text(i) as string)) strays.addIncomparable(cells, i);
            }
          },
          verdict(rows): Verdict {
            const [sum, other] = sums as [ExactSum, ExactSum?];
            if (strays.count > 0) return strays.verdict(`numbers in ${columns.map(shown).join(', ')}`, rows);
            if (sum.terms === 0) return unjudged(`numbers in ${shown(column)}`, 'none');
            const text = total?.text() ?? null;
            const read = text === null ? null : readNumber(text, signs);
            const wanted = equals ?? other?.value ?? read?.value ?? null;
            if (wanted === null) return unjudged(`a number in ${equals_cell?.text}`, shownCell(text));
            const currencies = [...new Set([...sum.currenciesWith(read?.currency ?? null), ...(other?.currenciesWith(null) ?? [])])];
            if (currencies.length > 1) return unjudged(`one currency in ${columns.map(shown).join(', ')}`, currencies.join(' and '));
            const found = formatDecimal(sum.value);
            const difference = distance(sum.value, wanted);
            if (isAtMost(difference, tolerance)) return passed(`${shown(column)} adds up to ${found}`);
            const where =
              equals_cell !== null ? ` in ${equals_cell.text}` : equals_column !== null ? `, the sum of ${shown(equals_column)}` : '';
            return missed(`${shown(column)} to add up to ${formatDecimal(wanted)}${where}`, found, {
              difference: formatDecimal(difference),
            });
          },
        },
      );
    },
  }),
  assertion({
    name: 'column_currency',
    formats: TABLE_FORMATS,
    doc: 'All amounts of the columns that name a currency name the same one.',
    fields: { ...SHEET, columns: required(COLUMN_NAMES) },
    begin({ sheet, columns }, scope) {
      const offenders = new Offenders();
      let currency: string | null = null;
      return watchColumns(
        scope,
        { sheet, columns },
        {
          row(cells) {
            for (let i = 0; i < columns.length; i++) {
              const text = cells.text(i);
              const found = text === null ? null : (readNumber(text, scope.dialect.signs)?.currency ?? null);
              if (found === null) continue;
              currency ??= found;
              if (found !== currency) offenders.add(cells, i);
            }
          },
          verdict(rows) {
            const expected = `one currency in ${columns.map(shown).join(', ')}`;
            if (currency === null) return unjudged(expected, 'none');
            return offenders.count === 0 ? passed(`every amount is in ${currency}`) : offenders.verdict(`${expected}, ${currency}`, rows);
          },
        },
      );
    },
  }),
];

/** A pointer with fewer `*` is repeated in the rows of the other one, and would be added as often. */
function sameRowsObjection(column: string, other: string, format: Format): string | null {
  const ways = [column, other].map((name) => formatPointer(rowPath(parsePointer(name) ?? { text: name, steps: [] })));
  if (!isTree(format) || ways[0] === ways[1]) return null;
  return oneWayObjection([column, other], format) ?? `expected two pointers with the same *, found ${shown(column)} and ${shown(other)}`;
}
