/** Assertions on the sheets of a grid: which sheets exist, and how many rows a sheet has. */

import { counted } from '#core/count-text';
import { BOUND_NAME, COUNT, PATTERN, TEXT } from '../define/field-types.ts';
import { optional, required } from '../define/fields.ts';
import { GRID_FORMATS } from '../formats.ts';
import { shown } from '../shown.ts';
import { type AssertionKind, assertion, missed, passed } from './assertion.ts';
import { isBlankRow } from './cells.ts';
import { findSheet, sheetNames, shownSheets, watchSheet } from './sheets.ts';

export const SHEET_ASSERTIONS: readonly AssertionKind[] = [
  assertion({
    name: 'sheet_exists',
    formats: GRID_FORMATS,
    doc: 'There is a sheet of exactly that name.',
    fields: { sheet: required(TEXT) },
    bare: 'sheet',
    begin({ sheet }, scope) {
      const found = findSheet(scope, sheet);
      return {
        verdict: () =>
          found === undefined ? missed(`a sheet ${shown(sheet)}`, shownSheets(scope)) : passed(`there is a sheet ${shown(sheet)}`),
      };
    },
  }),
  assertion({
    name: 'sheet_name_regex',
    formats: GRID_FORMATS,
    doc: 'The name of some sheet matches; `bind: $x` lets what follows say `sheet: $x` for the first such sheet.',
    fields: { pattern: required(PATTERN), bind: optional(BOUND_NAME) },
    begin({ pattern, bind }, scope) {
      const names = sheetNames(scope);
      const found = names.find(([name]) => pattern.test(name));
      if (bind !== null) scope.bound.set(bind, found?.[1] ?? null);
      return {
        verdict: () =>
          found === undefined
            ? missed(`a sheet whose name matches ${shown(pattern.text)}`, shownSheets(scope))
            : passed(`sheet ${shown(found[0])} matches`),
      };
    },
  }),
  assertion({
    name: 'sheet_min_rows',
    formats: GRID_FORMATS,
    doc: 'The sheet has at least that many rows that are not blank.',
    fields: { sheet: optional(TEXT), min_rows: required(COUNT) },
    begin({ sheet, min_rows }, scope) {
      let count = 0;
      return watchSheet(scope, sheet, {
        from: 1,
        to: Number.POSITIVE_INFINITY,
        row(_, cells) {
          if (!isBlankRow(cells)) count++;
        },
        verdict: () =>
          count >= min_rows ? passed(counted(count, 'row')) : missed(`at least ${counted(min_rows, 'non-blank row')}`, String(count)),
      });
    },
  }),
];
