/** Assertions on the tables below a heading; `index` counts, from 0, the tables below all matching headings. */

import { counted } from '#core/count-text';
import type { Prose, Table } from '#core/parsed';
import { COLUMN_TYPES, COUNT, PATTERN, PATTERNS, type Pattern } from '../define/field-types.ts';
import { defaulting, optional, required } from '../define/fields.ts';
import { shown } from '../shown.ts';
import { STRUCTURED } from './assert-headings.ts';
import { type AssertionKind, assertion, type Judge, judgeProse, missed, passed, type Scope, unjudged, type Verdict } from './assertion.ts';
import { isOfType, type ValueType, valueType } from './value-type.ts';

const TABLE = { heading: required(PATTERN), index: defaulting(COUNT, 0) };

export const TABLE_ASSERTIONS: readonly AssertionKind[] = [
  assertion({
    name: 'table_exists',
    formats: STRUCTURED,
    doc: 'There is a table below a heading that matches.',
    fields: TABLE,
    begin: (place, scope) =>
      judgeProse(scope, (prose) => {
        const table = findTable(prose, place);
        return table === undefined ? missed(...noTable(prose, place)) : passed(`a table at line ${table.startLine}`);
      }),
  }),
  assertion({
    name: 'table_columns',
    formats: STRUCTURED,
    doc: 'The first cell of the header matches the first pattern, the second the second, and so on.',
    fields: { ...TABLE, patterns: required(PATTERNS) },
    begin: ({ patterns, ...place }, scope) =>
      judgeTable(scope, place, ({ header, startLine }) => {
        const wrong = patterns.findIndex((pattern, i) => header[i] === undefined || !pattern.test(header[i]));
        if (wrong < 0) return passed(`${counted(patterns.length, 'column')} match`);
        const found = header[wrong];
        const expected = `column ${wrong + 1} to match ${shown((patterns[wrong] as Pattern).text)}`;
        return missed(expected, found === undefined ? counted(header.length, 'column') : shown(found), { line: startLine });
      }),
  }),
  assertion({
    name: 'table_shape',
    formats: STRUCTURED,
    doc: 'The table has at least so many columns, and most filled cells of each column named are of its type; number and currency are alike.',
    fields: { ...TABLE, min_columns: optional(COUNT), column_types: optional(COLUMN_TYPES) },
    objection: ({ min_columns, column_types }) =>
      min_columns === null && column_types === null ? 'missing field "min_columns" or "column_types"' : null,
    begin: ({ min_columns, column_types, ...place }, scope) =>
      judgeTable(scope, place, (table) => judgeShape(table, Math.max(min_columns ?? 0, column_types?.length ?? 0), column_types ?? [])),
  }),
  assertion({
    name: 'table_min_rows',
    formats: STRUCTURED,
    doc: 'The table has at least so many rows below its header.',
    fields: { ...TABLE, min_rows: required(COUNT) },
    begin: ({ min_rows, ...place }, scope) =>
      judgeTable(scope, place, ({ rows, startLine }) =>
        rows.length >= min_rows
          ? passed(counted(rows.length, 'row'))
          : missed(`at least ${counted(min_rows, 'row')}`, String(rows.length), { line: startLine }),
      ),
  }),
];

interface TablePlace {
  readonly heading: Pattern;
  readonly index: number;
}

export function findTable({ tables }: Prose, { heading, index }: TablePlace): Table | undefined {
  return tables.filter((table) => table.heading !== null && heading.test(table.heading))[index];
}

/** The number of cells in the widest row. */
export function tableWidth({ header, rows }: Table): number {
  return rows.reduce((width, row) => Math.max(width, row.length), header.length);
}

function judgeTable(scope: Scope, place: TablePlace, judge: (table: Table) => Verdict): Judge {
  return judgeProse(scope, (prose) => {
    const table = findTable(prose, place);
    return table === undefined ? unjudged(...noTable(prose, place)) : judge(table);
  });
}

function noTable({ tables }: Prose, { heading, index }: TablePlace): readonly [expected: string, found: string] {
  const count = tables.filter((other) => other.heading !== null && heading.test(other.heading)).length;
  const found = count > 0 ? counted(count, 'table') : `none there, and ${counted(tables.length, 'table')} in all`;
  return [`table ${index} below a heading that matches ${shown(heading.text)}`, found];
}

function judgeShape(table: Table, columns: number, types: readonly ValueType[]): Verdict {
  const near = { line: table.startLine };
  const width = tableWidth(table);
  if (width < columns) return missed(`at least ${counted(columns, 'column')}`, String(width), near);
  for (const [i, type] of types.entries()) {
    const filled = table.rows.flatMap((row) => ((row[i] ?? '').trim() === '' ? [] : [row[i] as string]));
    const alike = filled.filter((cell) => isOfType(cell, type)).length;
    if (2 * alike > filled.length) continue;
    const expected = `most cells of column ${i + 1} to be of type ${type}`;
    const other = filled.find((cell) => !isOfType(cell, type));
    if (other === undefined) return unjudged(expected, 'no filled cell', near);
    return missed(expected, `${alike} of ${filled.length}; ${shown(other)} is a ${valueType(other)}`, near);
  }
  return passed(counted(width, 'column'));
}
