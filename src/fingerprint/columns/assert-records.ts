/** Assertions on the rows of a table below its header: how many there are, and how the cells of one row depend on each other. */

import { counted, grouped } from '#core/count-text';
import { type AssertionKind, assertion, passed, unjudged, type Verdict } from '../assert/assertion.ts';
import { judgeCount, needsABound } from '../assert/count-bounds.ts';
import { ISO_DATES, plainIsoDate } from '../assert/dates.ts';
import { add, distance, formatDecimal, isAtMost, ZERO } from '../assert/decimal.ts';
import { COLUMN_NAMES, COUNT, ITEMS, oneOfTexts, oneWayObjection, TOLERANCE } from '../define/field-types.ts';
import { defaulting, only, optional, required } from '../define/fields.ts';
import { isTree, TABLE_FORMATS, TREE_FORMATS } from '../formats.ts';
import { shown } from '../shown.ts';
import { SHEET } from './assert-columns.ts';
import { watchColumns, watchTable } from './columns.ts';
import { type Comparable, compareValues, plainDifference, valueOf } from './comparable.ts';
import { CONDITION, conditionOf } from './conditions.ts';
import type { NamedCells } from './named-cells.ts';
import { Offenders } from './offenders.ts';
import { surePairs } from './sure-rows.ts';

const OPERATORS = ['=', '!=', '<', '<=', '>', '>='] as const;
type Operator = (typeof OPERATORS)[number];

export const RECORD_ASSERTIONS: readonly AssertionKind[] = [
  assertion({
    name: 'row_count',
    formats: TABLE_FORMATS,
    doc: 'The number of rows below the header that are not blank lies from `min` to `max`. In jsonl the lines are counted, in json and jsonl the items of `rows`.',
    fields: { ...SHEET, rows: only(TREE_FORMATS, optional(ITEMS)), min: optional(COUNT), max: optional(COUNT) },
    objection: ({ rows, min, max }, format) =>
      format === 'json' && rows === null ? 'missing field "rows": expected a pointer such as /items/*' : needsABound({ min, max }),
    begin({ sheet, rows, ...bounds }, scope) {
      let count = 0;
      return watchTable(scope, sheet, rows ?? '', {
        row(cells) {
          if (!cells.isBlankRow()) count++;
        },
        verdict: () => judgeCount(count, 'row', bounds),
      });
    },
  }),
  assertion({
    name: 'row_compare',
    formats: TABLE_FORMATS,
    doc: 'In every row `left` compares to `right` as `op` says. Each is a column, or a list of columns whose numbers are added. Rows in which one of the cells is blank are passed over.',
    fields: {
      ...SHEET,
      left: required(COLUMN_NAMES),
      op: required(oneOfTexts(OPERATORS)),
      right: required(COLUMN_NAMES),
      tolerance: defaulting(TOLERANCE, ZERO),
    },
    objection: ({ left, right }, format) => oneWayObjection([...left, ...right], format),
    begin({ sheet, left, op, right, tolerance }, scope) {
      const columns = [...left, ...right];
      const offenders = new Offenders();
      let compared = 0;
      const sumOf = (cells: NamedCells, from: number, count: number): Comparable | null => {
        if (count === 1) return valueOf(cells.text(from) as string, scope.dialect);
        let sum = ZERO;
        for (let i = from; i < from + count; i++) {
          const term = valueOf(cells.text(i) as string, scope.dialect);
          if (term.kind !== 'number') return null;
          sum = add(sum, term.value);
        }
        return { kind: 'number', value: sum };
      };
      const difference = plainDifference(left.length, columns.length, tolerance, scope.dialect);
      const sureDates = surePairs((bytes, start, end, otherStart, otherEnd) => {
        const one = plainIsoDate(bytes, start, end);
        const two = one === 0 ? 0 : plainIsoDate(bytes, otherStart, otherEnd);
        if (two === 0 || !isOrdered(one - two, op)) return false;
        compared++;
        return true;
      });
      /** Null if the values cannot be compared. */
      const isSatisfied = (cells: NamedCells): boolean | null => {
        const sign = difference(cells);
        if (sign !== null) return isOrdered(sign, op);
        const [a, b] = [sumOf(cells, 0, left.length), sumOf(cells, left.length, right.length)];
        if (a === null || b === null) return null;
        const order = compareValues(a, b);
        if (order === null) return null;
        const isNear = a.kind === 'number' && b.kind === 'number' && isAtMost(distance(a.value, b.value), tolerance);
        return isOrdered(isNear ? 0 : order, op);
      };
      return watchColumns(
        scope,
        { sheet, columns },
        {
          row(cells) {
            for (let i = 0; i < columns.length; i++) if (cells.isBlank(i)) return;
            compared++;
            const satisfied = isSatisfied(cells);
            if (satisfied === null) offenders.addIncomparable(cells, 0, columns.length);
            else if (!satisfied) offenders.add(cells, 0, columns.length);
          },
          ...(columns.length === 2 && !isTree(scope.format) && scope.dialect.dates === ISO_DATES ? { sure: sureDates } : {}),
          verdict(rows) {
            const give = tolerance.units === 0n ? '' : ` within ${formatDecimal(tolerance)}`;
            const words = `${left.map(shown).join(' + ')} ${op} ${right.map(shown).join(' + ')}${give}`;
            if (compared === 0) return unjudged(`${words} in every row`, 'no row in which none of them is blank');
            if (offenders.count > 0) return offenders.verdict(`${words} in every row`, rows);
            return passed(
              `${words} in ${compared === rows ? counted(rows, 'row') : `${grouped(compared)} of ${counted(rows, 'row')}, in the others one is blank`}`,
            );
          },
        },
      );
    },
  }),
  assertion({
    name: 'row_if',
    formats: TABLE_FORMATS,
    doc: 'In every row in which the cell of `if` is not blank and satisfies its conditions, or is blank with `blank: true`, the cell of `must` satisfies its conditions. It fails where a cell of `if` cannot be compared with `min` or `max`.',
    fields: { ...SHEET, if: required(CONDITION), must: required(CONDITION) },
    objection: ({ if: cause, must }, format) => oneWayObjection([cause.column, must.column], format),
    begin({ sheet, if: cause, must: effect }, scope) {
      const [given, wanted] = [conditionOf(cause, scope), conditionOf(effect, scope)];
      const offenders = new Offenders();
      /** The rows of which it cannot be said whether they are concerned. */
      const unclear = new Offenders();
      let met = 0;
      return watchColumns(
        scope,
        { sheet, columns: [cause.column, effect.column] },
        {
          row(cells) {
            if (cells.isBlank(0) !== cause.blank) return;
            if (!given.holds(cells, 0)) {
              if (!given.isComparable(cells, 0)) unclear.addIncomparable(cells, 0);
              return;
            }
            met++;
            if (wanted.holds(cells, 1)) return;
            if (wanted.isComparable(cells, 1)) offenders.add(cells, 1);
            else offenders.addIncomparable(cells, 1);
          },
          mayBeAbsent: (column) => (column === 0 ? cause.blank : met === 0 || effect.blank || effect.not_blank),
          verdict(rows) {
            const words = `${shown(effect.column)} to be ${wanted.words} where ${shown(cause.column)} is ${given.words}`;
            if (unclear.count > 0)
              return bothFailed(
                unclear.verdict(`${shown(cause.column)} to be comparable, to tell where it is ${given.words}`, rows),
                offenders.count === 0 ? null : offenders.verdict(words, met),
              );
            return offenders.count === 0
              ? passed(`${grouped(met)} of ${counted(rows, 'row')} concerned, all as wanted`)
              : offenders.verdict(words, met);
          },
        },
      );
    },
  }),
];

/** The first one could not be judged, and so neither could both. */
function bothFailed(first: Verdict, second: Verdict | null): Verdict {
  if (first.passed || second === null || second.passed) return first;
  return { ...first, expected: `${first.expected}, and ${second.expected}`, found: `${first.found}; ${second.found}` };
}

function isOrdered(order: number, op: Operator): boolean {
  switch (op) {
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    default:
      return op satisfies never;
  }
}
