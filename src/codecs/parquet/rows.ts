/**
 * The rows of a Parquet file as texts. The entries of all columns are read side by side; a nested value is put together from them as JSON:
 * a list as an array, a struct as an object, a map as an array of pairs, because its keys may be anything and in any order.
 *
 *     tags: list of string           ["a",null]
 *     loan: struct of id, amount     {"amount":1234.50,"id":7}
 *     map of struct to int32         [[{"a":1},2]]
 */
import { compareUtf8 } from '#core/bytes/order';
import { quote } from '#core/json/write';
import { ColumnReader, inColumn, nameColumn, type Pages } from './column.ts';
import { damaged } from './damage.ts';
import type { Footer, RowGroup } from './metadata.ts';
import type { Field, Leaf, Schema } from './schema.ts';
import { textOf } from './text.ts';

export function* readRows(pages: Pages, footer: Footer, schema: Schema): Generator<readonly (string | null)[]> {
  for (const group of footer.row_groups) yield* groupRows(pages, group, schema);
}

/** The rows of all groups. Writers have left the total empty, so it may be 0 as well. */
export function countRows({ num_rows, row_groups }: Footer): number {
  if (row_groups.some((group) => group.num_rows < 0)) damaged('a row group with a negative number of rows');
  const total = row_groups.reduce((sum, group) => sum + group.num_rows, 0);
  return num_rows === total || num_rows === 0 ? total : damaged(`expected ${num_rows} rows, found ${total}`);
}

function* groupRows(pages: Pages, group: RowGroup, schema: Schema): Generator<readonly (string | null)[]> {
  const columns = openColumns(pages, group, schema.leaves);
  const cells = schema.fields.map((field) => cellOf(field, columns));
  for (let row = 0; row < group.num_rows; row++) {
    const texts: (string | null)[] = [];
    for (let i = 0; i < cells.length; i++) texts.push((cells[i] as Cell)());
    yield texts;
  }
  schema.leaves.forEach((leaf, i) => inColumn(leaf, () => columns[i]?.requireEnd()));
}

function openColumns(pages: Pages, { columns, num_rows }: RowGroup, leaves: readonly Leaf[]): readonly ColumnReader[] {
  if (columns.length !== leaves.length) damaged(`expected ${leaves.length} columns in a row group, found ${columns.length}`);
  return leaves.map((leaf, i) =>
    inColumn(leaf, () => {
      const { file_path, meta_data, crypto_metadata } = columns[i] as RowGroup['columns'][number];
      if (file_path !== undefined && file_path !== '') damaged('values in another file');
      if (crypto_metadata !== undefined) damaged('encrypted values');
      const column = meta_data ?? damaged('no description');
      if (column.path.length !== leaf.path.length || column.path.some((name, at) => name !== leaf.path[at]))
        damaged(`another name, "${column.path.join('.')}"`);
      if (column.type !== leaf.physical) damaged(`expected ${leaf.physical}, found ${column.type}`);
      if (leaf.repetition === 0 && column.num_values !== num_rows) damaged(`expected ${num_rows} values, found ${column.num_values}`);
      return new ColumnReader(column, leaf, pages);
    }),
  );
}

/** Reads the next row of one field. */
type Cell = () => string | null;

function cellOf(field: Field, columns: readonly ColumnReader[]): Cell {
  const { content } = field;
  if (content.kind !== 'leaf') return nestedCell(field, columns);
  const { leaf } = content;
  const column = columns[leaf.index] as ColumnReader;
  return () => {
    try {
      return column.take();
    } catch (error) {
      return nameColumn(leaf, error);
    }
  };
}

function nestedCell(field: Field, columns: readonly ColumnReader[]): Cell {
  const render = renderer(field, columns);
  const readers = field.leaves.map((leaf) => columns[leaf] as ColumnReader);
  return () => {
    if (readers.some(({ repetition }) => repetition !== 0)) damaged(`column "${field.name}": a row that begins within a list`);
    const text = render();
    return text === 'null' ? null : text;
  };
}

/** The JSON of the next value of the field. */
function renderer(field: Field, columns: readonly ColumnReader[]): () => string {
  const { content, definition } = field;
  const readers = field.leaves.map((leaf) => columns[leaf] as ColumnReader);
  const [first] = readers as [ColumnReader];
  /** Passes one entry of each leaf: all must say that nothing is there. */
  const passAll = (below: number, text: string): string => {
    for (const reader of readers) {
      if (reader.definition >= below || reader.definition < 0) damaged(`column "${field.name}": parts that do not fit together`);
      reader.take();
    }
    return text;
  };
  switch (content.kind) {
    case 'leaf': {
      const { isBare } = textOf(content.leaf);
      return () => {
        const text = first.take();
        return text === null ? 'null' : isBare && !NOT_JSON.test(text) ? text : quote(text);
      };
    }
    case 'struct': {
      const parts = content.fields
        .map((inner) => ({ key: inner.name, render: renderer(inner, columns) }))
        .sort((a, b) => compareUtf8(a.key, b.key))
        .map(({ key, render }) => ({ key: quote(key), render }));
      return () => {
        if (first.definition < definition) return passAll(definition, 'null');
        return `{${parts.map(({ key, render }) => `${key}:${render()}`).join(',')}}`;
      };
    }
    case 'list':
    case 'map': {
      const item = content.kind === 'list' ? renderer(content.item, columns) : pairOf(content.key, content.value, columns);
      const { filled, repetition } = content;
      return () => {
        if (first.definition < definition) return passAll(definition, 'null');
        if (first.definition < filled) return passAll(filled, '[]');
        const items: string[] = [];
        do items.push(item());
        while (goesOn(readers, repetition, field.name));
        return `[${items.join(',')}]`;
      };
    }
    default:
      return content satisfies never;
  }
}

function pairOf(key: Field, value: Field | null, columns: readonly ColumnReader[]): () => string {
  const renderKey = renderer(key, columns);
  const renderValue = value === null ? () => 'null' : renderer(value, columns);
  return () => `[${renderKey()},${renderValue()}]`;
}

/** The texts of a double that are no JSON. */
const NOT_JSON = /^(?:NaN|-?Infinity)$/;

/** All leaves of a list must agree whether another element follows. */
function goesOn(readers: readonly ColumnReader[], repetition: number, name: string): boolean {
  const [first] = readers as [ColumnReader];
  const more = first.definition >= 0 && first.repetition === repetition;
  for (const reader of readers) {
    if ((reader.definition >= 0 && reader.repetition === repetition) !== more || reader.repetition > repetition)
      damaged(`column "${name}": parts that do not fit together`);
  }
  return more;
}
