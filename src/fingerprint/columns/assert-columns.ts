/**
 * Assertions on the columns of a table, found by their names in the header row (`dialect.header_row`). Each judges every row below the header, up
 * to the end of the table, and names the first ten rows that do not satisfy it.
 */

import { counted } from '#core/count-text';
import { type AssertionKind, assertion, type Judge, missed, passed, type Scope, unjudged } from '../assert/assertion.ts';
import { spanOf } from '../assert/count-bounds.ts';
import { COLUMN_NAME, COLUMN_NAMES, FLAG, KEY_COUNT, oneOfTexts, TEXT } from '../define/field-types.ts';
import { defaulting, only, optional, required } from '../define/fields.ts';
import { GRID_FORMATS, isTree, TABLE_FORMATS, TREE_FORMATS } from '../formats.ts';
import { shown } from '../shown.ts';
import { shownNames, watchColumns, watchHeader } from './columns.ts';
import { comparer } from './comparable.ts';
import { CONDITION_FIELDS, conditionObjection, conditionOf } from './conditions.ts';
import { AscendingKeys, addToKey, beginKey, KeySet, MAX_KEYS } from './key-set.ts';
import { isSurelyFilled } from './named-cells.ts';
import { Offenders } from './offenders.ts';
import type { PointedCells } from './pointed-cells.ts';
import { sureByAll, sureCells } from './sure-rows.ts';

export const SHEET = { sheet: only(GRID_FORMATS, optional(TEXT)) };

export const COLUMN_ASSERTIONS: readonly AssertionKind[] = [
  assertion({
    name: 'columns_present',
    formats: TABLE_FORMATS,
    doc: 'The header row has all these names; with `exactly: true` these and no others, in this order. In json and jsonl every row has these pointers, if only with null.',
    fields: { ...SHEET, columns: required(COLUMN_NAMES), exactly: only(GRID_FORMATS, defaulting(FLAG, false)) },
    begin({ sheet, columns, exactly }, scope) {
      if (isTree(scope.format)) return watchPresence(scope, columns);
      return watchHeader(scope, sheet, (header) => {
        const missing = columns.filter((name) => !header.includes(name));
        const names = [...header];
        while (names.at(-1) === '') names.pop();
        const isSame = names.length === columns.length && columns.every((name, i) => names[i] === name);
        if (exactly ? isSame : missing.length === 0) return passed(counted(columns.length, 'column'));
        const wanted = exactly ? `exactly the columns ${shownNames(columns)}` : `the columns ${shownNames(missing)}`;
        return missed(wanted, shownNames(header));
      });
    },
  }),
  assertion({
    name: 'column_cells',
    formats: TABLE_FORMATS,
    doc: 'Every cell of the column, or of each of several columns, satisfies the conditions. Blank cells are passed over, except by `not_blank`.',
    fields: {
      ...SHEET,
      column: required(COLUMN_NAMES),
      ...CONDITION_FIELDS,
      optional: only(TREE_FORMATS, defaulting(FLAG, false)),
    },
    objection: conditionObjection,
    begin({ sheet, column: columns, optional: isOptional, ...fields }, scope) {
      const condition = conditionOf(fields, scope);
      const sure = columns.map((_, i) => condition.sure(i)).filter((one) => one !== null);
      const offenders = new Offenders();
      return watchColumns(
        scope,
        { sheet, columns },
        {
          row(cells) {
            for (let i = 0; i < columns.length; i++) {
              if (condition.holds(cells, i)) continue;
              if (condition.isComparable(cells, i)) offenders.add(cells, i);
              else offenders.addIncomparable(cells, i);
            }
          },
          ...(sure.length === columns.length ? { sure: sureByAll(sure) } : {}),
          mayBeAbsent: () => isOptional || fields.blank || fields.not_blank,
          verdict: (rows) =>
            offenders.count === 0
              ? passed(`${counted(rows, 'row')}, every cell is ${condition.words}`)
              : offenders.verdict(
                  `every cell of ${columns.map(shown).join(', ')} to be ${condition.words}`,
                  rows * columns.length,
                  columns.length === 1 ? 'row' : 'cell',
                ),
        },
      );
    },
  }),
  assertion({
    name: 'column_unique',
    formats: TABLE_FORMATS,
    doc: 'No two rows have the same text in the column, or in all of the columns. Rows in which they are blank are passed over. At most 25,000,000 rows can be compared; for more the assertion fails.',
    fields: { ...SHEET, columns: required(COLUMN_NAMES) },
    begin({ sheet, columns }, scope) {
      const keys = new KeySet(MAX_KEYS);
      const offenders = new Offenders();
      let ascending = columns.length === 1 ? new AscendingKeys() : null;
      let isFull = false;
      /** While the keys ascend, they are only listed. */
      const listed = sureCells(0, (bytes, start, end) => {
        if (ascending === null || keys.size >= MAX_KEYS || !isSurelyFilled(bytes, start) || !ascending.isAbove(bytes, start, end))
          return false;
        beginKey();
        addToKey(bytes, start, end);
        keys.addAbove();
        return true;
      });
      return watchColumns(
        scope,
        { sheet, columns },
        {
          row(cells) {
            beginKey();
            let isBlank = true;
            const { bytes, starts, ends } = cells.block;
            for (let i = 0; i < columns.length; i++) {
              const cell = cells.cell(i);
              if (cell < 0) addToKey(bytes, 0, 0);
              else addToKey(bytes, starts[cell] as number, ends[cell] as number);
              isBlank &&= cells.isBlank(i);
            }
            if (isBlank) return;
            if (ascending !== null) {
              const cell = cells.cell(0);
              if (!ascending.isAbove(bytes, starts[cell] as number, ends[cell] as number)) ascending = null;
            }
            const added = ascending === null ? keys.add() : keys.addAbove();
            if (added === 'full') isFull = true;
            if (added === 'known') offenders.add(cells, 0, columns.length);
          },
          ...(columns.length === 1 && !isTree(scope.format) ? { sure: listed } : {}),
          verdict(rows) {
            const expected = `no ${columns.map(shown).join(', ')} twice`;
            if (offenders.count > 0) return offenders.verdict(expected, rows);
            if (isFull) return unjudged(expected, `more than ${MAX_KEYS} different ones, which cannot be compared`);
            return keys.size === 0 ? unjudged(expected, 'only blank cells') : passed(`${counted(keys.size, 'row')}, all different`);
          },
        },
      );
    },
  }),
  assertion({
    name: 'column_order',
    formats: TABLE_FORMATS,
    doc: 'The values of the column increase or decrease from row to row; with `strictly: true` no value is repeated. Blank cells are passed over.',
    fields: {
      ...SHEET,
      column: required(COLUMN_NAME),
      order: required(oneOfTexts(['increasing', 'decreasing'] as const)),
      strictly: defaulting(FLAG, false),
    },
    begin({ sheet, column, order, strictly }, scope) {
      const direction = order === 'increasing' ? 1 : -1;
      const offenders = new Offenders();
      const compare = comparer(scope.dialect);
      let isFirst = true;
      return watchColumns(
        scope,
        { sheet, columns: [column] },
        {
          row(cells) {
            if (cells.isBlank(0)) return;
            const found = compare(cells, 0);
            const step = isFirst ? direction : found;
            isFirst = false;
            if (step === null) offenders.addIncomparable(cells, 0);
            else if (strictly ? step * direction <= 0 : step * direction < 0) offenders.add(cells, 0);
          },
          verdict: (rows) =>
            offenders.count === 0
              ? passed(`${counted(rows, 'row')}, ${order}`)
              : offenders.verdict(`${shown(column)} to be ${strictly ? 'strictly ' : ''}${order}`, rows),
        },
      );
    },
  }),
  assertion({
    name: 'column_distinct',
    formats: TABLE_FORMATS,
    doc: 'The column has at most `max` different texts, and at least `min`. Blank cells are passed over.',
    fields: { ...SHEET, column: required(COLUMN_NAME), min: defaulting(KEY_COUNT, 0), max: required(KEY_COUNT) },
    objection: ({ min, max }) => (min > max ? 'expected min to be at most max' : null),
    begin({ sheet, column, min, max }, scope) {
      const keys = new KeySet(max + 1);
      const texts: string[] = [];
      return watchColumns(
        scope,
        { sheet, columns: [column] },
        {
          row(cells) {
            if (cells.isBlank(0)) return;
            const { bytes, starts, ends } = cells.block;
            const cell = cells.cell(0);
            beginKey();
            addToKey(bytes, starts[cell] as number, ends[cell] as number);
            if (keys.add() === 'new' && texts.length < SHOWN_TEXTS) texts.push(cells.shown(0));
          },
          verdict() {
            const listed = texts.join(', ') + (keys.size > texts.length ? ', …' : '');
            if (keys.size >= min && keys.size <= max) return passed(`${keys.size} different: ${listed}`);
            const found = keys.size > max ? `more: ${listed}` : `${keys.size}: ${listed}`;
            const span = min === 0 ? `at most ${counted(max, 'different text')}` : spanOf(min, max, 'different text');
            return missed(`${span} in ${shown(column)}`, found);
          },
        },
      );
    },
  }),
];

const SHOWN_TEXTS = 10;

/** In json and jsonl there is no header: every row must have the pointers. */
function watchPresence(scope: Scope, columns: readonly string[]): Judge {
  const offenders = new Offenders();
  return watchColumns(
    scope,
    { sheet: null, columns },
    {
      row(cells) {
        for (let i = 0; i < columns.length; i++) if ((cells as PointedCells).kind(i) === 'nothing') offenders.add(cells, i);
      },
      mayBeAbsent: () => true,
      verdict: (rows) =>
        offenders.count === 0
          ? passed(`${counted(columns.length, 'pointer')} in ${counted(rows, 'row')}`)
          : offenders.verdict(`a value at ${columns.map(shown).join(', ')} in every row`, rows * columns.length, 'value'),
    },
  );
}
