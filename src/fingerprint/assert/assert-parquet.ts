/** The assertion on the schema of a Parquet file. It needs no row. */
import { counted } from '#core/count-text';
import type { JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import type { GridColumn } from '#core/parsed';
import { FLAG } from '../define/field-types.ts';
import { defaulting, required } from '../define/fields.ts';
import { shown } from '../shown.ts';
import { type AssertionKind, assertion, gridOf, missed, passed } from './assertion.ts';
import { PARQUET_COLUMNS, type WantedColumn } from './parquet-types.ts';

const MAX_SHOWN = 10;

export const PARQUET_ASSERTIONS: readonly AssertionKind[] = [
  assertion({
    name: 'parquet_schema',
    formats: ['parquet'],
    doc: 'The file has these columns with these logical types, each once; with `nullable` they may be null or not. With `exact: true` it has no others, with `ordered: true` they are in this order.',
    fields: { columns: required(PARQUET_COLUMNS), exact: defaulting(FLAG, false), ordered: defaulting(FLAG, false) },
    objection: ({ columns, ordered }) =>
      ordered && !columns.isOrdered ? 'a mapping has no order: expected columns as a list, such as [{name: id, type: int64}]' : null,
    begin({ columns: { list }, exact, ordered }, scope) {
      const found = gridOf(scope).columns ?? [];
      return {
        verdict() {
          const faults = [...list.flatMap((wanted) => faultOf(wanted, found)), ...(exact ? strays(list, found) : [])];
          if (faults.length === 0 && ordered) faults.push(...orderFault(list, found));
          const words = `the ${counted(list.length, 'column')} of the schema${exact ? ' and no others' : ''}${ordered ? ', in this order' : ''}`;
          if (faults.length === 0) return passed(words);
          const more = faults.length > MAX_SHOWN ? `; and ${faults.length - MAX_SHOWN} more` : '';
          return missed(words, `${faults.slice(0, MAX_SHOWN).join('; ')}${more}`, { count: faults.length });
        },
      };
    },
  }),
];

function faultOf({ name, type, nullable }: WantedColumn, found: readonly GridColumn[]): readonly string[] {
  const named = found.filter((column) => column.name === name);
  const [column] = named;
  if (column === undefined) return [`no ${shown(name)}`];
  if (named.length > 1) return [`${shown(name)} ${named.length} times`];
  if (formatSpine(column.type) !== formatSpine(type)) return [`${shown(name)} is ${typeText(column.type)} and not ${typeText(type)}`];
  if (nullable === null || nullable === column.isNullable) return [];
  return [`${shown(name)} ${column.isNullable ? 'may be null' : 'may not be null'}`];
}

function strays(list: readonly WantedColumn[], found: readonly GridColumn[]): readonly string[] {
  return found.filter(({ name }) => !list.some((wanted) => wanted.name === name)).map(({ name }) => `another column ${shown(name)}`);
}

function orderFault(list: readonly WantedColumn[], found: readonly GridColumn[]): readonly string[] {
  const names = found.map(({ name }) => name).filter((name) => list.some((wanted) => wanted.name === name));
  const at = names.findIndex((name, i) => name !== list[i]?.name);
  return at < 0 ? [] : [`${shown(names[at] as string)} in place of ${shown(list[at]?.name ?? '')}`];
}

function typeText(type: JsonValue): string {
  return typeof type === 'string' ? type : formatSpine(type);
}
