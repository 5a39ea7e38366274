/** Assertions on single cells of a grid. */

import { CELL, CELL_TEXT, NUMBER, PATTERN, TEXT } from '../define/field-types.ts';
import { optional, required } from '../define/fields.ts';
import { GRID_FORMATS } from '../formats.ts';
import { shown, shownCell } from '../shown.ts';
import { type AssertionKind, assertion, type Judge, missed, passed, type Scope, unjudged, type Verdict } from './assertion.ts';
import { type Cell, isBlank } from './cells.ts';
import { formatDecimal, isAtMost, parseDecimal } from './decimal.ts';
import { watchSheet } from './sheets.ts';

export const CELL_ASSERTIONS: readonly AssertionKind[] = [
  assertion({
    name: 'cell_eq',
    formats: GRID_FORMATS,
    doc: 'The cell holds exactly this text; a blank cell never does.',
    fields: { sheet: optional(TEXT), cell: required(CELL), value: required(CELL_TEXT) },
    begin: ({ sheet, cell, value }, scope) =>
      judgeCell(scope, sheet, cell, (found) =>
        found === value ? passed(`${cell.text} is ${shown(value)}`) : missed(`${shown(value)} in ${cell.text}`, shownCell(found)),
      ),
  }),
  assertion({
    name: 'cell_regex',
    formats: GRID_FORMATS,
    doc: 'The text of the cell matches; a blank cell never does.',
    fields: { sheet: optional(TEXT), cell: required(CELL), pattern: required(PATTERN) },
    begin: ({ sheet, cell, pattern }, scope) =>
      judgeCell(scope, sheet, cell, (found) =>
        found !== null && !isBlank(found) && pattern.test(found)
          ? passed(`${cell.text} is ${shown(found)}`)
          : missed(`text that matches ${shown(pattern.text)} in ${cell.text}`, shownCell(found)),
      ),
  }),
  assertion({
    name: 'within_tolerance',
    formats: GRID_FORMATS,
    doc: 'The number in the cell lies from `min` to `max`, both included; one of them may be absent.',
    fields: { sheet: optional(TEXT), cell: required(CELL), min: optional(NUMBER), max: optional(NUMBER) },
    objection({ min, max }) {
      if (min === null && max === null) return 'missing field "min" or "max"';
      return min !== null && max !== null && !isAtMost(min, max) ? 'expected min to be at most max' : null;
    },
    begin: ({ sheet, cell, min, max }, scope) =>
      judgeCell(scope, sheet, cell, (found) => {
        const from = min === null ? '' : ` from ${formatDecimal(min)}`;
        const to = max === null ? '' : ` to ${formatDecimal(max)}`;
        const number = found === null ? null : parseDecimal(found, scope.dialect.signs);
        const expected = `a number${from}${to} in ${cell.text}`;
        if (number === null) return unjudged(expected, shownCell(found));
        const isWithin = (min === null || isAtMost(min, number)) && (max === null || isAtMost(number, max));
        return isWithin ? passed(`${cell.text} is ${shownCell(found)}`) : missed(expected, shownCell(found));
      }),
  }),
];

function judgeCell(scope: Scope, sheet: string | null, cell: Cell, judge: (found: string | null) => Verdict): Judge {
  let found: string | null = null;
  return watchSheet(scope, sheet, {
    from: cell.row,
    to: cell.row,
    row(_, cells) {
      found = cells[cell.column] ?? null;
    },
    verdict: () => judge(found),
  });
}
