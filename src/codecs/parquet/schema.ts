/**
 * The schema of a Parquet file, twice: its leaves, in which the values are stored, and its fields, which are what the table means. A list
 * is a list however its groups are nested and named, and so is a map.
 *
 *     optional group tags (LIST) { repeated group list { optional binary element (STRING); } }      tags: list of string
 *     repeated binary tags (UTF8)                                                                   tags: list of string
 */
import type { JsonObject, JsonValue } from '#core/json/value';
import type { GridColumn } from '#core/parsed';
import { damaged } from './damage.ts';
import { type LeafType, leafType } from './logical-type.ts';
import type { Physical, SchemaElement } from './metadata.ts';

export interface Leaf {
  readonly index: number;
  readonly path: readonly string[];
  readonly physical: Physical;
  /** The length of a fixed-length value. */
  readonly width: number;
  readonly typeName: string;
  readonly type: LeafType;
  /** The highest definition level: the value is there. */
  readonly definition: number;
  readonly repetition: number;
}

export interface Field {
  readonly name: string;
  /** From this definition level on the field is not null. */
  readonly definition: number;
  readonly leaves: readonly number[];
  readonly content: Content;
}

export type Content =
  | { readonly kind: 'leaf'; readonly leaf: Leaf }
  | { readonly kind: 'struct'; readonly label: 'struct' | 'variant'; readonly fields: readonly Field[] }
  | Repeated<'list', { readonly item: Field }>
  | Repeated<'map', { readonly key: Field; readonly value: Field | null }>;

type Repeated<K extends string, F> = F & {
  readonly kind: K;
  /** From this definition level on there is an element. */
  readonly filled: number;
  /** A repetition level that is equal says that another element follows. */
  readonly repetition: number;
};

interface Node {
  readonly element: SchemaElement;
  readonly children: readonly Node[];
  readonly leaf: Leaf | null;
}

const MAX_LEVELS = 64;

export interface Schema {
  readonly leaves: readonly Leaf[];
  readonly fields: readonly Field[];
}

export function readSchema(elements: readonly SchemaElement[]): Schema {
  const leaves: Leaf[] = [];
  let next = 0;

  function node(path: readonly string[], definition: number, repetition: number): Node {
    const element = elements[next++] ?? damaged('a schema that is cut off');
    const { name, type, num_children: count } = element;
    if (path.length > MAX_LEVELS) damaged('a schema that is nested too deeply');
    const isRoot = path.length === 0 && next === 1;
    if (!isRoot && element.repetition === undefined) damaged(`field "${name}" has no repetition`);
    const own = isRoot ? [] : [...path, name];
    const levels = {
      definition: definition + (isRoot || element.repetition === 'REQUIRED' ? 0 : 1),
      repetition: repetition + (!isRoot && element.repetition === 'REPEATED' ? 1 : 0),
    };
    if (type !== undefined) {
      if (isRoot || (count !== undefined && count !== 0)) damaged(`field "${name}" has a type and fields`);
      const { name: typeName, type: meaning } = leafType(element, type);
      const leaf = { index: leaves.length, path: own, physical: type, width: element.type_length ?? 0, typeName, type: meaning, ...levels };
      leaves.push(leaf);
      return { element, children: [], leaf };
    }
    if (count === undefined || count < 0 || (count === 0 && !isRoot)) damaged(`field "${name}" has neither a type nor fields`);
    return { element, children: Array.from({ length: count ?? 0 }, () => node(own, levels.definition, levels.repetition)), leaf: null };
  }

  const root = node([], 0, 0);
  if (next !== elements.length) damaged('a schema with fields that belong to nothing');
  return { leaves, fields: root.children.map((child) => fieldOf(child, 0, 0)) };
}

/** `definition` and `repetition` are the levels of what the field is in. */
function fieldOf(node: Node, definition: number, repetition: number): Field {
  const { name, repetition: kind } = node.element;
  if (kind !== 'REPEATED') {
    const own = definition + (kind === 'OPTIONAL' ? 1 : 0);
    return field(name, own, contentOf(node, own, repetition));
  }
  const item = itemOf(node, definition + 1, repetition + 1);
  return field(name, definition, { kind: 'list', item, filled: definition + 1, repetition: repetition + 1 });
}

/** A repeated node as an element: it is there if it is counted. */
function itemOf(node: Node, definition: number, repetition: number): Field {
  return field(node.element.name, definition, contentOf(node, definition, repetition));
}

function contentOf(node: Node, definition: number, repetition: number): Content {
  const { element, children, leaf } = node;
  if (leaf !== null) return { kind: 'leaf', leaf };
  const { name, converted, logical } = element;
  const annotation = logical?.name ?? converted ?? null;
  if (logical !== undefined && converted !== undefined && logical.name !== (converted === 'MAP_KEY_VALUE' ? 'MAP' : converted))
    damaged(`field "${name}" is both ${logical.name} and ${converted}`);
  if (annotation === 'LIST') return listOf(node, definition, repetition);
  if (annotation === 'MAP' || (annotation === 'MAP_KEY_VALUE' && element.repetition !== 'REPEATED'))
    return mapOf(node, definition, repetition);
  if (annotation !== null && annotation !== 'VARIANT' && annotation !== 'MAP_KEY_VALUE')
    damaged(`field "${name}" is a group and ${annotation}`);
  const fields = children.map((child) => fieldOf(child, definition, repetition));
  return { kind: 'struct', label: annotation === 'VARIANT' ? 'variant' : 'struct', fields };
}

/** The rules of the format for lists of all times: the repeated node is the element itself, or a group around it. */
function listOf({ element, children }: Node, definition: number, repetition: number): Content {
  const [repeated] = children;
  if (repeated === undefined || children.length !== 1 || repeated.element.repetition !== 'REPEATED')
    return damaged(`field "${element.name}" is no proper list`);
  const levels = { filled: definition + 1, repetition: repetition + 1 };
  const [only] = repeated.children;
  const isElement =
    only === undefined ||
    repeated.children.length !== 1 ||
    only.element.repetition === 'REPEATED' ||
    repeated.element.name === 'array' ||
    repeated.element.name === `${element.name}_tuple`;
  const item = isElement ? itemOf(repeated, levels.filled, levels.repetition) : fieldOf(only, levels.filled, levels.repetition);
  return { kind: 'list', item, ...levels };
}

function mapOf({ element, children }: Node, definition: number, repetition: number): Content {
  const [entry] = children;
  if (entry === undefined || children.length !== 1 || entry.element.repetition !== 'REPEATED' || entry.leaf !== null)
    return damaged(`field "${element.name}" is no proper map`);
  const [key, value = null, ...more] = entry.children;
  if (key === undefined || more.length > 0) return damaged(`field "${element.name}" is no proper map`);
  const levels = { filled: definition + 1, repetition: repetition + 1 };
  const inner = (node: Node): Field => fieldOf(node, levels.filled, levels.repetition);
  return { kind: 'map', key: inner(key), value: value === null ? null : inner(value), ...levels };
}

function field(name: string, definition: number, content: Content): Field {
  return { name, definition, content, leaves: leavesOf(content) };
}

function leavesOf(content: Content): readonly number[] {
  switch (content.kind) {
    case 'leaf':
      return [content.leaf.index];
    case 'struct':
      return content.fields.flatMap(({ leaves }) => leaves);
    case 'list':
      return content.item.leaves;
    case 'map':
      return [...content.key.leaves, ...(content.value?.leaves ?? [])];
    default:
      return content satisfies never;
  }
}

/** Names and types, and nothing of how they are stored: `{"name":"tags","type":{"list":"string"}}`. */
export function describeField({ name, content }: Field): JsonObject {
  return { name, type: describeContent(content) };
}

/** With `isNullable`, which is how it is stored, and so no part of `describeField`. */
export function describeColumn({ name, definition, content }: Field): GridColumn {
  return { name, type: describeContent(content), isNullable: definition > 0 };
}

function describeContent(content: Content): JsonValue {
  switch (content.kind) {
    case 'leaf':
      return content.leaf.typeName;
    case 'struct':
      return { [content.label]: content.fields.map(describeField) };
    case 'list':
      return { list: describeContent(content.item.content) };
    case 'map':
      return {
        map: { key: describeContent(content.key.content), value: content.value === null ? null : describeContent(content.value.content) },
      };
    default:
      return content satisfies never;
  }
}
